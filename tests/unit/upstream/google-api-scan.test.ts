import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { businessReviewId } from '#tests/upstream/google-business-review.ts'
import { googleUrl, LISTINGS, type ListingKey, shortLink } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { MAX_REPLY_BYTES } from '#worker/rules/responses.ts'
import {
  googleBusinessProfile,
  reviewNameOf,
} from '#worker/sources/google-business-profile/google-business-profile.ts'
import {
  accountsRequest,
  type BusinessLocation,
  locationsRequest,
  parseAccounts,
  parseLocations,
} from '#worker/sources/google-business-profile/locations.ts'
import { refusal } from '#worker/sources/google-business-profile/refusal.ts'
import { replyRefusal, replyRequest, reviewRequest } from '#worker/sources/google-business-profile/reply.ts'
import { parseReplyState } from '#worker/sources/google-business-profile/reply-state.ts'
import { googlePlaces } from '#worker/sources/google-places/google-places.ts'
import { type ScrapedReview, type SourceAnswer, SourceError } from '#worker/sources/source.ts'
import { ask } from './ask.ts'

// The product's own sources read the simulator, so an error goes unnoticed only if both have it.

let upstream: Upstream
let accessToken: string
beforeAll(async () => {
  upstream = await startUpstream({ now: Date.UTC(2026, 10, 1) })
  accessToken = (await upstream.control.grantGoogle('wren')).accessToken
})
afterEach(async () => {
  await upstream.control.reset()
  accessToken = (await upstream.control.grantGoogle('wren')).accessToken
})
afterAll(() => upstream.close())

