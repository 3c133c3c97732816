import { DAY_MS } from '../rules/durations.ts'
import { type AnyPlatform, PLATFORMS } from '../rules/platforms.ts'
import type { ListReviewsInput } from '../rules/reviews.ts'
import { beginningsOf, isUnseparated, searchTerms } from '../rules/search-terms.ts'
import { SENTIMENTS, type Sentiment, sentimentOf } from '../rules/sentiment.ts'
import type { TagRule } from '../rules/tags.ts'
import { mismatchToken, termToken, topicToken } from './insight-keys.ts'
import { suggestedToken, tagToken } from './labels.ts'

/** Days per span: the index has a token for each day and for each span. */
const SPAN_DAYS = 32

/** Window of first seen: UTC days from `from` (included) to `to` (excluded), in milliseconds. */
export interface SeenWindow {
  from: number
  to: number
}

export type SearchFilter = Pick<
  ListReviewsInput,
  | 'businessId'
  | 'platform'
  | 'rating'
  | 'sentiment'
  | 'status'
  | 'visibility'
  | 'text'
  | 'photos'
  | 'changes'
  | 'reply'
  | 'topic'
  | 'opinion'
  | 'term'
  | 'mismatch'
  | 'suggestion'
  | 'tag'
  | 'search'
> & {
  /** True to match only reviews on platforms that the organization has added. */
  isOther?: boolean
  /** True to match only visible reviews without a visible reply. */
  waiting?: boolean
  assignee?: string | undefined
  /**
   * Rule of a tag. The result may include reviews that break the rule, because the index ignores the word order of
   * phrases, and some scripts entirely.
   */
  rule?: TagRule
  /** Businesses to search if `businessId` is absent: those that the member may see; null for all. */
  businessIds?: readonly string[] | null
}

/**
 * The FTS5 expression for a filter within one organization. Filters are tokens of the `keys` column (written by the
 * trigger `review_ids_fill_search`). Each contains the organization or one of its businesses, so other tenants' entries
 * are never read. The caller's input only reaches the text columns, quoted as FTS strings; `word*` matches beginnings.
 */
