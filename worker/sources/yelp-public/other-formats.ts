import { failure } from '../failure.ts'
import { isoFromDay } from '../instants.ts'
import { at, countAt, isStars, languageAt, listAt, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf, responseOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { htmlToText } from '../text.ts'
import {
  apolloStateOf,
  businessOf,
  encidInMeta,
  jsonOfScript,
  reviewNodesOf,
  type Script,
  scriptsOf,
} from './business-page.ts'
import { cursorAt, offsetOf } from './cursor.ts'
import { isEncid } from './locate.ts'
import { readGqlNode, reviewUrl, UNNAMED_AUTHOR } from './review.ts'

const NO_TEXTS = "Yelp's page shows how many reviews there are, but not the reviews themselves."
const UNKNOWN_DATES =
  'The dates of these reviews are left out because Yelp gives day and month in an unknown order.'

/** Parses a business's page: three generations had reviews in three places, others only state the number. */
export function htmlPage(html: string): SourcePage {
  const scripts = scriptsOf(html)
  const state = apolloStateOf(scripts)
  const encid = encidInMeta(html)
  const business = businessOf(state, encid)
  const total = business?.reviewCount ?? totalInJsonLd(scripts)
  const nodes = reviewNodesOf(state)
  if (nodes.length > 0) {
    const id = business?.encid ?? encid ?? ''
    return pageOf('yelp', nodes, (node) => readGqlNode(node, id), { nextCursor: null, total })
  }
  const feed = feedInScripts(scripts)
  if (feed) {
    const page = feedPage(feed, null)
    return { ...page, total: page.total ?? total }
  }
  if (total === null && encid === null && business === null) throw failure('yelp', 'format_changed')
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

/** Metadata for search engines states the count; its reviews have no id and can't be distinguished. */
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

/** True for `{ reviews, pagination }`, as sent by `review_feed` and contained in older pages. */
export function isFeed(value: unknown): boolean {
  return Array.isArray(at(value, 'reviews'))
}

/** `cursor` was used to request the feed, for feeds that don't state their offset. */
export function feedPage(feed: unknown, cursor: string | null): SourcePage {
  const elements = listAt(feed, 'reviews')
  const isMonthFirst = writesMonthFirst(elements)
  const total = countAt(feed, 'pagination', 'totalResults')
  const start = countAt(feed, 'pagination', 'startResult') ?? offsetOf(cursor) ?? 0
  const end = start + elements.length
  return pageOf('yelp', elements, (element) => readFeedElement(element, isMonthFirst), {
    nextCursor: total !== null && elements.length > 0 && end < total ? cursorAt(end) : null,
    total,
    warnings: isMonthFirst ? [] : [UNKNOWN_DATES],
  })
}

/** Reads an element of `review_feed`; its texts are HTML and its dates days. */
function readFeedElement(element: unknown, isMonthFirst: boolean): Reading {
  const reviewId = at(element, 'id')
  const rating = at(element, 'rating')
  if (!isEncid(reviewId) || !isStars(rating)) return 'unreadable'
  const [reply] = listAt(element, 'businessOwnerReplies')
  const dateOf = (part: unknown) => (isMonthFirst ? isoFromSlashed(textAt(part, 'localizedDate')) : null)
  const reviewText = htmlToText(textAt(element, 'comment', 'text'))
  const business = textAt(element, 'business', 'alias') || textAt(element, 'business', 'id')
  return readingOf({
    reviewId,
    authorName: htmlToText(textAt(element, 'user', 'markupDisplayName')).trim() || UNNAMED_AUTHOR,
    rating,
    reviewText,
    reviewDate: dateOf(element),
    helpfulVotes: countAt(element, 'feedback', 'counts', 'useful') ?? 0,
    ownerResponse: responseOf(
      htmlToText(textAt(reply, 'comment', 'text') || textAt(reply, 'comment')),
      dateOf(reply),
    ),
    language: reviewText === '' ? null : languageAt(element, 'comment', 'language'),
    url: reviewUrl(business, reviewId),
  })
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/**
 * yelp.com writes `M/D/YYYY`, country sites don't: if any first number on a page is above 12, none of its dates is
 * used.
 */
function writesMonthFirst(elements: unknown[]): boolean {
  const months = elements.map((element) => Number(SLASHED.exec(textAt(element, 'localizedDate'))?.[1] ?? 1))
  return months.every((month) => month <= 12)
}

function isoFromSlashed(text: string): string | null {
  const [, month, day, year] = SLASHED.exec(text) ?? []
  return year === undefined ? null : isoFromDay(Number(year), Number(month), Number(day))
}