async function answerTo(request: Request): Promise<SourceAnswer> {
  const response = await ask(upstream.origin, request)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

async function bodyOf(request: Request): Promise<string> {
  const answer = await answerTo(request)
  const refused = refusal(answer)
  if (refused) throw refused
  return answer.body
}

async function locations(): Promise<BusinessLocation[]> {
  const found: BusinessLocation[] = []
  const { accounts } = parseAccounts(await bodyOf(accountsRequest(accessToken)))
  for (const { id } of accounts) {
    let token: string | null = null
    do {
      const page = parseLocations(await bodyOf(locationsRequest(id, accessToken, token)), id)
      found.push(...page.locations)
      token = page.nextPageToken
    } while (token !== null)
  }
  return found
}

async function placeOf(key: ListingKey) {
  const location = (await locations()).find(({ title }) => title === LISTINGS[key].name)
  if (!location) throw new Error(`${key} is not managed.`)
  return { id: location.id, url: googleUrl(LISTINGS[key]) }
}

async function walk(key: ListingKey): Promise<{ reviews: ScrapedReview[]; totals: (number | null)[] }> {
  const place = await placeOf(key)
  const reviews: ScrapedReview[] = []
  const totals: (number | null)[] = []
  let cursor: string | null = null
  do {
    const answer = await answerTo(googleBusinessProfile.request(place, cursor, { accessToken }))
    expect(googleBusinessProfile.refusal(answer)).toBeNull()
    const page = googleBusinessProfile.parse(answer.body, cursor)
    expect(page.warnings).toEqual([])
    reviews.push(...page.reviews)
    totals.push(page.total)
    cursor = page.nextCursor
  } while (cursor !== null)
  return { reviews, totals }
}

test('every location of every account is found, with the place ID of its listing', async () => {
  const found = await locations()
  const expected = await upstream.control.locations('wren')
  expect(found.map(({ id, title, placeId }) => ({ name: id, title, placeId }))).toEqual(
    expected.map(({ name, title, placeId }) => ({ name, title, placeId })),
  )
  expect(found).toHaveLength(12)
  expect(found[0]).toMatchObject({
    address: '14 Quince Lane, Larkhaven, WA 98099',
    mapsUri: expect.stringMatching(/^https:\/\/maps\.google\.com\/maps\?cid=\d+$/),
  })
})

test.each([
  'small',
  'mixed',
  'languages',
  'ratings',
  'replies',
  'overlapping',
  'limited',
  'empty',
  'moved',
] as const)('Business Profile returns exactly the reviews of %s, with originals and replies', async (key) => {
  const { reviews, totals } = await walk(key)
  const truth = await upstream.control.reviews('google', key)
  expect(reviews).toEqual(
    truth.map((review) => ({
      ...(review.photos && { photos: Array(review.photos).fill(expect.anything()) }),
      replyUrl: `https://business.google.com/reviews/reply?review=${businessReviewId(review.reviewId)}`,
      reviewId: businessReviewId(review.reviewId),
      authorName: review.authorName,
      rating: review.rating,
      reviewText: review.reviewText,
      reviewDate: review.reviewDate,
      helpfulVotes: 0,
      userVerified: false,
      ownerResponse: review.ownerResponse && {
        text: review.ownerResponse.text,
        date: expect.stringMatching(/^20\d\d-.*Z$/),
      },
      language: null,
      url: null,
    })),
  )
  expect(totals[0]).toBe(truth.length === 0 ? null : truth.length)
})

test('Places returns five reviews with the same ids as the public list, and the overall total', async () => {
  for (const key of ['mixed', 'languages', 'ratings', 'empty'] as const) {
    const place = googlePlaces.locate(new URL(googleUrl(LISTINGS[key])))
    if (!place?.id) throw new Error('not located')
    const request = googlePlaces.request({ ...place, id: place.id }, null, {
      apiKey: upstream.settings.GOOGLE_PLACES_API_KEY,
    })
    const answer = await answerTo(request)
    expect(googlePlaces.refusal(answer)).toBeNull()
    const page = googlePlaces.parse(answer.body)
    const truth = new Map(
      (await upstream.control.reviews('google', key)).map((review) => [review.reviewId, review]),
    )
    expect(page).toMatchObject({ total: truth.size || null, nextCursor: null, warnings: [] })
    expect(page.reviews).toHaveLength(Math.min(5, truth.size))
    for (const review of page.reviews) {
      const { helpfulVotes: _, ownerResponse: __, photos: ___, ...shown } = truth.get(review.reviewId) ?? {}
      expect(review).toMatchObject({ ...shown, helpfulVotes: 0, ownerResponse: null })
    }
  }
})

test('a short link resolves to the place it points to', async () => {
  const link = googlePlaces.locate(new URL(shortLink(LISTINGS.mixed)))
  if (!link || !googlePlaces.resolve) throw new Error('not located')
  const place = googlePlaces.resolve.parse(link, await answerTo(googlePlaces.resolve.request(link, {})))
  expect(place).toEqual(googlePlaces.locate(new URL(googleUrl(LISTINGS.mixed))))
})

test('a reply can be posted, held, refused with a reason, edited, live and deleted', async () => {
  const place = await placeOf('small')
  const review = (await walk('small')).reviews.find(({ ownerResponse }) => ownerResponse === null)
  const name = reviewNameOf(place.id, review?.reviewId ?? '')
  const state = async () => parseReplyState(await bodyOf(reviewRequest(name, accessToken)))
  const send = async (text: string | null) =>
    parseReplyState(await bodyOf(replyRequest(name, text, accessToken)))
  expect(await state()).toEqual({ state: 'none', reason: null })
  await upstream.control.moderateReplies('hold')
  expect(await send('Thank you!')).toEqual({ state: 'held', reason: null })
  expect(await state()).toEqual({ state: 'held', reason: null })
  await upstream.control.decideReply(name, 'REJECTED', 'PERSONAL_INFO')
  expect(await state()).toEqual({ state: 'refused', reason: expect.stringContaining('personal information') })
  await upstream.control.moderateReplies('approve')
  await send('Thank you, dear guest.')
  expect(await state()).toEqual({ state: 'live', reason: null })
  const [shown] = (await walk('small')).reviews.filter(({ reviewId }) => reviewId === review?.reviewId)
  expect(shown?.ownerResponse?.text).toBe('Thank you, dear guest.')
  expect(await send(null)).toEqual({ state: 'none', reason: null })
  expect(await state()).toEqual({ state: 'none', reason: null })
})

test('a reply that is too long, over the edit limit or to a deleted review is refused', async () => {
  const place = await placeOf('small')
  const [review] = (await upstream.control.reviews('google', 'small')).slice(-1)
  const name = reviewNameOf(place.id, businessReviewId(review?.reviewId ?? ''))
  const put = async (text: string) => replyRefusal(await answerTo(replyRequest(name, text, accessToken)))
  expect((await put('a'.repeat(MAX_REPLY_BYTES + 1)))?.kind).toBe('not_allowed')
  for (let edit = 1; edit <= 10; edit += 1) expect(await put(`Thanks ${edit}`)).toBeNull()
  expect((await put('Thanks 11'))?.kind).toBe('rate_limited')
  await upstream.control.remove({ platform: 'google', id: 'small' }, review?.reviewId ?? '')
  expect((await put('Thanks'))?.kind).toBe('not_found')
})

test.each([
  ['reconnect', 'SCOPE_MISSING'],
  ['not_offered', 'QUOTA_ZERO'],
  ['not_found', 'NOT_FOUND'],
  ['cursor_expired', 'INVALID_ARGUMENT'],
] as const)('%s results from the API error %s', async (kind, variant) => {
  const request = googleBusinessProfile.request(await placeOf('mixed'), null, { accessToken })
  await upstream.control.addFault({ kind: 'api_error', variant })
  expect(googleBusinessProfile.refusal(await answerTo(request))?.kind).toBe(kind)
})

test.each([
  ['rate_limited', { kind: 'rate_limited', retryAfterSeconds: 9 }],
  ['unavailable', { kind: 'unavailable' }],
  ['blocked', { kind: 'redirect_elsewhere' }],
  ['unavailable', { kind: 'truncated' }],
  ['format_changed', { kind: 'wrong_type' }],
] as const)('%s results from the fault %j, in both sources', async (kind, fault) => {
  const profile = googleBusinessProfile.request(await placeOf('mixed'), null, { accessToken })
  const place = googlePlaces.locate(new URL(googleUrl(LISTINGS.mixed)))
  const places = googlePlaces.request({ url: '', id: place?.id ?? '' }, null, {
    apiKey: upstream.settings.GOOGLE_PLACES_API_KEY,
  })
  for (const [source, request] of [
    [googleBusinessProfile, profile],
    [googlePlaces, places],
  ] as const) {
    await upstream.control.addFault(fault)
    const answer = await answerTo(request)
    expect((source.refusal(answer) ?? errorOf(() => source.parse(answer.body)))?.kind).toBe(kind)
  }
})

function errorOf(run: () => unknown): SourceError | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
}