export function searchExpression(
  organizationId: string,
  filter: SearchFilter,
  window: SeenWindow | null = null,
): string {
  const org = searchToken(organizationId)
  const anyOf = (tokens: string[]) => `(${tokens.join(' OR ')})`
  const keys: string[] = []
  if (filter.businessId) keys.push(`b${searchToken(filter.businessId)}`)
  else if (filter.businessIds) keys.push(anyOf(filter.businessIds.map((id) => `b${searchToken(id)}`)))
  if (filter.platform) keys.push(`p${org}${filter.platform}`)
  if (filter.rating) keys.push(`r${org}${filter.rating}`)
  if (filter.sentiment) keys.push(anyOf(starsOf(filter.sentiment).map((stars) => `r${org}${stars}`)))
  if (filter.status) keys.push(`u${org}${filter.status === 'responded' ? 1 : 0}`)
  // Only exceptions have a token: reviews that are no longer shown, edited, without text, with photos, with a reply
  // that isn't posted yet, or with a visible reply.
  const [removed, edited, textless] = [`v${org}`, `e${org}`, `x${org}`]
  const [unposted, visible] = [`q${org}`, `g${org}`]
  const excluded: string[] = []
  if (filter.isOther) excluded.push(...PLATFORMS.map((platform) => `p${org}${platform}`))
  if (filter.visibility === 'removed') keys.push(removed)
  if (filter.visibility === 'public') excluded.push(removed)
  if (filter.text === 'without') keys.push(textless)
  if (filter.text === 'with') excluded.push(textless)
  if (filter.photos) keys.push(`i${org}`)
  if (filter.changes === 'edited') keys.push(edited)
  if (filter.changes === 'edited_or_removed') keys.push(anyOf([edited, removed]))
  if (filter.reply === 'unposted') keys.push(unposted)
  if (filter.reply === 'visible') keys.push(visible)
  if (filter.reply === 'hidden') {
    keys.push(unposted, `u${org}1`)
    excluded.push(visible)
  }
  if (filter.waiting) {
    keys.push(anyOf([`u${org}0`, unposted]))
    excluded.push(visible, removed)
  }
  const { topic, opinion } = filter.rule ?? filter
  if (topic) {
    const polarities = opinion ? [opinion] : SENTIMENTS
    keys.push(anyOf(polarities.map((polarity) => topicToken(org, topic, polarity))))
  }
  if (filter.term) keys.push(termToken(org, filter.term))
  if (filter.mismatch) keys.push(mismatchToken(org, filter.mismatch))
  if (filter.suggestion) keys.push(suggestedToken(org))
  if (filter.tag) keys.push(tagToken(org, searchToken(filter.tag)))
  const { rule } = filter
  if (rule && rule.stars.length > 0) keys.push(anyOf(rule.stars.map((stars) => `r${org}${stars}`)))
  if (rule && rule.platforms.length > 0)
    keys.push(anyOf(rule.platforms.map((platform) => `p${org}${platform}`)))
  if (filter.assignee) keys.push(`a${org}${searchToken(filter.assignee)}`)
  if (window) keys.push(anyOf(daysOf(org, window)))
  // A business's token doesn't contain the organization, and expressions that only count have no other condition on it.
  if (keys.every((key) => /^\(?b/.test(key))) keys.push(anyOf([`u${org}0`, `u${org}1`]))
  const without = excluded.length > 0 ? ` NOT (keys : ${anyOf(excluded)})` : ''
  const terms = searchTerms(filter.search ?? '')
  const text =
    terms.length > 0 ? ` AND {review_text author_name} : (${terms.map(anyBeginning).join(' AND ')})` : ''
  const mentions = rule?.mentions ?? []
  const mentioned =
    mentions.length > 0 && !mentions.some(isUnseparated)
      ? ` AND review_text : (${mentions.map((phrase) => `(${searchTerms(phrase).map(anyBeginning).join(' AND ')})`).join(' OR ')})`
      : ''
  return `((keys : (${keys.join(' AND ')}))${without})${text}${mentioned}`
}

function anyBeginning(term: string): string {
  const [first, ...others] = beginningsOf(term).map((beginning) => `"${beginning}" *`)
  return others.length === 0 ? `${first}` : `(${[first, ...others].join(' OR ')})`
}

export interface Likeness {
  authorName: string
  rating: number
  /** Whole words at the beginning of the text. */
  textBegins: string
}

/**
 * The FTS5 expression for reviews of a business and platform with this author name, these stars and this beginning of
 * the text. The parts are joined by spaces: FTS5 then ignores a part without searchable characters, whereas AND would
 * exclude everything.
 */
export function alikeExpression(
  {
    organizationId,
    businessId,
    platform,
  }: { organizationId: string; businessId: string; platform: AnyPlatform },
  { authorName, rating, textBegins }: Likeness,
): string {
  const org = searchToken(organizationId)
  const keys = [`b${searchToken(businessId)}`, `p${org}${platform}`, `r${org}${Math.floor(rating)}`]
  return [
    ...keys.map((key) => `keys : ${key}`),
    `author_name : ${quoted(authorName)}`,
    `review_text : ${quoted(textBegins)}`,
  ].join(' ')
}

/**
 * Quotes a phrase, so that nothing in it is FTS5 syntax. NUL characters become spaces, because they would end the
 * expression.
 */
function quoted(text: string): string {
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`
}

/** The window as tokens: whole spans inside it, and the single days before and after them. */
function daysOf(org: string, { from, to }: SeenWindow): string[] {
  const tokens: string[] = []
  const end = Math.ceil(to / DAY_MS)
  for (let day = Math.floor(from / DAY_MS); day < end; ) {
    const isSpan = day % SPAN_DAYS === 0 && day + SPAN_DAYS <= end
    tokens.push(isSpan ? `w${org}${day / SPAN_DAYS}` : `d${org}${day}`)
    day += isSpan ? SPAN_DAYS : 1
  }
  return tokens
}

/**
 * End of the span that contains `now`. A window that ends there needs only one token for this span instead of one per
 * day.
 */
export function endOfSpan(now: number): number {
  const span = SPAN_DAYS * DAY_MS
  return (Math.floor(now / span) + 1) * span
}

/** The ratings with a sentiment, in whole stars; half stars are rounded down. */
function starsOf(sentiment: Sentiment): number[] {
  return [1, 2, 3, 4, 5].filter((stars) => sentimentOf(stars) === sentiment)
}

/** True if a search text contains anything but punctuation. */
export function isSearchable(search: string): boolean {
  return searchTerms(search).length > 0
}

/** The last 16 digits of a UUID, which are random. */
export function searchToken(id: string): string {
  return id.slice(19).replace('-', '')
}
