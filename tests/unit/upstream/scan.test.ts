import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fault, ReviewTruth } from '#tests/upstream/control.ts'
import {
  formerYelpUrl,
  googleUrl,
  LISTINGS,
  type Listing,
  shortLink,
  yelpUrl,
} from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { volume } from '#tests/volume.ts'
import type { SourceErrorKind } from '#worker/rules/failures.ts'
import { googlePublic } from '#worker/sources/google-public/google-public.ts'
import type { PlaceRef, ReviewSource, ScrapedReview, SourceAnswer } from '#worker/sources/source.ts'
import { yelpPublic } from '#worker/sources/yelp-public/yelp-public.ts'
import { ask } from './ask.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

async function answerTo(request: Request): Promise<SourceAnswer> {
  const response = await ask(upstream.origin, request)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** The listing at an address, after following redirects. */
async function followed(source: ReviewSource, url: string): Promise<PlaceRef & { id: string }> {
  let place = source.locate(new URL(url))
  const { resolve } = source
  for (let hop = 0; resolve && place && place.id === null && hop < 3; hop += 1) {
    place = resolve.parse(place, await answerTo(resolve.request(place, {})))
  }
  if (!place || place.id === null) throw new Error(`${url} leads to no listing.`)
  return { ...place, id: place.id }
}

/** All reviews of a listing, read by the product's own source. */
async function walk(
  source: ReviewSource,
  url: string,
): Promise<{ reviews: ScrapedReview[]; warnings: string[]; rows: number }> {
  const place = await followed(source, url)
  const reviews = new Map<string, ScrapedReview>()
  const warnings = new Set<string>()
  let rows = 0
  for (let cursor: string | null = null, more = true; more; ) {
    const answer = await answerTo(source.request(place, cursor, {}))
    expect(source.refusal(answer)).toBeNull()
    const page = source.parse(answer.body, cursor)
    rows += page.reviews.length
    for (const review of page.reviews) reviews.set(review.reviewId, review)
    for (const warning of page.warnings) warnings.add(warning)
    cursor = page.nextCursor
    more = cursor !== null
  }
  return { reviews: [...reviews.values()], warnings: [...warnings], rows }
}

/** Replaces photos by their number, as in the simulated data. */
function withCounts(reviews: ScrapedReview[]) {
  return reviews.map(({ photos, ...review }) => ({ ...review, ...(photos && { photos: photos.length }) }))
}

/** Closed accounts have no name in the simulated data; each source substitutes its own. */
function comparable(truth: ReviewTruth[], read: ScrapedReview[]) {
  const names = new Map(read.map(({ reviewId, authorName }) => [reviewId, authorName]))
  return truth.map((review) => ({
    ...review,
    authorName: review.authorName ?? names.get(review.reviewId),
    userVerified: false,
  }))
}

const GOOGLE_CASES: Listing[] = [
  LISTINGS.languages,
  LISTINGS.overlapping,
  LISTINGS.ratings,
  LISTINGS.replies,
  LISTINGS.large,
]
const YELP_CASES: Listing[] = [
  LISTINGS.mixed,
  LISTINGS.overlapping,
  LISTINGS.moved,
  LISTINGS.replies,
  LISTINGS.large,
]

test.each(GOOGLE_CASES.slice(0, volume(4, 5)))(
  'the Google source reads exactly the reviews of $name',
  async (listing) => {
    const { reviews, warnings, rows } = await walk(googlePublic, googleUrl(listing))
    const truth = await upstream.control.reviews('google', listing.key)
    expect(withCounts(reviews)).toEqual(comparable(truth, reviews))
    expect(warnings).toEqual([])
    expect(rows > truth.length).toBe(listing.pages === 'overlapping')
  },
)

test.each(YELP_CASES.slice(0, volume(4, 5)))(
  'the Yelp source reads exactly the reviews of $name',
  async (listing) => {
    const { reviews, warnings, rows } = await walk(yelpPublic, yelpUrl(listing))
    const truth = await upstream.control.reviews('yelp', listing.key)
    expect(withCounts(reviews)).toEqual(comparable(truth, reviews))
    expect(warnings).toEqual([])
    expect(rows > truth.length).toBe(listing.pages === 'overlapping')
  },
)

test('the Yelp source reads only the English reviews of a multilingual listing', async () => {
  const { reviews } = await walk(yelpPublic, yelpUrl(LISTINGS.languages))
  expect(withCounts(reviews)).toEqual(
    comparable(await upstream.control.reviews('yelp', 'languages', 'en'), reviews),
  )
})

test('some Yelp pages say there are more reviews but give no cursor', async () => {
  const place = { id: LISTINGS.mixed.yelp.encid, url: yelpUrl(LISTINGS.mixed) }
  const answers = await Promise.all(
    [0, 20, 40, 60].map((offset) => {
      const cursor = btoa(JSON.stringify({ version: 1, type: 'offset', offset }))
      return answerTo(yelpPublic.request(place, cursor, {}))
    }),
  )
  const isOpen = answers.map(({ body }) => body.includes('"hasNextPage":true,"endCursor":null'))
  expect(isOpen).toContain(true)
})

const REFUSALS: { source: ReviewSource; fault: Fault; kind: SourceErrorKind }[] = [
  { source: googlePublic, fault: { kind: 'rate_limited' }, kind: 'rate_limited' },
  { source: googlePublic, fault: { kind: 'unavailable' }, kind: 'unavailable' },
  { source: googlePublic, fault: { kind: 'consent' }, kind: 'consent' },
  { source: googlePublic, fault: { kind: 'consent', variant: 'page' }, kind: 'consent' },
  { source: googlePublic, fault: { kind: 'captcha' }, kind: 'blocked' },
  { source: googlePublic, fault: { kind: 'captcha', variant: 'page' }, kind: 'blocked' },
  { source: googlePublic, fault: { kind: 'limited_view' }, kind: 'limited_view' },
  { source: googlePublic, fault: { kind: 'redirect_elsewhere' }, kind: 'blocked' },
  { source: yelpPublic, fault: { kind: 'rate_limited' }, kind: 'rate_limited' },
  { source: yelpPublic, fault: { kind: 'unavailable' }, kind: 'unavailable' },
  { source: yelpPublic, fault: { kind: 'unavailable', variant: 'sorry' }, kind: 'blocked' },
  { source: yelpPublic, fault: { kind: 'captcha' }, kind: 'blocked' },
  { source: yelpPublic, fault: { kind: 'captcha', variant: 'page' }, kind: 'blocked' },
  { source: yelpPublic, fault: { kind: 'captcha', variant: 'json' }, kind: 'blocked' },
  { source: yelpPublic, fault: { kind: 'captcha', variant: 'address' }, kind: 'blocked' },
  { source: yelpPublic, fault: { kind: 'forbidden_document' }, kind: 'format_changed' },
  { source: yelpPublic, fault: { kind: 'redirect_elsewhere' }, kind: 'blocked' },
]

test.each(REFUSALS)('$source.name reports $fault as $kind', async ({ source, fault, kind }) => {
  const isGoogle = source.platform === 'google'
  await upstream.control.addFault({ ...fault, path: isGoogle ? '/httpservice/' : '/gql/' })
  const id = isGoogle ? LISTINGS.small.google.featureId : LISTINGS.small.yelp.encid
  const answer = await answerTo(source.request({ id, url: 'https://www.yelp.com/' }, null, {}))
  expect(source.refusal(answer)?.kind).toBe(kind)
})

test('the Yelp source follows a listing to its new alias', async () => {
  expect(await followed(yelpPublic, formerYelpUrl(LISTINGS.moved))).toEqual({
    id: LISTINGS.moved.yelp.encid,
    url: yelpUrl(LISTINGS.moved),
  })
})

test('the Google source follows a short link', async () => {
  expect((await followed(googlePublic, shortLink(LISTINGS.mixed))).id).toBe(LISTINGS.mixed.google.featureId)
})
