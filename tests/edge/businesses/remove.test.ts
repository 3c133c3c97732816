import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { barrier } from '#tests/edge/support/faults.ts'
import { createRun } from '#tests/edge/support/runs.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  storeResponses,
  storeReviews,
  storeUsage,
} from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { eraseDeletedBusinesses } from '#worker/erasure/erase.ts'
import { actingFor } from '#worker/organizations/membership.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const REVIEWS = 60

/** A business with every kind of dependent row. */
async function fullBusiness(account: Account, name: string): Promise<Business> {
  const business = await createBusiness(env.DB, account, {
    name,
    googleUrl: `https://www.google.com/maps/place/?ftid=0x1a2b3c:0x${name.length}`,
    yelpUrl: `https://www.yelp.com/biz/${name.toLowerCase().replaceAll(' ', '-')}-porto`,
  })
  const reviews = Array.from({ length: REVIEWS }, (_, index) => ({
    business,
    platformReviewId: `review-${index}`,
    text: `${name} needle ${index}`,
    rating: 1 + (index % 5),
    scrapedAt: NOW - (REVIEWS - index) * HOUR_MS,
  }))
  await storeReviews(env.DB, reviews)
  await storeResponses(
    env.DB,
    business,
    reviews.slice(0, 10).map(({ platformReviewId }) => ({ platformReviewId, text: 'Thank you', at: NOW })),
  )
  await env.DB.prepare(
    "UPDATE reviews SET review_text = review_text || ' again' WHERE business_id = ? AND rating = 1",
  )
    .bind(business.id)
    .run()
  await createRun(business, { status: 'succeeded' })
  await createRun(business, { status: 'running' })
  return business
}

/** API caller limited to the businesses visible now, as each request reads them. */
async function callerFor(account: Account) {
  const acting = await actingFor(backgroundContext(env), account.organizationId, account.userId)
  return apiFor(account, { now: () => NOW, businessIds: acting?.organization.businessIds ?? null })
}

/** Row counts of a business by kind, read from the tables themselves. */
async function remains({ id }: Business): Promise<Record<string, number>> {
  const count = (from: string) => `(SELECT count(*) FROM ${from})`
  const row = await env.DB.prepare(
    `SELECT ${count('businesses WHERE id = ?1')} AS businesses,
      ${count('business_sources WHERE business_id = ?1')} AS sources,
      ${count('reviews WHERE business_id = ?1')} AS reviews,
      ${count('review_revisions WHERE review_id NOT IN (SELECT id FROM reviews WHERE business_id <> ?1)')} AS revisions,
      ${count('review_responses WHERE business_id = ?1')} AS responses,
      ${count('review_daily_stats WHERE business_id = ?1')} AS days,
      ${count('scrape_runs WHERE business_id = ?1')} AS runs,
      ${count("review_search WHERE review_search MATCH 'keys : b' || replace(substr(?1, 20), '-', '')")} AS found`,
  )
    .bind(id)
    .first<Record<string, number>>()
  return row ?? {}
}

test('a removed business is unreachable at once and erased after 14 days, without touching others', async ({
  account,
}) => {
  const [business, other] = [await fullBusiness(account, 'Harbor'), await fullBusiness(account, 'Hill')]
  const full = await remains(other)
  expect(full).toMatchObject({
    businesses: 1,
    sources: 2,
    reviews: REVIEWS,
    responses: 10,
    runs: 2,
    found: REVIEWS,
  })
  expect(full.days).toBeGreaterThan(1)

  const api = apiFor(account, { now: () => NOW })
  expect(await api.businesses.remove({ id: business.id })).toBeUndefined()
  expect(await remains(business)).toEqual({ ...full, revisions: expect.any(Number) })
  const later = { ...backgroundContext(env), now: () => NOW + 14 * DAY_MS }
  expect(await eraseDeletedBusinesses({ ...later, now: () => later.now() - 1 })).toBe(0)
  expect(await eraseDeletedBusinesses(later)).toBe(1)
  const empty = Object.fromEntries(Object.keys(full).map((kind) => [kind, 0]))
  // Revisions of both businesses share a table; the remaining ones belong to the other business.
  expect(await remains(business)).toEqual(empty)
  expect(await remains(other)).toEqual({ ...full, revisions: REVIEWS / 5 })

  expect((await api.reviews.stats()).totalReviews).toBe(REVIEWS)
  expect((await api.reviews.list({ search: 'Harbor' })).items).toEqual([])
  expect((await api.businesses.list()).items.map(({ name }) => name)).toEqual(['Hill'])
})

