import { knownPhotos, type ReviewPhoto } from '../../rules/photos.ts'
import { UNNAMED_AUTHORS } from '../../rules/platform-names.ts'
import { failure, requireJson } from '../failure.ts'
import { isoFromDay, isoFromInstant } from '../instants.ts'
import { at, countAt, isStars, languageAt, listAt, parseJson, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf, responseOf } from '../page.ts'
import type { SourceError, SourcePage } from '../source.ts'
import { htmlToText, isHtml } from '../text.ts'
import {
  apolloStateOf,
  businessOf,
  encidInMeta,
  jsonOfScript,
  reviewNodesOf,
  type Script,
  scriptsOf,
} from './business-page.ts'
import { isEncid } from './locate.ts'
import { bodyRefusal, outdatedDocument, outdatedRefusal } from './refusal.ts'

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

/** Author whose account is closed. */
export const UNNAMED_AUTHOR = UNNAMED_AUTHORS.yelp

/** `business` is the listing's alias or id, for the review's address. */
function readGqlNode(node: unknown, business: string): Reading {
  const reviewId = at(node, 'encid')
  const rating = at(node, 'rating')
  if (!isEncid(reviewId) || !isStars(rating)) return 'unreadable'
  const reply = at(node, 'bizUserPublicReply')
  const reviewText = withoutHighlights(textAt(node, 'text', 'full') || textAt(node, 'text'))
  const photos = photosOf(node)
  return readingOf({
    reviewId,
    authorName: textAt(node, 'author', 'displayName').trim() || UNNAMED_AUTHOR,
    rating,
    reviewText,
    reviewDate: isoFromDateTime(at(node, 'createdAt')),
    helpfulVotes: helpfulVotesOf(node),
    ownerResponse: responseOf(
      textAt(reply, 'text', 'full') || textAt(reply, 'text'),
      isoFromDateTime(at(reply, 'createdAt')),
    ),
    language: reviewText === '' ? null : languageAt(node, 'text', 'language'),
    url: reviewUrl(textAt(node, 'business', 'alias') || business, reviewId),
    ...(photos.length > 0 && { photos }),
  })
}

function photosOf(node: unknown): ReviewPhoto[] {
  return knownPhotos(
    listAt(node, 'businessPhotos').map((photo) => ({
      thumbnailUrl: textAt(photo, 'photoUrl', 'url'),
      url: textAt(photo, 'photoUrl', 'lightboxMediaItemUrl'),
    })),
  )
}

/** Address that shows the review first on its listing; null without a listing. */
function reviewUrl(business: string, reviewId: string): string | null {
  return business === '' ? null : `https://www.yelp.com/biz/${encodeURIComponent(business)}?hrid=${reviewId}`
}

/** Keyword searches highlight their hits with marks. */
function withoutHighlights(text: string): string {
  return text.replace(/\[\[(?:END)?HIGHLIGHT\]\]/g, '')
}

/**
 * Converts a time that is in UTC or has the business's offset. `value` is the time itself, as in shortened data, or an
 * object with the time in a field.
 */
function isoFromDateTime(value: unknown): string | null {
  const forms = [
    value,
    at(value, 'utcDateTime'),
    at(value, 'localDateTime'),
    at(value, 'localDateTimeForBusiness'),
  ]
  return forms.map(isoFromInstant).find((iso) => iso !== null) ?? null
}

/** Number of HELPFUL reactions, or of 'useful' votes in responses from before reactions replaced the vote counters. */
function helpfulVotesOf(node: unknown): number {
  const reactions = [
    ...listAt(node, 'availableReactionsContainer', 'availableReactions'),
    ...listAt(node, 'availableReactions'),
  ]
  const helpful = reactions.find((reaction) => at(reaction, 'reactionType') === 'HELPFUL')
  return countAt(helpful, 'count') ?? countAt(node, 'feedback', 'usefulCount') ?? 0
}

const NO_TEXTS = "Yelp's page shows how many reviews there are, but not the reviews themselves."
const UNKNOWN_DATES =
  'The dates of these reviews are left out because Yelp gives day and month in an unknown order.'

/**
 * Parses a business page. Older versions of the page contain reviews, in different places; newer ones only their
 * number.
 */
function htmlPage(html: string): SourcePage {
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

/**
 * Number of reviews in the page's metadata for search engines; null if there is none. The reviews in the metadata
 * aren't read, because they have no id and can't be distinguished.
 */
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
function isFeed(value: unknown): boolean {
  return Array.isArray(at(value, 'reviews'))
}

/** `cursor` was used to request the feed, for feeds that don't state their offset. */
function feedPage(feed: unknown, cursor: string | null): SourcePage {
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

/** The texts of `review_feed` are HTML, and the dates are days. */
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
 * True if all dates of the page can be `M/D/YYYY`, as on yelp.com. Yelp's sites for some countries put the day first,
 * recognized by a first number above 12; none of the page's dates is used then.
 */
function writesMonthFirst(elements: unknown[]): boolean {
  const months = elements.map((element) => Number(SLASHED.exec(textAt(element, 'localizedDate'))?.[1] ?? 1))
  return months.every((month) => month <= 12)
}

function isoFromSlashed(text: string): string | null {
  const [, month, day, year] = SLASHED.exec(text) ?? []
  return year === undefined ? null : isoFromDay(Number(year), Number(month), Number(day))
}

export function cursorAt(offset: number): string {
  return btoa(JSON.stringify({ version: 1, type: 'offset', offset }))
}

/** Null if the cursor isn't in Yelp's format. */
export function offsetOf(cursor: unknown): number | null {
  if (typeof cursor !== 'string' || cursor === '' || cursor.length > 200) return null
  try {
    return countAt(parseJson(atob(cursor)), 'offset')
  } catch {
    return null
  }
}

/**
 * Cursor of the next page. The offset is counted from the start of the current page if `endCursor` is missing, which
 * doesn't always mean the end.
 *
 * @param cursor the cursor that the current page was requested with
 * @param rowCount number of rows in the current page, including repeated ones
 */
export function cursorAfter(cursor: string | null, endCursor: unknown, rowCount: number): string | null {
  const start = offsetOf(cursor) ?? 0
  const stated = offsetOf(endCursor)
  if (typeof endCursor === 'string' && endCursor !== '' && (stated === null || stated > start))
    return endCursor
  return rowCount > 0 ? cursorAt(start + rowCount) : null
}
