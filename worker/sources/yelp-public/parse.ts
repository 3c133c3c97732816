import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at } from '../at.ts'
import { brokeOff, failure } from '../failure.ts'
import { parseJson } from '../json.ts'
import type { SourcePage } from '../source.ts'
import { feedPage, isFeed } from './feed.ts'
import { gqlPage, isGqlAnswer } from './gql.ts'
import { htmlPage } from './other-formats.ts'
import { bodyRefusal, isHtml, outdatedRefusal } from './refusal.ts'

const NAME = PLATFORM_NAMES.yelp

/**
 * Reads a page of reviews out of a body of Yelp: an answer of its GraphQL list, the older `review_feed` and `props`
 * JSON, or the whole page of a business of any generation. Pages since 2025 hold the count but no reviews.
 *
 * @param cursor what the body was asked with; null for the first page
 * @throws SourceError for every other body: a block, an unknown business, a broken or changed format
 */
export function parse(body: string, cursor: string | null = null): SourcePage {
  const refused = outdatedRefusal(body) ?? bodyRefusal(body)
  if (refused) throw refused
  if (isHtml(body)) return htmlPage(body)
  const json = body.replace(/^[\s\ufeff]{1,99}/, '')
  if (json !== '' && !/^[[{]/.test(json)) throw failure(NAME, 'format_changed')
  const answer = parseJson(json)
  if (answer === undefined) throw brokeOff(NAME)
  if (isGqlAnswer(answer)) return gqlPage(answer, cursor)
  if (isFeed(answer)) return feedPage(answer, cursor)
  const props = at(answer, 'bizDetailsPageProps', 'reviewFeedQueryProps')
  if (isFeed(props)) return feedPage(props, cursor)
  throw failure(NAME, 'format_changed')
}
