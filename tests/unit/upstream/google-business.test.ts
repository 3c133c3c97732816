import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { businessReviewId } from '#tests/upstream/google-business-review.ts'
import { placeIdOf } from '#tests/upstream/ids.ts'
import { LISTINGS } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { ask, at, googleJson, googleListUrl, listAt } from './ask.ts'

const ACCOUNTS = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts'
const INFORMATION = 'https://mybusinessbusinessinformation.googleapis.com/v1'
const REVIEWS = 'https://mybusiness.googleapis.com/v4'
const MASK = 'name,title,metadata,storefrontAddress'

let upstream: Upstream
let token: string
beforeAll(async () => {
  upstream = await startUpstream({ now: Date.UTC(2026, 10, 1) })
  token = (await upstream.control.grantGoogle('wren')).accessToken
})
afterEach(async () => {
  await upstream.control.reset()
  token = (await upstream.control.grantGoogle('wren')).accessToken
})
afterAll(() => upstream.close())

interface Asked {
  method?: string
  body?: unknown
  token?: string
  language?: string
}

async function get(address: string, asked: Asked = {}): Promise<{ status: number; body: unknown }> {
  const request = new Request(address, {
    method: asked.method ?? 'GET',
    headers: {
      authorization: `Bearer ${asked.token ?? token}`,
      ...(asked.language && { 'accept-language': asked.language }),
    },
    ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
  })
  const answer = await ask(upstream.origin, request)
  return { status: answer.status, body: await answer.json() }
}

async function nameOf(listing: string, account = 'wren'): Promise<string> {
  const location = (await upstream.control.locations(account)).find((known) => known.listing === listing)
  return location?.name ?? ''
}

async function reviewsUrl(listing: string, query: Record<string, string> = {}): Promise<string> {
  return `${REVIEWS}/${await nameOf(listing)}/reviews?${new URLSearchParams(query)}`
}

/** Every page of a list, by its tokens. */
async function walk(address: string): Promise<unknown[]> {
  const pages: unknown[] = []
  for (let next: unknown = ''; typeof next === 'string'; next = at(pages.at(-1), 'nextPageToken')) {
    const url = new URL(address)
    if (next !== '') url.searchParams.set('pageToken', next)
    pages.push((await get(url.href)).body)
  }
  return pages
}

function errorOf({ status, body }: { status: number; body: unknown }): unknown[] {
  expect(at(body, 'error', 'code')).toBe(status)
  return [status, at(body, 'error', 'status')]
}

/** The review on the public list of a listing. */
async function publicReply(listing: 'small' | 'changing', publicId: string): Promise<unknown> {
  const page = await ask(upstream.origin, googleListUrl(LISTINGS[listing].google.featureId))
  const records = listAt(googleJson(await page.text()), 1, 10, 2)
  return at(
    records.find((record) => at(record, 5) === publicId),
    4,
    2,
  )
}

/** The first review without a reply, by its public id and its name. */
async function unanswered(listing: 'small' | 'changing'): Promise<{ publicId: string; name: string }> {
  const truth = await upstream.control.reviews('google', listing)
  const publicId = truth.find(({ ownerResponse }) => ownerResponse === null)?.reviewId ?? ''
  return { publicId, name: `${await nameOf(listing)}/reviews/${businessReviewId(publicId)}` }
}

function put(name: string, comment: unknown) {
  return get(`${REVIEWS}/${name}/reply`, { method: 'PUT', body: { comment } })
}

test('a person sees their accounts, the personal one first', async () => {
  const { body } = await get(ACCOUNTS)
  expect(listAt(body, 'accounts')).toMatchObject([
    { name: expect.stringMatching(/^accounts\/1\d{20}$/), accountName: 'Wren Alder', type: 'PERSONAL' },
    { accountName: 'Alder group', type: 'LOCATION_GROUP' },
  ])
  const [first, second] = await walk(`${ACCOUNTS}?pageSize=1`)
  expect(listAt(first, 'accounts')).toHaveLength(1)
  expect(second).not.toHaveProperty('nextPageToken')
})

