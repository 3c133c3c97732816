import type { Listing } from './listing.ts'
import { findListing, yelpUrl } from './listings.ts'
import { type Answer, html, json, type Route, redirect, type UpstreamRequest } from './wire.ts'
import type { World } from './world.ts'
import { cursorAt, DOCUMENT_ID, type FeedQuery, feedPage, feedQueryOf } from './yelp-list.ts'
import { yelpNode } from './yelp-node.ts'
import { yelpPage } from './yelp-page.ts'
import { forbiddenDocument, yelpCaptcha, yelpNotFound } from './yelp-refusals.ts'

const OPERATION = 'GetBusinessReviewFeed'
/** Every n-th page says that there is a next page, but not where it begins. */
const CURSOR_LEFT_OUT_EVERY = 4

interface Operation {
  operationName: string
  documentId: string
  variables: Readonly<Record<string, unknown>>
}

/**
 * Yelp's public addresses: business pages, the GraphQL list and the older list. Null for requests that Yelp doesn't
 * serve.
 */
export function routeYelp(world: World, request: UpstreamRequest): Route | null {
  if (request.host !== 'www.yelp.com') return null
  if (request.method === 'POST' && request.path === '/gql/batch') return batchRoute(world, request)
  const [, name] = /^\/biz\/([^/]+)$/.exec(request.path) ?? []
  if (request.method !== 'GET' || name === undefined) return null
  return pageRoute(world, findListing('yelp', decodeURIComponent(name)), decodeURIComponent(name))
}

function pageRoute(world: World, listing: Listing | null, name: string): Route {
  return {
    platform: 'yelp',
    listing,
    answer() {
      if (!listing || listing.state === 'gone') return yelpNotFound()
      if (name === listing.yelp?.formerAlias) return redirect(301, yelpUrl(listing))
      return html(200, yelpPage(listing, world.reviews(listing, 'yelp'), world.now()))
    },
    failures: { captcha: yelpCaptcha },
  }
}

function operationsOf(request: UpstreamRequest): Operation[] | null {
  if (!request.headers['content-type']?.startsWith('application/json')) return null
  let batch: unknown
  try {
    batch = JSON.parse(request.body)
  } catch {
    return null
  }
  if (!Array.isArray(batch) || batch.length === 0) return null
  const operations = batch.map(operationOf)
  return operations.every((operation) => operation !== null) ? operations : null
}

function operationOf(entry: unknown): Operation | null {
  if (typeof entry !== 'object' || entry === null) return null
  const { operationName, variables, extensions } = entry as Record<string, unknown>
  if (typeof operationName !== 'string' || typeof variables !== 'object' || variables === null) return null
  if (typeof extensions !== 'object' || extensions === null || !('documentId' in extensions)) return null
  if (typeof extensions.documentId !== 'string') return null
  return { operationName, documentId: extensions.documentId, variables: { ...variables } }
}

function batchRoute(world: World, request: UpstreamRequest): Route {
  const operations = operationsOf(request)
  const first = operations?.[0] ? feedQueryOf(operations[0].variables) : null
  const listing = listingOf(first?.encid)
  const answers = (emptied: boolean) =>
    json(
      200,
      (operations ?? []).map((operation) => operationAnswer(world, operation, emptied)),
    )
  return {
    platform: 'yelp',
    listing,
    answer(): Answer {
      if (!operations) return json(400, { errors: [{ message: 'Invalid batch' }] })
      if (operations.some(isUnknownDocument)) return forbiddenDocument()
      return answers(false)
    },
    failures: {
      captcha: yelpCaptcha,
      forbidden_document: forbiddenDocument,
      empty_list: () => answers(true),
      ...(first?.hasCursor ? { expired_token: () => json(200, [errors('Invalid cursor')]) } : {}),
    },
  }
}

function isUnknownDocument({ operationName, documentId }: Operation): boolean {
  return operationName !== OPERATION || documentId !== DOCUMENT_ID
}

/** Finds a listing by encid; an alias isn't accepted here. */
function listingOf(encid: string | undefined): Listing | null {
  const listing = encid === undefined ? null : findListing('yelp', encid)
  return listing?.yelp?.encid === encid && listing?.state !== 'gone' ? listing : null
}

function errors(message: string) {
  return { errors: [{ message }] }
}

function operationAnswer(world: World, { variables }: Operation, emptied: boolean) {
  const query = feedQueryOf(variables)
  if (!query) return errors('Variables of the query are invalid')
  const listing = listingOf(query.encid)
  if (!listing) return { data: { business: null } }
  return { data: { business: businessAnswer(world, listing, query, emptied) } }
}

function businessAnswer(world: World, listing: Listing, query: FeedQuery, emptied: boolean) {
  const all = world.reviews(listing, 'yelp')
  const { reviews, total, hasNextPage } = feedPage(listing, all, query)
  const counts = [1, 2, 3, 4, 5].map((stars) => all.filter(({ rating }) => rating === stars).length)
  const sum = counts.reduce((stars, count, index) => stars + count * (index + 1), 0)
  const hasNext = hasNextPage && !emptied
  const next = query.offset + query.pageSize
  const isCursorLeftOut =
    Math.floor(query.offset / query.pageSize) % CURSOR_LEFT_OUT_EVERY === CURSOR_LEFT_OUT_EVERY - 1
  return {
    __typename: 'Business',
    encid: listing.yelp?.encid,
    alias: listing.yelp?.alias,
    name: listing.name,
    rating: all.length === 0 ? 0 : Math.round((sum / all.length) * 10) / 10,
    reviewCount: all.length,
    reviewCountsByRating: counts,
    reviews: {
      __typename: 'BusinessReviewConnection',
      totalCount: total,
      edges: emptied
        ? []
        : reviews.map((review) => ({
            node: yelpNode(listing, review),
            __typename: 'BusinessReviewEdge',
          })),
      pageInfo: {
        hasNextPage: hasNext,
        endCursor: hasNext && !isCursorLeftOut ? cursorAt(next) : null,
        __typename: 'PageInfo',
      },
    },
  }
}
