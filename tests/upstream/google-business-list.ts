import { base64Url, fromBase64Url } from './ids.ts'
import type { SimulatedReview } from './reviews.ts'

const MAX_PAGE_SIZE = 50
/** One page in so many states neither the average nor the number of reviews. */
const NUMBERS_LEFT_OUT_EVERY = 3
/** What stands around the inner part of a page token. */
const FRAME = 'Ax'

/** The only order that is asked for. */
const ORDER = 'updateTime desc'

export interface ReviewQuery {
  pageSize: number
  offset: number
}

/** Reads what a page is asked with; the name of what is wrong where it can't be answered. */
export function reviewQueryOf(
  locationId: string,
  query: URLSearchParams,
): ReviewQuery | 'order' | 'size' | 'token' {
  if ((query.get('orderBy') ?? ORDER) !== ORDER) return 'order'
  const pageSize = pageSizeOf(query, MAX_PAGE_SIZE)
  if (pageSize === null) return 'size'
  const token = query.get('pageToken') ?? ''
  const offset = offsetOf([locationId], token)
  return offset === null ? 'token' : { pageSize, offset }
}

/** Sizes above the largest are cut to it; null for what is no size. */
export function pageSizeOf(query: URLSearchParams, largest: number): number | null {
  const size = Number(query.get('pageSize') ?? largest)
  return Number.isInteger(size) && size >= 0 ? Math.min(size || largest, largest) : null
}

/** An opaque token that says how far which list was read. */
export function pageToken(list: readonly string[], offset: number): string {
  return FRAME + base64Url(JSON.stringify([...list, offset]))
}

/** How far the list was read; null for a token of another list, or none. */
export function offsetOf(list: readonly string[], token: string): number | null {
  if (token === '') return 0
  try {
    const parts: unknown = JSON.parse(fromBase64Url(token.slice(FRAME.length)))
    const offset = Array.isArray(parts) ? Number(parts.at(-1)) : Number.NaN
    return pageToken(list, offset) === token ? offset : null
  } catch {
    return null
  }
}

/** A page of the list; every key that has nothing to say is left out, so that it may be `{}`. */
export function reviewPage(
  locationId: string,
  all: readonly SimulatedReview[],
  { pageSize, offset }: ReviewQuery,
  write: (review: SimulatedReview) => unknown,
): Record<string, unknown> {
  const shown = [...all].sort((a, b) => b.editedAt - a.editedAt).slice(offset, offset + pageSize)
  const end = offset + shown.length
  const page = Math.floor(offset / pageSize)
  const hasNumbers = all.length > 0 && page % NUMBERS_LEFT_OUT_EVERY !== NUMBERS_LEFT_OUT_EVERY - 1
  const sum = all.reduce((stars, { rating }) => stars + rating, 0)
  return {
    ...(shown.length > 0 && { reviews: shown.map(write) }),
    ...(hasNumbers && {
      averageRating: Math.round((sum / all.length) * 10) / 10,
      totalReviewCount: all.length,
    }),
    ...(end < all.length && { nextPageToken: pageToken([locationId], end) }),
  }
}