test('locations come in pages with the fields of the mask, and are the same places as the listings', async () => {
  const account = (await nameOf('small')).split('/locations/')[0]
  const pages = await walk(`${INFORMATION}/${account}/locations?readMask=${MASK}&pageSize=100`)
  expect(pages.map((page) => listAt(page, 'locations').length)).toEqual([4, 1])
  const [location] = listAt(pages[0], 'locations')
  expect(location).toEqual({
    name: expect.stringMatching(/^locations\/\d{19}$/),
    title: LISTINGS.small.name,
    storefrontAddress: expect.objectContaining({ locality: 'Larkhaven', addressLines: ['14 Quince Lane'] }),
    metadata: expect.objectContaining({
      placeId: placeIdOf(LISTINGS.small.google.featureId),
      mapsUri: expect.stringMatching(/^https:\/\/maps\.google\.com\/maps\?cid=\d+$/),
    }),
  })
})

test.each([
  [''],
  ['readMask=nonsense'],
  [`readMask=${MASK}&pageToken=made-up`],
  [`readMask=${MASK}&pageSize=x`],
])('locations asked with %j are refused', async (query) => {
  const account = (await nameOf('small')).split('/locations/')[0]
  expect(errorOf(await get(`${INFORMATION}/${account}/locations?${query}`))).toEqual([
    400,
    'INVALID_ARGUMENT',
  ])
})

test('one place has one location, whoever manages it, and each sees it under their own account', async () => {
  const [wrens, tomas] = [await nameOf('mixed'), await nameOf('mixed', 'tomas')]
  expect(wrens.split('/').at(-1)).toBe(tomas.split('/').at(-1))
  expect(wrens).not.toBe(tomas)
})

test('who manages nothing gets an account and no locations', async () => {
  const { accessToken } = await upstream.control.grantGoogle('odile')
  const { body } = await get(ACCOUNTS, { token: accessToken })
  const account = String(at(body, 'accounts', 0, 'name'))
  const locations = await get(`${INFORMATION}/${account}/locations?readMask=${MASK}`, { token: accessToken })
  expect(locations).toEqual({ status: 200, body: {} })
})

test('pages hold 50 reviews, by the last edit, and together each review of the public list once', async () => {
  const pages = await walk(await reviewsUrl('languages', { pageSize: '50', orderBy: 'updateTime desc' }))
  expect(pages.map((page) => listAt(page, 'reviews').length)).toEqual([50, 50, 40])
  const truth = await upstream.control.reviews('google', 'languages')
  expect(pages.flatMap((page) => listAt(page, 'reviews').map((review) => at(review, 'reviewId')))).toEqual(
    truth.map(({ reviewId }) => businessReviewId(reviewId)),
  )
  expect(pages.map((page) => at(page, 'totalReviewCount'))).toEqual([140, 140, undefined])
})

