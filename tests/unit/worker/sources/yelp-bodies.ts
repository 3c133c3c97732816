/** Bodies in the formats of Yelp's public answers, about invented people. */

/** An invented id of a business, person or review: 22 characters. */
export function encid(kind: string, number: number): string {
  return `${kind}-${number}_`.padEnd(22, 'Ab3').slice(0, 22)
}

export const BUSINESS_ID = 'Qz7invented_Harbour0Aw'
export const ALIAS = 'harbour-inn-port-example-3'

type Json = Record<string, unknown>

/** A node of `GetBusinessReviewFeed`. */
export function gqlNode(number: number, parts: Json = {}): Json {
  return {
    __typename: 'Review',
    encid: encid('R', number),
    rating: 4,
    text: { full: `Dinner number ${number} was fine.`, language: 'en' },
    author: { encid: encid('U', number), displayName: `Guest ${number}.`, reviewCount: 6 },
    business: { encid: BUSINESS_ID, alias: ALIAS, name: 'Harbour Inn' },
    createdAt: { utcDateTime: '2026-02-23T15:10:29Z', localDateTime: '2026-02-23T07:10:29-08:00' },
    feedback: { usefulCount: 2, funnyCount: 7, coolCount: 9 },
    bizUserPublicReply: null,
    previousReviews: null,
    ...parts,
  }
}

export interface GqlFrame {
  reviewCount?: unknown
  totalCount?: unknown
  pageInfo?: unknown
}

/** The whole answer of `/gql/batch`. */
export function gqlBody(nodes: unknown[], frame: GqlFrame = {}): string {
  const reviews = {
    totalCount: frame.totalCount ?? 328,
    edges: nodes.map((node) => ({ node })),
    pageInfo: frame.pageInfo ?? { hasNextPage: false, endCursor: null },
  }
  const business = {
    encid: BUSINESS_ID,
    alias: ALIAS,
    rating: 3.6,
    reviewCount: frame.reviewCount ?? 328,
    reviews,
  }
  return JSON.stringify([{ data: { business } }])
}

/** An element of `review_feed`. */
export function feedElement(number: number, parts: Json = {}): Json {
  return {
    id: encid('F', number),
    userId: encid('U', number),
    business: { id: BUSINESS_ID, alias: ALIAS, name: 'Harbour Inn' },
    user: { markupDisplayName: `Guest ${number}.`, link: '/user_details?userid=x' },
    comment: { text: `Lunch number ${number} was fine.`, language: 'en' },
    localizedDate: '11/2/2023',
    rating: 5,
    feedback: { counts: { useful: 2, funny: 7, cool: 9 } },
    isUpdated: false,
    businessOwnerReplies: null,
    previousReviews: null,
    ...parts,
  }
}

export function feedBody(
  elements: unknown[],
  pagination: unknown = { totalResults: elements.length },
): string {
  return JSON.stringify({ reviews: elements, pagination })
}

/** The JSON of `/biz/{encid}/props`. */
export function propsBody(
  elements: unknown[],
  pagination: unknown = { totalResults: elements.length },
): string {
  const reviewFeedQueryProps = { reviews: elements, pagination }
  return JSON.stringify({ bizDetailsPageProps: { businessName: 'Harbour Inn', reviewFeedQueryProps } })
}

export interface PageParts {
  encid?: string | null
  canonical?: string
  scripts?: string[]
}

/** A page of a business with what every generation of it has in its head. */
export function htmlBody(parts: PageParts = {}): string {
  const id = parts.encid === undefined ? BUSINESS_ID : parts.encid
  return [
    '<!DOCTYPE html><html lang="en-US"><head><script>window.ddjskey = "INVENTED"</script>',
    '<script data-rh="true" src="https://js.datadome.co/tags.js" async="true"></script>',
    `<link data-rh="true" rel="canonical" href="${parts.canonical ?? `https://www.yelp.com/biz/${ALIAS}`}">`,
    id === null ? '' : `<meta data-rh="true" name="yelp-biz-id" content="${id}">`,
    '<title data-rh="true">HARBOUR INN - 12 Photos &amp; 328 Reviews - Yelp</title></head><body>',
    ...(parts.scripts ?? []),
    '</body></html>',
  ].join('\n')
}

/** The GraphQL cache as pages since 2024 carry it: in a comment, its entities encoded. */
export function apolloScript(state: Json): string {
  const encoded = JSON.stringify(state)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('/', '&#x2F;')
  return `<script data-apollo-state="0-0" type="application/json"><!--${encoded}--></script>`
}

export const BUSINESS_STATE: Json = {
  [`Business:${BUSINESS_ID}`]: {
    __typename: 'Business',
    encid: BUSINESS_ID,
    name: 'Harbour Inn & Bar',
    reviewCount: 328,
    'rating({"roundingMethod":"NEAREST_TENTH"})': 3.6,
  },
  [`Review:${encid('R', 90)}`]: { __typename: 'Review', encid: encid('R', 90), author: { __ref: 'User:u' } },
}

/** The settings script that pages of 2022 to 2024 were built from. */
export function hypernovaScript(elements: unknown[], totalResults: number): string {
  const bizDetailsPageProps = { reviewFeedQueryProps: { reviews: elements, pagination: { totalResults } } }
  const props = JSON.stringify({ legacyProps: { bizDetailsProps: { bizDetailsPageProps } } })
  return `<script type="application/json" data-hypernova-key="yelpfrontend__1__GondolaBizDetails"><!--${props}--></script>`
}

export function jsonLdScript(description: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(description)}</script>`
}

// Simulated after the signatures that public clients look for; none was recorded.
export const DATADOME_PAGE =
  '<html lang="en"><head><title>yelp.com</title></head><body><p id="cmsg">Please enable JS and disable any ad blocker</p>' +
  "<script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script>" +
  '<script src="https://ct.captcha-delivery.com/c.js"></script></body></html>'
export const DATADOME_JSON = '{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=invented"}'
export const NOT_ALLOWED_PAGE =
  '<html><body><h1>Sorry, you’re not allowed to access this page.</h1></body></html>'
export const SORRY_PAGE =
  '<!DOCTYPE html><html><head><title>Yelp</title></head><body><h2>Sorry!</h2></body></html>'
