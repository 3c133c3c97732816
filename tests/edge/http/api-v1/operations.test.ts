import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { newKey } from '#tests/edge/support/keys.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { openApiDocument } from '#worker/http/description/openapi.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { askApi } from './requests.ts'

const test = base
  .extend('account', () => createAccount(env.DB, { plan: 'ai_insights' }))
  .extend('business', ({ account }) =>
    createBusiness(env.DB, account, {
      name: 'Harbor Books',
      googleUrl: 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f',
    }),
  )
  .extend('key', async ({ account }) => (await newKey(account)).key)

function storeSome(business: { id: string; organizationId: string }, count: number) {
  const now = Date.now()
  return storeReviews(
    env.DB,
    Array.from({ length: count }, (_, index) => ({
      business,
      platformReviewId: `review-${index}`,
      text: `Review number ${index}`,
      rating: 1 + (index % 5),
      scrapedAt: now - index * 1_000,
      reviewDate: now - index * DAY_MS,
    })),
  )
}

test('the OpenAPI document is public and matches its source', async () => {
  const answer = await ask('/api/v1/openapi.json')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
})

test('a business is added, read, listed, changed and deleted', async ({ key }) => {
  const made = await askApi(key, 'POST', '/businesses', { name: 'Hill Bakery', city: 'Porto' })
  expect([made.status, made.json.name]).toEqual([201, 'Hill Bakery'])
  const address = made.headers.get('location')?.replace('/api/v1', '') ?? ''
  expect((await askApi(key, 'GET', address)).json).toEqual(made.json)
  expect((await askApi(key, 'GET', '/businesses?search=hill&isActive=true')).json).toEqual({
    items: [made.json],
    nextCursor: null,
  })
  const changed = await askApi(key, 'PUT', address, { name: 'Hill Bakery 2', id: 'another', city: '' })
  expect(changed.json).toMatchObject({ id: made.json.id, name: 'Hill Bakery 2', city: null })
  const gone = await askApi(key, 'DELETE', address)
  expect([gone.status, gone.text]).toEqual([204, ''])
  expect((await askApi(key, 'GET', address)).status).toBe(404)
})

test('reviews are tagged, found by tag and untagged, and the audit log records it', async ({
  account,
  business,
}) => {
  await storeSome(business, 2)
  const { id } = await apiFor(account).tags.create({ name: 'Refund', color: 'red' })
  const { key } = await newKey(account, { scopes: ['read', 'tags.write'] })
  expect((await askApi(key, 'GET', '/tags')).json).toEqual({
    items: [{ id, name: 'Refund', color: 'red' }],
    nextCursor: null,
  })
  const [first, second] = (await askApi(key, 'GET', '/reviews')).json.items
  const tag = (body: object) => askApi(key, 'POST', `/tags/${id}/reviews`, body)
  const reviewIds = [first.id, second.id, '999999']
  const added = await tag({ reviewIds })
  expect([added.status, added.json]).toEqual([
    200,
    { ids: expect.arrayContaining([first.id, second.id]), unchanged: 0, full: 0, missing: 1 },
  ])
  expect((await tag({ reviewIds })).json).toMatchObject({ ids: [], unchanged: 2 })
  expect((await tag({ reviewIds: [first.id], isOn: false })).json).toMatchObject({ ids: [first.id] })
  const { items } = (await askApi(key, 'GET', `/reviews?tag=${id}`)).json
  expect(items).toMatchObject([{ id: second.id, tags: [{ id, name: 'Refund', color: 'red' }] }])
  const log = await env.DB.prepare(
    "SELECT action, subject FROM audit_entries WHERE organization_id = ? AND action LIKE 'reviews_%tagged' ORDER BY id",
  )
    .bind(account.organizationId)
    .all()
  expect(log.results).toMatchObject([
    { action: 'reviews_tagged', subject: 'Refund' },
    { action: 'reviews_untagged', subject: 'Refund' },
  ])
  expect((await tag({ reviewIds: [] })).status).toBe(422)
  expect((await askApi(key, 'POST', `/tags/${crypto.randomUUID()}/reviews`, { reviewIds })).status).toBe(404)
})