test('a review has another id than on the public list, the same stars and the same instant', async () => {
  const truth = await upstream.control.reviews('google', 'mixed')
  const pages = await walk(await reviewsUrl('mixed'))
  const reviews = pages.flatMap((page) => listAt(page, 'reviews'))
  const stars = ['', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']
  for (const [index, review] of reviews.entries()) {
    expect(at(review, 'reviewId')).toMatch(/^AbFvOq(?:[\w-]{70}|[\w-]{72})$/)
    expect(at(review, 'reviewId')).not.toBe(truth[index]?.reviewId)
    expect(at(review, 'starRating')).toBe(stars[truth[index]?.rating ?? 0])
    const written = String(at(review, 'createTime'))
    expect(written).toMatch(/\.(\d{3}|\d{6}|\d{9})Z$/)
    expect(written.slice(0, 23)).toBe(truth[index]?.reviewDate.slice(0, 23))
    expect(at(review, 'updateTime')).toBe(written)
  }
  expect(new Set(reviews.map((review) => String(at(review, 'createTime')).length)).size).toBe(3)
  expect(new Set(reviews.map((review) => String(at(review, 'reviewId')).length)).size).toBe(2)
})

test('a rating without a word has no comment, a place without reviews an empty answer', async () => {
  const { body } = await get(await reviewsUrl('ratings'))
  const bare = listAt(body, 'reviews').filter((review) => at(review, 'comment') === undefined)
  expect(bare.length).toBeGreaterThan(20)
  expect(await get(await reviewsUrl('empty'))).toEqual({ status: 200, body: {} })
})

test('comments in other languages hold both texts, in one order or the other', async () => {
  const truth = new Map(
    (await upstream.control.reviews('google', 'languages')).map((review) => [
      businessReviewId(review.reviewId),
      review,
    ]),
  )
  const { body } = await get(await reviewsUrl('languages'), { language: 'en' })
  const foreign = listAt(body, 'reviews').filter((review) => {
    const language = truth.get(String(at(review, 'reviewId')))?.language
    return language !== null && language !== 'en'
  })
  const forms = foreign.map((review) => {
    const original = truth.get(String(at(review, 'reviewId')))?.reviewText
    const comment = String(at(review, 'comment'))
    if (comment.startsWith('(Translated by Google) ') && comment.endsWith(`\n\n(Original)\n${original}`))
      return 'after'
    return comment.startsWith(`${original}\n\n(Translated by Google)\n`) ? 'before' : comment
  })
  expect(new Set(forms)).toEqual(new Set(['after', 'before']))
  const greek = await get(await reviewsUrl('languages'), { language: 'el' })
  expect(JSON.stringify(greek.body)).not.toContain('Translated by Google')
})

test('other orders sort by stars, and a larger page is cut to 50', async () => {
  const { body } = await get(await reviewsUrl('mixed', { orderBy: 'rating', pageSize: '200' }))
  const stars = listAt(body, 'reviews').map((review) => at(review, 'starRating'))
  expect([stars.length, stars[0]]).toEqual([50, 'ONE'])
  const best = await get(await reviewsUrl('mixed', { orderBy: 'rating desc' }))
  expect(at(best.body, 'reviews', 0, 'starRating')).toBe('FIVE')
})

test('an edited review has a later updateTime, keeps its createTime and stands on top', async () => {
  const old = (await upstream.control.reviews('google', 'changing')).at(-1)
  await upstream.control.edit({ platform: 'google', id: 'changing' }, old?.reviewId ?? '', { rating: 1 })
  const { body } = await get(await reviewsUrl('changing'))
  const top = at(body, 'reviews', 0)
  expect(at(top, 'reviewId')).toBe(businessReviewId(old?.reviewId ?? ''))
  expect(String(at(top, 'createTime')).slice(0, 23)).toBe(old?.reviewDate.slice(0, 23))
  expect(String(at(top, 'updateTime')) > String(at(top, 'createTime'))).toBe(true)
})

test.each([
  ['an unknown order', { orderBy: 'age' }],
  ['a token that was never given', { pageToken: 'made-up' }],
  ['a size that is none', { pageSize: '-1' }],
])('%s is refused', async (_, query) => {
  expect(errorOf(await get(await reviewsUrl('mixed', query)))).toEqual([400, 'INVALID_ARGUMENT'])
})

test('a token of another list is refused', async () => {
  const other = await get(await reviewsUrl('large'))
  const query = { pageToken: String(at(other.body, 'nextPageToken')) }
  expect(errorOf(await get(await reviewsUrl('mixed', query)))).toEqual([400, 'INVALID_ARGUMENT'])
})

describe('access', () => {
  test('a token is needed, of a person who agreed to the business scope, and it lasts an hour', async () => {
    expect(errorOf(await get(ACCOUNTS, { token: 'made-up' }))).toEqual([401, 'UNAUTHENTICATED'])
    const { accessToken } = await upstream.control.grantGoogle('wren', 'openid email')
    const narrow = await get(ACCOUNTS, { token: accessToken })
    expect(errorOf(narrow)).toEqual([403, 'PERMISSION_DENIED'])
    expect(at(narrow.body, 'error', 'details', 0, 'reason')).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT')
    await upstream.control.expireGoogleTokens()
    expect(errorOf(await get(ACCOUNTS))).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('who took the permission back is refused', async () => {
    await upstream.control.revokeGoogle('wren')
    expect(errorOf(await get(ACCOUNTS))).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('places of others are denied, unknown and closed ones not found', async () => {
    const name = await nameOf('small')
    await upstream.control.removeLocation('wren', 'small')
    expect(errorOf(await get(`${REVIEWS}/${name}/reviews`))).toEqual([403, 'PERMISSION_DENIED'])
    const tomas = await nameOf('mixed', 'tomas')
    expect(errorOf(await get(`${REVIEWS}/${tomas}/reviews`))).toEqual([403, 'PERMISSION_DENIED'])
    const unknown = name.replace(/\d+$/, '1234567890123456789')
    expect(errorOf(await get(`${REVIEWS}/${unknown}/reviews`))).toEqual([404, 'NOT_FOUND'])
    expect(errorOf(await get(await reviewsUrl('gone')))).toEqual([404, 'NOT_FOUND'])
  })

  test('a place that was added is there, and has no reviews before it is verified', async () => {
    const added = await upstream.control.addLocation('nobody@example.test', 'small', false)
    expect(added).toMatchObject({ listing: 'small', isVerified: false })
    const { accessToken } = await upstream.control.grantGoogle('nobody@example.test')
    const url = `${REVIEWS}/${added.name}/reviews`
    expect(await get(url, { token: accessToken })).toEqual({ status: 200, body: {} })
    await upstream.control.addLocation('nobody@example.test', 'small')
    expect(listAt((await get(url, { token: accessToken })).body, 'reviews')).toHaveLength(3)
  })
})

describe('replies', () => {
  test('one that is sent is pending in the answer, then approved, and stands on the public listing', async () => {
    const { publicId, name } = await unanswered('small')
    const sent = await put(name, 'Thank you & come again!')
    expect(sent).toMatchObject({
      status: 200,
      body: { comment: 'Thank you & come again!', reviewReplyState: 'PENDING' },
    })
    const review = await get(`${REVIEWS}/${name}`)
    expect(at(review.body, 'reviewReply')).toEqual({
      comment: 'Thank you & come again!',
      reviewReplyState: 'APPROVED',
      updateTime: at(sent.body, 'updateTime'),
    })
    expect(await publicReply('small', publicId)).toBe('Thank you &amp; come again!')
    expect(at(review.body, 'updateTime')).toBe(at(review.body, 'createTime'))
  })

  test('one that is held stays pending and out of sight until it is decided', async () => {
    const { publicId, name } = await unanswered('small')
    await upstream.control.moderateReplies('hold')
    await put(name, 'Thank you!')
    expect(at((await get(`${REVIEWS}/${name}`)).body, 'reviewReply', 'reviewReplyState')).toBe('PENDING')
    expect(await publicReply('small', publicId)).toBeUndefined()
    await upstream.control.decideReply(name, 'APPROVED')
    expect(at((await get(`${REVIEWS}/${name}`)).body, 'reviewReply', 'reviewReplyState')).toBe('APPROVED')
    expect(await publicReply('small', publicId)).toBe('Thank you!')
    await expect(upstream.control.decideReply(name, 'APPROVED')).rejects.toThrow('No reply to')
  })

  test('one that is refused says why, and the one before stays in public', async () => {
    const { publicId, name } = await unanswered('small')
    await put(name, 'Thank you!')
    await upstream.control.moderateReplies('reject', 'PERSONAL_INFO')
    expect(await put(name, 'Call me: 555-0100')).toMatchObject({ body: { reviewReplyState: 'PENDING' } })
    expect(at((await get(`${REVIEWS}/${name}`)).body, 'reviewReply')).toMatchObject({
      comment: 'Call me: 555-0100',
      reviewReplyState: 'REJECTED',
      policyViolation: 'PERSONAL_INFO',
    })
    expect(await publicReply('small', publicId)).toBe('Thank you!')
    await upstream.control.moderateReplies('hold')
    await put(name, 'Thanks again!')
    await upstream.control.decideReply(publicId, 'REJECTED', 'OFF_TOPIC')
    expect(at((await get(`${REVIEWS}/${name}`)).body, 'reviewReply', 'policyViolation')).toBe('OFF_TOPIC')
  })

  test('one that is deleted is gone here and in public', async () => {
    const { publicId, name } = await unanswered('changing')
    await put(name, 'Thank you!')
    expect(await get(`${REVIEWS}/${name}/reply`, { method: 'DELETE' })).toEqual({ status: 200, body: {} })
    expect(at((await get(`${REVIEWS}/${name}`)).body, 'reviewReply')).toBeUndefined()
    expect(await publicReply('changing', publicId)).toBeUndefined()
    expect(errorOf(await get(`${REVIEWS}/${name}/reply`, { method: 'DELETE' }))).toEqual([404, 'NOT_FOUND'])
  })

  test('4096 bytes are the most, counted in bytes', async () => {
    const { name } = await unanswered('small')
    expect((await put(name, `${'é'.repeat(2047)}ab`)).status).toBe(200)
    for (const comment of [`${'é'.repeat(2048)}a`, 'a'.repeat(4097), '', '  ', 7]) {
      expect(errorOf(await put(name, comment))).toEqual([400, 'INVALID_ARGUMENT'])
    }
  })

  test('the eleventh change in a minute is refused', async () => {
    const { name } = await unanswered('small')
    for (let edit = 1; edit <= 10; edit += 1) expect((await put(name, `Thanks ${edit}`)).status).toBe(200)
    expect(errorOf(await put(name, 'Thanks 11'))).toEqual([429, 'RESOURCE_EXHAUSTED'])
  })

  test('replies from before states were introduced have none', async () => {
    const pages = await walk(await reviewsUrl('replies'))
    const states = pages
      .flatMap((page) => listAt(page, 'reviews'))
      .flatMap((review) => at(review, 'reviewReply') ?? [])
      .map((reply) => at(reply, 'reviewReplyState'))
    expect(new Set(states)).toEqual(new Set(['APPROVED', undefined]))
  })

  test('a review that is gone can not be answered', async () => {
    const { publicId, name } = await unanswered('small')
    await upstream.control.remove({ platform: 'google', id: 'small' }, publicId)
    expect(errorOf(await put(name, 'Thank you!'))).toEqual([404, 'NOT_FOUND'])
    expect(errorOf(await get(`${REVIEWS}/${name}`))).toEqual([404, 'NOT_FOUND'])
  })
})

test.each([
  [401, 'UNAUTHENTICATED', 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'],
  [429, 'RESOURCE_EXHAUSTED', 'QUOTA_ZERO'],
  [500, 'INTERNAL', 'INTERNAL'],
  [503, 'UNAVAILABLE', undefined],
])('the fault api_error answers %i %s for %s', async (status, name, variant) => {
  await upstream.control.addFault({ kind: 'api_error', ...(variant && { variant }), listing: 'mixed' })
  expect((await get(ACCOUNTS)).status).toBe(200)
  expect(errorOf(await get(await reviewsUrl('mixed')))).toEqual([status, name])
  expect((await get(await reviewsUrl('mixed'))).status).toBe(200)
})

test('a project that Google has not approved has a quota of zero', async () => {
  await upstream.control.addFault({ kind: 'api_error', variant: 'QUOTA_ZERO' })
  const { body } = await get(ACCOUNTS)
  expect(at(body, 'error', 'details', 0, 'metadata', 'quota_limit_value')).toBe('0')
})

test('the general faults hit it like other addresses, a page token and a list can fail', async () => {
  const second = await reviewsUrl('mixed', {
    pageToken: String(at((await get(await reviewsUrl('mixed'))).body, 'nextPageToken')),
  })
  await upstream.control.addFault({ kind: 'expired_token', platform: 'google' })
  expect((await get(await reviewsUrl('mixed'))).status).toBe(200)
  expect(errorOf(await get(second))).toEqual([400, 'INVALID_ARGUMENT'])
  await upstream.control.addFault({ kind: 'empty_list' })
  expect(await get(await reviewsUrl('mixed'))).toEqual({ status: 200, body: {} })
  await upstream.control.addFault({ kind: 'empty_list', variant: 'numbers' })
  expect((await get(await reviewsUrl('mixed'))).body).toEqual({ averageRating: 4, totalReviewCount: 240 })
  await upstream.control.addFault({ kind: 'rate_limited', host: 'mybusiness.googleapis.com' })
  const request = new Request(await reviewsUrl('mixed'), { headers: { authorization: `Bearer ${token}` } })
  expect((await ask(upstream.origin, request)).status).toBe(429)
})

test.each([
  ['POST', `${REVIEWS}/accounts/1/locations/2/reviews`],
  ['GET', `${REVIEWS}/accounts/1/locations/2/reviews/3/reply`],
  ['PUT', `${REVIEWS}/accounts/1/locations/2/reviews/3`],
  ['GET', `${REVIEWS}/accounts/1/locations`],
  ['GET', `${INFORMATION}/accounts/1`],
])('%s %s is not served', async (method, address) => {
  const answer = await ask(upstream.origin, new Request(address, { method }))
  expect([answer.status, at(await answer.json(), 'error')]).toEqual([
    404,
    expect.stringContaining('does not know'),
  ])
})

test('control refuses who and what it does not know', async () => {
  await expect(upstream.control.locations('nobody')).rejects.toThrow('No person is called nobody.')
  await expect(upstream.control.addLocation('wren', 'nowhere')).rejects.toThrow('No google listing')
  await expect(upstream.control.removeLocation('odile', 'small')).rejects.toThrow('odile does not manage')
})