test('an erased business is removed from member and invitation limits', async ({ account, business }) => {
  const other = await createBusiness(env.DB, account)
  const both = JSON.stringify([business.id, other.id])
  await env.DB.batch([
    env.DB.prepare('UPDATE organization_users SET business_ids = ? WHERE user_id = ?').bind(
      both,
      account.userId,
    ),
    env.DB.prepare(
      `INSERT INTO organization_invitations (id, organization_id, email, email_key, role, business_ids, token_hash, expires_at,
        created_at) VALUES (?1, ?2, 'x@example.test', 'x@example.test', 'member', ?3, ?1, ?4, 0)`,
    ).bind(crypto.randomUUID(), account.organizationId, both, NOW * 2),
  ])
  await apiFor(account, { now: () => NOW }).businesses.remove({ id: business.id })
  await eraseDeletedBusinesses({ ...backgroundContext(env), now: () => NOW + 14 * DAY_MS })
  for (const table of ['organization_users', 'organization_invitations']) {
    const limit = env.DB.prepare(`SELECT business_ids AS ids FROM ${table} WHERE organization_id = ?`)
    expect(await limit.bind(account.organizationId).first('ids')).toBe(JSON.stringify([other.id]))
  }
})

test('quota used by a removed business stays used', async ({ account, business }) => {
  await storeUsage(env.DB, account, 50)
  await apiFor(account).businesses.remove({ id: business.id })
  const usage = await env.DB.prepare(
    'SELECT reviews_stored FROM organization_usage WHERE organization_id = ?',
  )
    .bind(account.organizationId)
    .first()
  expect(usage).toEqual({ reviews_stored: 50 })
})

