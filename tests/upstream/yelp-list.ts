import type { Listing } from './listing.ts'
import { pagesOf } from './paging.ts'
import type { SimulatedReview } from './reviews.ts'

export const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 40

/** The stored documents of `GetBusinessReviewFeed` the site has accepted, oldest first. */
export const DOCUMENT_IDS: readonly string[] = [
  'ef51f33d1b0eccc958dddbf6cde15739c48b34637a00ebe316441031d4bf7681',
  '691087a117482fc6d72e9549a7a23834bc35f578b0c161319eb1f9b20c0d92c0',
  '68eb1f35ced5d05ed897dd2b1e40ae1770fdc99c509ea396b7f2021eab28ccf7',
  '2b29fe4414313b319cb85e119740e72da582d64ad2962841724748be23d7f692',
]

type Order = (a: SimulatedReview, b: SimulatedReview) => number
const ORDERS: Readonly<Record<string, Order>> = {
  DATE_DESC: (a, b) => b.editedAt - a.editedAt,
  DATE_ASC: (a, b) => a.editedAt - b.editedAt,
  RATING_DESC: (a, b) => b.rating - a.rating,
  RATING_ASC: (a, b) => a.rating - b.rating,
  RELEVANCE_DESC: (a, b) => b.helpful - a.helpful,
  ELITES_DESC: (a, b) =>
    Number(b.reviewer?.distinguished ?? false) - Number(a.reviewer?.distinguished ?? false),
}

export interface FeedQuery {
  encid: string
  pageSize: number
  offset: number
  sortBy: string
  language: string
  ratings: readonly number[]
  /** True when the request names a place in the list. */
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

/** Reads the variables of the list; null when the site would not understand them. */
export function feedQueryOf(variables: Readonly<Record<string, unknown>>): FeedQuery | null {
  const { encBizId, reviewsPerPage, after, sortBy, languageCode, ratings } = variables
  const offset = offsetOf(after)
  const pageSize = reviewsPerPage ?? DEFAULT_PAGE_SIZE
  const order = sortBy ?? 'RELEVANCE_DESC'
  if (typeof encBizId !== 'string' || offset === null) return null
  if (typeof pageSize !== 'number' || pageSize < 1 || pageSize > MAX_PAGE_SIZE) return null
  if (typeof order !== 'string' || !(order in ORDERS)) return null
  return {
    encid: encBizId,
    pageSize,
    offset,
    sortBy: order,
    language: typeof languageCode === 'string' ? languageCode : 'en',
    ratings: Array.isArray(ratings)
      ? ratings.filter((rating) => typeof rating === 'number')
      : [1, 2, 3, 4, 5],
    hasCursor: offset > 0,
  }
}

export interface FeedPage {
  reviews: readonly SimulatedReview[]
  /** Reviews of the language, on all pages. */
  total: number
  hasNextPage: boolean
}

/** A page of the list: only reviews of the asked language. */
export function feedPage(listing: Listing, reviews: readonly SimulatedReview[], query: FeedQuery): FeedPage {
  const asked = reviews.filter(
    ({ language, rating }) => (language ?? 'en') === query.language && query.ratings.includes(rating),
  )
  const list = query.sortBy === 'DATE_DESC' ? asked : asked.sort(ORDERS[query.sortBy])
  if (listing.pages === 'plain') {
    const end = query.offset + query.pageSize
    return { reviews: list.slice(query.offset, end), total: list.length, hasNextPage: end < list.length }
  }
  const pages = pagesOf(list.length, true, () => query.pageSize)
  const page = Math.floor(query.offset / query.pageSize)
  const span = pages[page] ?? { from: 0, to: 0 }
  return { reviews: list.slice(span.from, span.to), total: list.length, hasNextPage: page < pages.length - 1 }
}