test('reviews are paged by the Link header, each review once', async ({ key, business }) => {
  await storeSome(business, 25)
  const seen: string[] = []
  let path: string | undefined = '/reviews?limit=10'
  while (path !== undefined) {
    const page = await askApi(key, 'GET', path)
    expect(page.status).toBe(200)
    seen.push(...page.json.items.map(({ review }: { review: string }) => review))
    const next = /^<\/api\/v1([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
    expect(next === undefined).toBe(page.json.nextCursor === null)
    path = next
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `Review number ${index}`))
})

test('reviews can be filtered, and an invalid filter is refused by name', async ({ key, business }) => {
  await storeSome(business, 10)
  const worst = await askApi(key, 'GET', '/reviews?rating=1&status=pending')
  expect(worst.json.items.map(({ rating }: { rating: number }) => rating)).toEqual([1, 1])
  const [first, second] = worst.json.items.map(({ id }: { id: string }) => id)
  const chosen = await askApi(key, 'GET', `/reviews?ids=${first},${second}`)
  expect(chosen.json.items).toHaveLength(2)
  for (const query of ['rating=6', 'rating=x', 'platform=myspace', 'limit=0', 'limit=101', 'ids=x']) {
    const refused = await askApi(key, 'GET', `/reviews?${query}`)
    expect([query, refused.status]).toEqual([query, 422])
    expect(refused.json.errors[0].field).toMatch(new RegExp(`^${query.split('=')[0]}`))
  }
})

test('a review is returned with its earlier version', async ({ key, business }) => {
  const review = {
    platform: 'google',
    reviewId: 'r-1',
    authorName: 'Ana Reis',
    rating: 5,
    reviewText: 'Lovely',
  }
  const push = (change: object) =>
    askApi(key, 'POST', '/reviews', { businessId: business.id, reviews: [{ ...review, ...change }] })
  expect((await push({})).json).toEqual({ stored: 1, updated: 0, unchanged: 0, overQuota: 0 })
  expect((await push({ rating: 1, reviewText: 'Not so lovely' })).json.updated).toBe(1)
  const [{ id }] = (await askApi(key, 'GET', '/reviews')).json.items
  const detail = await askApi(key, 'GET', `/reviews/${id}`)
  expect(detail.json).toMatchObject({
    rating: 1,
    review: 'Not so lovely',
    editedAt: expect.any(String),
    removedAt: null,
    revisions: [{ rating: 5, review: 'Lovely' }],
  })
})

test('a review gets one reply, which can be changed and deleted', async ({ key, business }) => {
  await storeSome(business, 1)
  const [{ id }] = (await askApi(key, 'GET', '/reviews')).json.items
  const made = await askApi(key, 'POST', `/reviews/${id}/response`, { text: 'Thank you' })
  expect([made.status, made.json.text]).toEqual([201, 'Thank you'])
  expect((await askApi(key, 'POST', `/reviews/${id}/response`, { text: 'Again' })).status).toBe(409)
  const address = `/responses/${made.json.id}`
  expect((await askApi(key, 'PUT', address, { text: 'Thanks' })).json).toMatchObject({
    text: 'Thanks',
    edited: true,
  })
  const list = await askApi(key, 'GET', `/businesses/${business.id}/responses`)
  expect(list.json.items.map(({ text }: { text: string }) => text)).toEqual(['Thanks'])
  expect((await askApi(key, 'DELETE', address)).status).toBe(204)
  expect((await askApi(key, 'GET', `/reviews/${id}`)).json.response).toBeNull()
})

test('statistics cover all businesses or one', async ({ key, business }) => {
  await storeSome(business, 10)
  const all = await askApi(key, 'GET', '/statistics')
  expect(all.json).toMatchObject({ totalReviews: 10, averageRating: 3, pendingResponses: 10 })
  const one = await askApi(key, 'GET', `/statistics?businessId=${business.id}`)
  expect(one.json).toMatchObject({ totalReviews: 10, businessId: business.id, businessName: 'Harbor Books' })
})

test('a collection is started, read and cancelled', async ({ key, business }) => {
  const started = await askApi(key, 'POST', '/runs', { businessId: business.id, platforms: ['google'] })
  expect(started.status).toBe(202)
  expect(started.json).toMatchObject({ skipped: [], runs: [{ platform: 'google', businessId: business.id }] })
  const [{ id }] = started.json.runs
  expect((await askApi(key, 'GET', `/runs/${id}`)).json.id).toBe(id)
  const list = await askApi(key, 'GET', `/runs?businessId=${business.id}&limit=1`)
  expect(list.json.items[0].id).toBe(id)
  const cancelled = await askApi(key, 'POST', `/runs/${id}/cancel`)
  expect([200, 409]).toContain(cancelled.status)
})

describe('the ETag of a GET', () => {
  test('avoids sending the body again until something changes', async ({ key, business }) => {
    const path = `/businesses/${business.id}`
    const first = await askApi(key, 'GET', path)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await askApi(key, 'GET', path, undefined, { headers: { 'if-none-match': known } })
      expect([known, again.status, again.text, again.headers.get('etag')]).toEqual([known, 304, '', tag])
    }
    await askApi(key, 'PUT', path, { name: 'Another name' })
    const changed = await askApi(key, 'GET', path, undefined, { headers: { 'if-none-match': tag } })
    expect([changed.status, changed.json.name]).toEqual([200, 'Another name'])
  })

  test('does not bypass the API key', async ({ key, business }) => {
    const path = `/businesses/${business.id}`
    const tag = (await askApi(key, 'GET', path)).headers.get('etag') ?? ''
    const stranger = (await newKey(await createAccount(env.DB, { plan: 'ai_insights' }))).key
    for (const [other, status] of [
      [null, 401],
      [stranger, 404],
    ] as const) {
      const answer = await askApi(other, 'GET', path, undefined, { headers: { 'if-none-match': tag } })
      expect([answer.status, answer.headers.get('etag')]).toEqual([status, null])
    }
  })
})