test('a removed location makes room for another one', async ({ account }) => {
  const api = apiFor(account, { plan: 'free' })
  const { id } = await api.businesses.create({ name: 'First' })
  await expect(api.businesses.create({ name: 'Second' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await api.businesses.remove({ id })
  await api.businesses.create({ name: 'Second' })
  expect(await (await callerFor(account)).businesses.count()).toBe(1)
})

test('removing twice is refused as not found', async ({ account }) => {
  const { id } = await createBusiness(env.DB, account)
  const api = apiFor(account)
  await api.businesses.remove({ id })
  await expect(api.businesses.remove({ id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Failed to delete business: not found',
  })
})

test('a deleted business can be neither read nor written, and is restored unchanged', async ({ account }) => {
  const [business, other] = [await fullBusiness(account, 'Harbor'), await fullBusiness(account, 'Hill')]
  const api = () => callerFor(account)
  const before = await (await api()).reviews.stats()
  const { items } = await (await api()).reviews.list({ businessId: business.id, limit: 1 })
  const reviewId = items[0]?.id ?? ''
  await (await api()).businesses.remove({ id: business.id })

  const mine = await api()
  expect((await mine.businesses.list()).items.map(({ id }) => id)).toEqual([other.id])
  expect(await mine.businesses.count()).toBe(1)
  const reviews = await mine.reviews.list({ limit: 100 })
  expect(new Set(reviews.items.map(({ businessId }) => businessId))).toEqual(new Set([other.id]))
  expect((await mine.reviews.stats()).totalReviews).toBe(REVIEWS)
  expect((await mine.reviews.list({ search: 'Harbor' })).items).toEqual([])
  for (const call of [
    () => mine.businesses.get({ id: business.id }),
    () => mine.businesses.update({ id: business.id, name: 'Again' }),
    () => mine.reviews.get({ id: reviewId }),
    () => mine.responses.create({ reviewId, text: 'Thank you' }),
    () => mine.collection.start({ businessId: business.id }),
    () => mine.businesses.remove({ id: business.id }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const screen = await mine.screens.businesses({})
  expect(screen.deleted).toMatchObject([{ id: business.id, name: 'Harbor' }])

  const stranger = await callerFor(await createAccount(env.DB))
  await expect(stranger.businesses.bringBack({ id: business.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await mine.businesses.bringBack({ id: business.id })
  const back = await api()
  expect(await back.reviews.stats()).toEqual({ ...before, lastUpdated: expect.any(String) })
  expect((await back.screens.businesses({})).deleted).toEqual([])
  await expect(back.businesses.bringBack({ id: business.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a deleted business is restored beside one that already had its place', async ({ account }) => {
  const googleUrl = 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d'
  const pair = { googleUrl, createdAt: NOW - DAY_MS }
  const [first, second] = [
    await createBusiness(env.DB, account, pair),
    await createBusiness(env.DB, account, pair),
  ]
  const api = apiFor(account, { now: () => NOW })
  await api.businesses.remove({ id: first.id })
  await api.businesses.bringBack({ id: first.id })
  const ids = (await api.businesses.list()).items.map(({ id }) => id)
  expect(ids.sort()).toEqual([first.id, second.id].sort())
})

test('businesses that shared a place are both restored if both were deleted', async ({ account }) => {
  const googleUrl = 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d'
  const pair = { googleUrl, createdAt: NOW - DAY_MS }
  const [first, second] = [
    await createBusiness(env.DB, account, pair),
    await createBusiness(env.DB, account, pair),
  ]
  const at = (now: number) => apiFor(account, { now: () => now }).businesses
  await at(NOW).remove({ id: first.id })
  await at(NOW + 1).remove({ id: second.id })
  await at(NOW + 2).bringBack({ id: first.id })
  await at(NOW + 3).bringBack({ id: second.id })
  const ids = (await at(NOW + 4).list()).items.map(({ id }) => id)
  expect(ids.sort()).toEqual([first.id, second.id].sort())
})

test('a deleted business is not restored if the place of its connection was added by link', async ({
  account,
}) => {
  const { id } = await createBusiness(env.DB, account, { createdAt: NOW - DAY_MS })
  const source = env.DB.prepare(
    `INSERT INTO business_sources (business_id, platform, organization_id, source, listing_url, place_id)
    VALUES (?, 'google', ?, 'google-business-profile', 'https://maps.google.com/maps?cid=77', 'accounts/1/locations/2')`,
  )
  await source.bind(id, account.organizationId).run()
  const api = apiFor(account, { now: () => NOW })
  await api.businesses.remove({ id })
  const googleBusinessUrl = 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d'
  await api.businesses.create({ name: 'Harbor Books', googleBusinessUrl })
  await expect(api.businesses.bringBack({ id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This place is already in your list, as Harbor Books.',
  })
})

test('a deleted business is not restored if another one was changed to its place, or restored with it', async ({
  account,
}) => {
  const place = (id: number) => `https://www.google.com/maps/place/?ftid=0x1a2b3c:0x${id}`
  const old = { createdAt: NOW - 2 * DAY_MS }
  const [first, second, third] = [
    await createBusiness(env.DB, account, { ...old, googleUrl: place(1) }),
    await createBusiness(env.DB, account, { ...old, name: 'Hill', googleUrl: place(2) }),
    await createBusiness(env.DB, account, { ...old, name: 'Quay' }),
  ]
  const at = (now: number) => apiFor(account, { now: () => now }).businesses
  await at(NOW).remove({ id: first.id })
  await at(NOW + 1).update({ id: second.id, googleBusinessUrl: place(1) })
  const message = 'This place is already in your list, as Hill.'
  await expect(at(NOW + 2).bringBack({ id: first.id })).rejects.toMatchObject({ code: 'CONFLICT', message })

  // The place is free while both are deleted; the first to be restored gets it.
  await at(NOW + 3).remove({ id: second.id })
  await at(NOW + 4).bringBack({ id: first.id })
  await expect(at(NOW + 5).bringBack({ id: second.id })).rejects.toMatchObject({ code: 'CONFLICT' })

  // Connecting an account doesn't change the business itself.
  await at(NOW + 6).remove({ id: first.id })
  const own = [third.id, account.organizationId, NOW + 7]
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO connections (id, organization_id, provider, subject, label, sealed_access_token, scopes, created_at,
        updated_at) VALUES (?1, ?2, 'google', 'a', 'a', 'x', '', ?3, ?3)`,
    ).bind(...own),
    env.DB.prepare(
      `INSERT INTO connection_links (business_id, platform, organization_id, connection_id, place_id, place_name,
        created_at) VALUES (?1, 'google', ?2, ?1, 'accounts/1/locations/2', 'Quay', ?3)`,
    ).bind(...own),
    env.DB.prepare(
      `INSERT INTO business_sources (business_id, platform, organization_id, source, listing_url, place_id)
      VALUES (?1, 'google', ?2, 'google-business-profile', 'https://maps.google.com/maps?cid=1',
        'accounts/1/locations/2')`,
    ).bind(third.id, account.organizationId),
  ])
  await expect(at(NOW + 8).bringBack({ id: first.id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a place is not added at the moment in which its deleted business is restored', async ({ account }) => {
  const googleUrl = 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d'
  const { id } = await createBusiness(env.DB, account, { googleUrl, createdAt: NOW - DAY_MS })
  await apiFor(account, { now: () => NOW }).businesses.remove({ id })
  const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO businesses|update "businesses"/, 2) }
  const api = apiFor(account, { env: bindings, now: () => NOW })
  const outcomes = await Promise.allSettled([
    api.businesses.bringBack({ id }),
    api.businesses.create({ name: 'Again', googleBusinessUrl: googleUrl }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes).toContainEqual(
    expect.objectContaining({ reason: expect.objectContaining({ code: 'CONFLICT' }) }),
  )
  expect(await api.businesses.count()).toBe(1)
})

test('sessions and API keys cannot reach a deleted business', async ({ account, business }) => {
  const other = await createBusiness(env.DB, account, { name: 'Hill' })
  const api = apiFor(account)
  const { key } = await api.apiKeys.create({ name: 'Desk', scopes: ['read'] })
  await api.businesses.remove({ id: business.id })
  const names = async (path: string, headers: Record<string, string>) => {
    const answer = await ask(path, { headers })
    return (await answer.text()).includes(business.id)
  }
  const cookie = await signedIn(account)
  expect(await names('/trpc/businesses.list', { cookie })).toBe(false)
  expect(await names('/api/v1/businesses', { authorization: `Bearer ${key}` })).toBe(false)
  expect(await (await ask('/trpc/businesses.list', { headers: { cookie } })).text()).toContain(other.id)
})
