import { base64Url, fromBase64Url } from './ids.ts'
import type { Listing } from './listing.ts'
import { pagesOf } from './paging.ts'
import { randomFrom } from './random.ts'
import type { SimulatedReview } from './reviews.ts'

/** The only supported order. */
const NEWEST = 2
const FIRST_PAGE_SIZE = 10
const LATER_PAGE_SIZE = 20
/** Bytes before and after the inner part of a token. */
const FRAME_START = ':D'
const FRAME_END = '\x00'

export interface ListQuery {
  featureId: string
  /** Null on the first page. */
  token: string | null
}

function nodeAt(value: unknown, ...path: number[]): unknown {
  return path.reduce<unknown>((node, index) => (Array.isArray(node) ? node[index] : undefined), value)
}

/** Parses `reqpld`; null if its structure isn't the expected one. */
export function listQueryOf(reqpld: string | null): ListQuery | null {
  const payload = parsed(reqpld)
  const asked = nodeAt(payload, 1, 9)
  const featureId = nodeAt(asked, 11, 0)
  const size = nodeAt(asked, 9) ?? null
  const token = nodeAt(asked, 19) ?? ''
  if (nodeAt(payload, 0) !== null || typeof featureId !== 'string' || typeof token !== 'string') return null
  if (nodeAt(asked, 1) !== NEWEST) return null
  if (size !== null && !(typeof size === 'number' && Number.isInteger(size) && size > 0)) return null
  // The first page must say how many reviews it wants.
  if (token === '' && size === null) return null
  return { featureId, token: token === '' ? null : token }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** An opaque token for a page of a list: base64 of a small protobuf, like the real one. */
function tokenOf(featureId: string, page: number): string {
  const inner = base64Url(`\x0a${JSON.stringify([featureId, page])}`)
  return base64Url(`${FRAME_START}${inner}${FRAME_END}`)
}

/** Page number of a token, from 0; null if the token isn't one of this list. */
export function pageOfToken(query: ListQuery): number | null {
  if (query.token === null) return 0
  try {
    const inner = fromBase64Url(query.token).slice(FRAME_START.length, -FRAME_END.length)
    const page = nodeAt(parsed(fromBase64Url(inner).slice(1)), 1)
    if (typeof page !== 'number') return null
    return tokenOf(query.featureId, page) === query.token ? page : null
  } catch {
    return null
  }
}

export interface ListPage {
  reviews: readonly SimulatedReview[]
  nextToken: string | null
}

/** A page of the list: 10 reviews on the first, 20 on later ones. */
export function listPage(
  listing: Listing,
  reviews: readonly SimulatedReview[],
  query: ListQuery,
  page: number,
): ListPage {
  const sizeOf = (index: number) => (index === 0 ? FIRST_PAGE_SIZE : LATER_PAGE_SIZE)
  const pages = pagesOf(reviews.length, listing.pages === 'overlapping', sizeOf)
  const span = pages[page]
  if (!span) return { reviews: [], nextToken: null }
  const isLast = page === pages.length - 1
  return {
    reviews: reviews.slice(span.from, span.to),
    nextToken: isLast ? null : tokenOf(query.featureId, page + 1),
  }
}

/** The envelope: metadata with the answer's headers, then the node of the list at `[1][10]`, 7 elements. */
export function envelope(
  records: unknown[] | null,
  nextToken: string | null,
  seed: string,
  notice: unknown = null,
) {
  const random = randomFrom(`envelope:${seed}`)
  const headers = [
    ['Date', new Date().toUTCString()],
    ['Pragma', 'no-cache'],
    ['Expires', '-1'],
    ['Cache-Control', 'no-cache, must-revalidate'],
    ['Content-Type', 'application/json; charset=UTF-8'],
    ['Set-Cookie', '__Secure-SIMULATED=none; path=/; domain=.google.com; Secure; SameSite=strict'],
    ['Content-Disposition', 'attachment; filename="f.txt"'],
    ['Transfer-Encoding', 'chunked'],
    ['Server', 'gws'],
    ['X-XSS-Protection', '0'],
    ['X-Frame-Options', 'SAMEORIGIN'],
  ]
  const node = [null, null, records, null, notice, null, nextToken]
  const place = [...new Array(10).fill(null), node]
  return [[null, [base64Url(random.bytes(16))], null, null, [[headers]]], place]
}
