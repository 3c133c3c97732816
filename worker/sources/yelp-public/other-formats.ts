import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at, countAt, listAt } from '../at.ts'
import { failure } from '../failure.ts'
import { pageOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { apolloStateOf, businessOf, reviewNodesOf } from './business-page.ts'
import { feedPage, isFeed } from './feed.ts'
import { encidInMeta } from './page-head.ts'
import { readGqlNode } from './review.ts'
import { jsonOfScript, type Script, scriptsOf } from './scripts.ts'

const NAME = PLATFORM_NAMES.yelp

const NO_TEXTS = "Yelp's page shows how many reviews there are, but not the reviews themselves."

/**
 * Reads the page of a business. Three generations carried reviews in three places; what is left are pages that only
 * state the number.
 *
 * @throws SourceError `format_changed` for a page that is not that of a business
 */
export function htmlPage(html: string): SourcePage {
  const scripts = scriptsOf(html)
  const state = apolloStateOf(scripts)
  const encid = encidInMeta(html)
  const business = businessOf(state, encid)
  const total = business?.reviewCount ?? totalInJsonLd(scripts)
  const nodes = reviewNodesOf(state)
  if (nodes.length > 0) {
    const id = business?.encid ?? encid ?? ''
    return pageOf(NAME, nodes, (node) => readGqlNode(node, id), { nextCursor: null, total })
  }
  const feed = feedInScripts(scripts)
  if (feed) {
    const page = feedPage(feed, null)
    return { ...page, total: page.total ?? total }
  }
  if (total === null && encid === null && business === null) throw failure(NAME, 'format_changed')
  return { reviews: [], nextCursor: null, total, warnings: [NO_TEXTS] }
}

/** The feed that pages of 2022 to 2024 were built from. */
function feedInScripts(scripts: Script[]): unknown {
  for (const script of scripts) {
    if (!script.tag.includes('data-hypernova-key') || !script.content.includes('reviewFeedQueryProps'))
      continue
    const props = jsonOfScript(script)
    const details = at(props, 'legacyProps', 'bizDetailsProps') ?? at(props, 'bizDetailsProps') ?? props
    const feed = at(details, 'bizDetailsPageProps', 'reviewFeedQueryProps')
    if (isFeed(feed)) return feed
  }
  return undefined
}

/** Descriptions for search engines state the count; the reviews in them have no id and can't be told apart. */
function totalInJsonLd(scripts: Script[]): number | null {
  for (const script of scripts) {
    if (!script.tag.includes('application/ld+json') || !script.content.includes('aggregateRating')) continue
    const described = jsonOfScript(script)
    const objects = [described, ...listAt(described), ...listAt(described, '@graph')]
    const rated = objects.find((object) => countAt(object, 'aggregateRating', 'reviewCount') !== null)
    if (rated) return countAt(rated, 'aggregateRating', 'reviewCount')
  }
  return null
}
