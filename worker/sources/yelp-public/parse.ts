import { failure, requireJson } from '../failure.ts'
import { at, countAt, listAt, textAt } from '../json.ts'
import { pageOf } from '../page.ts'
import type { SourceError, SourcePage } from '../source.ts'
import { isHtml } from '../text.ts'
import { cursorAfter } from './cursor.ts'
import { feedPage, htmlPage, isFeed } from './other-formats.ts'
import { bodyRefusal, outdatedDocument, outdatedRefusal } from './refusal.ts'
import { readGqlNode } from './review.ts'

/** Parses a page of Yelp's GraphQL list, or a body in another format. `cursor` was used to request the body. */
export function parse(body: string, cursor: string | null = null): SourcePage {
  const refused = outdatedRefusal(body) ?? bodyRefusal(body)
  if (refused) throw refused
  if (isHtml(body)) return htmlPage(body)
  const answer = requireJson('yelp', body.trimStart())
  if (isGqlAnswer(answer)) return gqlPage(answer, cursor)
  if (isFeed(answer)) return feedPage(answer, cursor)
  const props = at(answer, 'bizDetailsPageProps', 'reviewFeedQueryProps')
  if (isFeed(props)) return feedPage(props, cursor)
  throw failure('yelp', 'format_changed')
}

/** True for one result of a GraphQL operation or a list of them. */
function isGqlAnswer(answer: unknown): boolean {
  return entriesOf(answer).some(
    (entry) => at(entry, 'data') !== undefined || at(entry, 'errors') !== undefined,
  )
}

/** @throws SourceError `not_found` for an unknown business */
function gqlPage(answer: unknown, cursor: string | null): SourcePage {
  const entries = entriesOf(answer)
  const business = entries
    .map((entry) => at(entry, 'data', 'business'))
    .find((found) => at(found, 'reviews') !== undefined)
  if (business === undefined) throw withoutReviews(entries)
  const edges = at(business, 'reviews', 'edges')
  if (!Array.isArray(edges)) throw failure('yelp', 'format_changed')
  // Yelp lists the reviews of one language at a time.
  const inEnglish = countAt(business, 'reviews', 'totalCount')
  const total = countAt(business, 'reviewCount') ?? inEnglish
  const hasNext = at(business, 'reviews', 'pageInfo', 'hasNextPage') === true
  const name = textAt(business, 'alias') || textAt(business, 'encid')
  return pageOf('yelp', edges, (edge) => readGqlNode(at(edge, 'node'), name), {
    nextCursor: hasNext
      ? cursorAfter(cursor, at(business, 'reviews', 'pageInfo', 'endCursor'), edges.length)
      : null,
    total,
    warnings:
      total !== null && inEnglish !== null && inEnglish < total ? [otherLanguages(total - inEnglish)] : [],
  })
}

function entriesOf(answer: unknown): unknown[] {
  return Array.isArray(answer) ? answer : [answer]
}

function withoutReviews(entries: unknown[]): SourceError {
  if (entries.some((entry) => at(entry, 'data', 'business') === null)) return failure('yelp', 'not_found')
  const messages = entries
    .flatMap((entry) => listAt(entry, 'errors'))
    .map((error) => textAt(error, 'message'))
  if (messages.some((message) => /persisted|document/i.test(message))) return outdatedDocument()
  if (messages.some((message) => /cursor/i.test(message))) return failure('yelp', 'cursor_expired')
  return failure('yelp', messages.length > 0 ? 'unavailable' : 'format_changed')
}

function otherLanguages(count: number): string {
  return count === 1
    ? '1 more review is in another language; only those in English are collected.'
    : `${count} more reviews are in other languages; only those in English are collected.`
}
