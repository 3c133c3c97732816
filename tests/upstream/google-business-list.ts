import { base64Url, fromBase64Url } from './ids.ts'
import type { SimulatedReview } from './reviews.ts'

const MAX_PAGE_SIZE = 50
/** Every n-th page lacks the average and the number of reviews. */
const NUMBERS_LEFT_OUT_EVERY = 3
/** Prefix of page tokens. */
const FRAME = 'Ax'

/** The only supported order. */
const ORDER = 'updateTime desc'

export interface ReviewQuery {
  pageSize: number
  offset: number
}

/** Parses the parameters of a page; returns the name of the first invalid one instead. */
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

/** Requested page size, at most `largest`; null if invalid. */
export function pageSizeOf(query: URLSearchParams, largest: number): number | null {
  const size = Number(query.get('pageSize') ?? largest)
  return Number.isInteger(size) && size >= 0 ? Math.min(size || largest, largest) : null
}

/** An opaque token that encodes the list and the offset in it. */
export function pageToken(list: readonly string[], offset: number): string {
  return FRAME + base64Url(JSON.stringify([...list, offset]))
}

/** Offset of a page token, 0 for an empty one; null if the token is invalid or of another list. */
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

/** A page of the list. Keys without a value are left out, so that it may be `{}`. */
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
