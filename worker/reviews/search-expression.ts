import { DAY_MS } from '../rules/durations.ts'
import type { Platform } from '../rules/platforms.ts'
import type { ListReviewsInput } from '../rules/reviews.ts'
import { type Sentiment, sentimentOf } from '../rules/sentiment.ts'

const MAX_TERMS = 8
/** The index has tokens of each day and of each span of so many days. */
const SPAN_DAYS = 32

/** When the reviews looked for were first seen: on the UTC day of `from` or later. `now`, too, is in milliseconds. */
export interface SeenWindow {
  from: number
  now: number
}

type SearchFilter = Pick<
  ListReviewsInput,
  'businessId' | 'platform' | 'rating' | 'sentiment' | 'status' | 'visibility' | 'search'
>

/**
 * The FTS5 expression for a filter inside one organization. Filters are tokens of the `keys` column (written by the trigger
 * `review_ids_index`). Each carries the organization or a business of it, so no other tenant's entries are read. The caller's
 * words reach only the text columns, each quoted as an FTS string, the way `word*` finds its beginnings.
 */
export function searchExpression(
  organizationId: string,
  filter: SearchFilter,
  window: SeenWindow | null = null,
): string {
  const org = token(organizationId)
  const anyOf = (tokens: string[]) => `(${tokens.join(' OR ')})`
  const keys: string[] = []
  if (filter.businessId) keys.push(`b${token(filter.businessId)}`)
  if (filter.platform) keys.push(`p${org}${filter.platform}`)
  if (filter.rating) keys.push(`r${org}${filter.rating}`)
  if (filter.sentiment) keys.push(anyOf(starsOf(filter.sentiment).map((stars) => `r${org}${stars}`)))
  if (filter.status) keys.push(`u${org}${filter.status === 'responded' ? 1 : 0}`)
  // The token of what is no longer shown; what is shown has none.
  const removed = `v${org}`
  if (filter.visibility === 'removed') keys.push(removed)
  if (window) keys.push(anyOf(daysOf(org, window)))
  if (keys.length === 0) keys.push(anyOf([`u${org}0`, `u${org}1`]))
  const shownOnly = filter.visibility === 'public' ? ` NOT (keys : ${removed})` : ''
  const terms = termsOf(filter.search ?? '')
  const text =
    terms.length > 0
      ? ` AND {review_text author_name} : (${terms.map((term) => `"${term}" *`).join(' AND ')})`
      : ''
  return `((keys : (${keys.join(' AND ')}))${shownOnly})${text}`
}

/** What reviews that may be the same have in common. */
export interface Likeness {
  authorName: string
  rating: number
  /** Whole words that the text begins with. */
  textBegins: string
}

/**
 * The FTS5 expression for reviews of a business and platform with these stars, and with name and text as they are among
 * theirs. Joined without AND: so what has nothing that the index could look for is left out, and doesn't exclude all.
 */
export function alikeExpression(
  {
    organizationId,
    businessId,
    platform,
  }: { organizationId: string; businessId: string; platform: Platform },
  { authorName, rating, textBegins }: Likeness,
): string {
  const org = token(organizationId)
  const keys = [`b${token(businessId)}`, `p${org}${platform}`, `r${org}${Math.floor(rating)}`]
  return [
    ...keys.map((key) => `keys : ${key}`),
    `author_name : ${quoted(authorName)}`,
    `review_text : ${quoted(textBegins)}`,
  ].join(' ')
}

/** Words in a row. Nothing in it is syntax; a NUL would end the expression. */
function quoted(text: string): string {
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"`
}

/** The window as tokens: the days left of its first span, then whole spans, this one included. */
function daysOf(org: string, { from, now }: SeenWindow): string[] {
  const tokens: string[] = []
  let day = Math.floor(from / DAY_MS)
  for (; day % SPAN_DAYS !== 0; day += 1) tokens.push(`d${org}${day}`)
  const last = Math.floor(now / DAY_MS / SPAN_DAYS)
  for (let span = day / SPAN_DAYS; span <= last; span += 1) tokens.push(`w${org}${span}`)
  return tokens
}

/** Half stars count as the whole ones below them. */
function starsOf(sentiment: Sentiment): number[] {
  return [1, 2, 3, 4, 5].filter((stars) => sentimentOf(stars) === sentiment)
}

/** Whether a search text has anything that can be looked for: a text of punctuation alone does not. */
export function isSearchable(search: string): boolean {
  return termsOf(search).length > 0
}

/** The index consists of letters and digits; everything else separates words there too. */
function termsOf(search: string): string[] {
  return (search.match(/[\p{L}\p{N}\p{Co}]+(?:\p{M}+[\p{L}\p{N}\p{Co}]*)*/gu) ?? []).slice(0, MAX_TERMS)
}

/** The last 16 digits of a UUID are random. */
function token(id: string): string {
  return id.slice(19).replace('-', '')
}
