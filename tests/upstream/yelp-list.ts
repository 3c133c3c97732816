import type { Listing } from './listing.ts'
import { pagesOf } from './paging.ts'
import type { SimulatedReview } from './reviews.ts'

const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 40

/** Id of the stored GraphQL document of `GetBusinessReviewFeed`, as of September 2026. */
export const DOCUMENT_ID = '2b29fe4414313b319cb85e119740e72da582d64ad2962841724748be23d7f692'
/** The only supported order. */
const ORDER = 'DATE_DESC'

export interface FeedQuery {
  encid: string
  pageSize: number
  offset: number
  language: string
  ratings: readonly number[]
  /** True if the request continues a list. */
  hasCursor: boolean
}

/** `after` and `endCursor`: base64 of the offset as JSON. */
export function cursorAt(offset: number): string {
  return btoa(JSON.stringify({ version: 1, type: 'offset', offset }))
}

function offsetOf(after: unknown): number | null {
  if (after === undefined || after === null || after === '') return 0
  if (typeof after !== 'string') return null
  try {
    const cursor: unknown = JSON.parse(atob(after))
    if (typeof cursor !== 'object' || cursor === null || !('offset' in cursor)) return null
    return typeof cursor.offset === 'number' && cursor.offset >= 0 ? cursor.offset : null
  } catch {
    return null
  }
}

/** Parses the variables of the list's query; null if the site would refuse them. */
export function feedQueryOf(variables: Readonly<Record<string, unknown>>): FeedQuery | null {
  const { encBizId, reviewsPerPage, after, sortBy, languageCode, ratings } = variables
  const offset = offsetOf(after)
  const pageSize = reviewsPerPage ?? DEFAULT_PAGE_SIZE
  if (typeof encBizId !== 'string' || offset === null) return null
  if (typeof pageSize !== 'number' || pageSize < 1 || pageSize > MAX_PAGE_SIZE) return null
  if (sortBy !== ORDER) return null
  return {
    encid: encBizId,
    pageSize,
    offset,
    language: typeof languageCode === 'string' ? languageCode : 'en',
    ratings: Array.isArray(ratings)
      ? ratings.filter((rating) => typeof rating === 'number')
      : [1, 2, 3, 4, 5],
    hasCursor: offset > 0,
  }
}

export interface FeedPage {
  reviews: readonly SimulatedReview[]
  /** Number of reviews in the language, on all pages. */
  total: number
  hasNextPage: boolean
}

/** A page of the list, with only reviews in the requested language. */
export function feedPage(listing: Listing, reviews: readonly SimulatedReview[], query: FeedQuery): FeedPage {
  const list = reviews.filter(
    ({ language, rating }) => (language ?? 'en') === query.language && query.ratings.includes(rating),
  )
  if (listing.pages === 'plain') {
    const end = query.offset + query.pageSize
    return { reviews: list.slice(query.offset, end), total: list.length, hasNextPage: end < list.length }
  }
  const pages = pagesOf(list.length, true, () => query.pageSize)
  const page = Math.floor(query.offset / query.pageSize)
  const span = pages[page] ?? { from: 0, to: 0 }
  return { reviews: list.slice(span.from, span.to), total: list.length, hasNextPage: page < pages.length - 1 }
}
