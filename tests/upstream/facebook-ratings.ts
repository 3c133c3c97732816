import { ENTRY_FIELDS, facebookEntry, facebookRating } from './facebook-entry.ts'
import { graphError, usageHeaders } from './facebook-errors.ts'
import { base64Url, fromBase64Url } from './ids.ts'
import type { Listing } from './listing.ts'
import { type Answer, json, type UpstreamRequest } from './wire.ts'
import type { World } from './world.ts'

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100
const CURSOR_MARK = 'QVFIU'

/** A page of the ratings of a Facebook page, newest first. `paging` is left out if everything fits on it. */
export function ratingsAnswer(world: World, { query, path }: UpstreamRequest, listing: Listing): Answer {
  const fields = fieldsOf(query.get('fields') ?? 'created_time,recommendation_type,review_text')
  const unknown = fields.find((field) => !ENTRY_FIELDS.includes(field))
  if (unknown !== undefined) {
    return graphError(
      '100',
      `(#100) Tried accessing nonexisting field (${unknown}) on node type (Recommendation)`,
    )
  }
  const limit = Math.min(Number(query.get('limit') ?? DEFAULT_LIMIT), MAX_LIMIT)
  const start = offsetOf(query.get('after'))
  if (start === null || !Number.isInteger(limit) || limit < 1) return graphError('100')
  const all = [...world.reviews(listing, 'facebook')].sort((a, b) => b.createdAt - a.createdAt)
  const end = Math.min(start + limit, all.length)
  const data = all.slice(start, end).map((review) => facebookEntry(review, fields))
  const isWhole = start === 0 && end === all.length
  const paging = {
    cursors: { before: cursorAt(start), after: cursorAt(end) },
    ...(end < all.length && { next: nextAddress(path, query, cursorAt(end)) }),
  }
  return json(200, { data, ...(!isWhole && { paging }) }, usageHeaders())
}

/** A Facebook page; its average is left out if it has no ratings. */
export function pageAnswer(world: World, listing: Listing): Answer {
  const all = world.reviews(listing, 'facebook').map(facebookRating)
  const average = all.reduce((sum, rating) => sum + rating, 0) / all.length
  return json(
    200,
    {
      name: listing.name,
      ...(all.length > 0 && { overall_star_rating: Math.round(average * 10) / 10 }),
      rating_count: all.length,
      id: listing.facebook?.pageId,
    },
    usageHeaders(),
  )
}

/** Top-level names of a field list such as `created_time,reviewer{id,name}`. */
export function fieldsOf(text: string): string[] {
  return text
    .replace(/\{[^}]*\}/g, '')
    .split(',')
    .map((field) => field.trim())
    .filter(Boolean)
}

export function cursorAt(offset: number): string {
  return `${CURSOR_MARK}${base64Url(`simulated:${offset}`)}`
}

/** Null if the cursor isn't one of ours. */
export function offsetOf(cursor: string | null): number | null {
  if (cursor === null) return 0
  if (!cursor.startsWith(CURSOR_MARK)) return null
  try {
    const [, digits] = /^simulated:(\d{1,6})$/.exec(fromBase64Url(cursor.slice(CURSOR_MARK.length))) ?? []
    return digits === undefined ? null : Number(digits)
  } catch {
    return null
  }
}

/** Facebook's URL of the next page, token included. Its token is invalid, so that a client that follows it fails. */
function nextAddress(path: string, query: URLSearchParams, after: string): string {
  const next = new URLSearchParams(query)
  next.set('access_token', 'EAACsimulatedTokenOfTheNextPage')
  next.set('after', after)
  return `https://graph.facebook.com${path}?${next}`
}