test('every answer states what is left of the rate limit', async ({ key }) => {
  const left = async () => {
    const { headers, status } = await askApi(key, 'GET', '/businesses')
    expect(headers.get('ratelimit-policy')).toBe('"calls";q=100;w=60')
    const [, rest, seconds] = /^"calls";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(0)
    return [status, Number(rest)]
  }
  expect(await left()).toEqual([200, 99])
  expect(await left()).toEqual([200, 98])
  await env.DB.prepare(
    "UPDATE attempts SET count = 100 WHERE key IN (SELECT 'calls:' || id FROM api_keys)",
  ).run()
  expect(await left()).toEqual([429, 0])
  const refused = await askApi(key, 'GET', '/businesses')
  expect(refused.json).toMatchObject({ type: 'RATE_LIMIT', status: 429 })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a malformed request is refused with a problem document', async ({ key, business }) => {
  const path = `/businesses/${business.id}`
  for (const [method, address, body, headers, status] of [
    ['PUT', path, '{', {}, 400],
    ['PUT', path, '{}', { 'content-type': 'text/plain' }, 415],
    ['PUT', path, ' '.repeat(70_000), {}, 413],
    ['POST', '/businesses', '[]', {}, 422],
    ['POST', '/businesses', 'null', {}, 422],
    ['POST', '/businesses', '{"name": 5}', {}, 422],
    ['PATCH', path, '{}', {}, 405],
    ['POST', '/nothing', '{}', {}, 404],
    ['GET', '/reviews/0', undefined, {}, 422],
    ['GET', '/reviews/1', undefined, { cookie: 'session=x' }, 401],
  ] as const) {
    const answer = await askApi(key, method, address, body, { headers })
    expect([method, address, answer.status]).toEqual([method, address, status])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.json).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) })
  }
})
