import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import { expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { placeUsage } from '#db/schema/index.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { createRun } from '#tests/edge/support/runs.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import type { Settings } from '#worker/env.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const GOOGLE_URL = 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f'
const YELP_URL = 'https://www.yelp.com/biz/harbor-books-porto'

const test = base
  .extend('business', ({ account }) =>
    createBusiness(env.DB, account, {
      name: 'Harbor',
      googleUrl: GOOGLE_URL,
      yelpUrl: YELP_URL,
      createdAt: NOW - DAY_MS,
    }),
  )
  .extend(
    'screen',
    ({ account, business }) =>
      (plan = 'pro', businessId = business.id) =>
        apiFor(account, { plan, now: () => NOW }).screens.sources({ businessId }),
  )
  /** The screen on a server with other settings. */
  .extend('screenWith', ({ account, business }) => (settings: Partial<Settings>) => {
    const context = contextFor(account, { plan: 'pro', now: () => NOW })
    const { screens } = createApi({ ...context, settings: { ...context.settings, ...settings } })
    return screens.sources({ businessId: business.id })
  })
  .extend('platform', ({ screen }) => async (name: string, plan?: string) => {
    const { platforms } = await screen(plan)
    const found = platforms.find((entry) => entry.platform === name)
    if (!found) throw new Error(`no ${name}`)
    return found
  })
  .extend(
    'setSource',
    ({ business }) =>
      (columns: string, ...values: unknown[]) =>
        env.DB.prepare(
          `UPDATE business_sources SET ${columns} WHERE business_id = ?1 AND platform = 'google'`,
        )
          .bind(business.id, ...values)
          .run(),
  )
  /** Stores a usage row for the business's place on Google, as a collection does. */
  .extend(
    'use',
    ({ account }) =>
      (kind: 'run' | 'wait', until: number) =>
        databaseOf(env).insert(placeUsage).values({
          organizationId: account.organizationId,
          platform: 'google',
          place: '0x4d5e6f',
          kind,
          askedBy: 'google-public',
          source: 'google-public',
          until,
        }),
  )

test('a source shows its kind, its state and how much of it is stored', async ({
  business,
  platform,
  setSource,
}) => {
  await storeReviews(env.DB, [
    { business, scrapedAt: NOW - 400 * DAY_MS },
    { business, scrapedAt: NOW },
    { business, scrapedAt: NOW, platform: 'yelp' },
  ])
  await setSource(
    "stated_total = 400, backfill_state = 'open', last_succeeded_at = ?2, last_attempt_at = ?3, next_due_at = ?4",
    NOW - 3 * HOUR_MS,
    NOW - HOUR_MS,
    NOW + HOUR_MS,
  )
  const run = await createRun(business, { status: 'succeeded', createdAt: NOW - 3 * HOUR_MS, page: 2 })
  expect(await platform('google')).toMatchObject({
    unlockedBy: null,
    source: {
      source: 'google-public',
      keeps: 'reviews',
      statedTotal: 400,
      storedTotal: 2,
      backfilling: true,
      lastSucceededAt: '2026-06-15T09:00:00.000Z',
      lastAttemptAt: '2026-06-15T11:00:00.000Z',
      nextDueAt: '2026-06-15T13:00:00.000Z',
      trouble: null,
      refusal: null,
      latestRun: { id: run, source: 'google-public', trigger: 'manual', status: 'succeeded' },
    },
  })
  expect(await platform('yelp')).toMatchObject({ source: { storedTotal: 1, latestRun: null } })
})

test('a failing source says why and since when', async ({ platform, setSource }) => {
  await setSource(
    "last_attempt_at = ?2, last_error = 'Google hides it.', last_error_kind = 'limited_view', failing_since = ?3",
    NOW - HOUR_MS,
    NOW - DAY_MS,
  )
  expect(await platform('google')).toMatchObject({
    source: {
      trouble: { kind: 'limited_view', message: 'Google hides it.', since: '2026-06-14T12:00:00.000Z' },
    },
  })
})

test('platforms without a link are empty, and those of a larger plan are locked', async ({ screen }) => {
  const names = async (plan: string) =>
    (await screen(plan)).platforms.map((entry) => [entry.platform, entry.unlockedBy, entry.source?.source])
  expect(await names('free')).toEqual([
    ['google', null, 'google-public'],
    ['yelp', null, 'yelp-public'],
    ['facebook', 'Pro', undefined],
    ['tripadvisor', 'Pro', undefined],
  ])
  expect(await names('pro')).toEqual([
    ['google', null, 'google-public'],
    ['yelp', null, 'yelp-public'],
    ['facebook', null, undefined],
    ['tripadvisor', null, undefined],
  ])
})

test('a source used up for this hour says until when', async ({ platform, use }) => {
  await use('run', NOW + 40 * MINUTE_MS)
  expect((await platform('google', 'pro')).source?.refusal).toBeNull()
  expect((await platform('google', 'free')).source?.refusal).toEqual({
    reason: 'Google reviews were collected within the last hour. Your plan allows one collection an hour.',
    until: '2026-06-15T12:40:00.000Z',
  })
  // The other platform has its own hour.
  expect((await platform('yelp', 'free')).source?.refusal).toBeNull()
})

test('a platform that asked us to wait says until when', async ({ platform, use }) => {
  await use('wait', NOW + 2 * HOUR_MS)
  expect((await platform('google')).source?.refusal).toMatchObject({
    reason: expect.stringContaining('Google asked us to wait'),
    until: '2026-06-15T14:00:00.000Z',
  })
})

test('a source switched off by the operator says so and gives no time to wait for', async ({
  screenWith,
}) => {
  const { platforms } = await screenWith({ PUBLIC_COLLECTION: 'off', GOOGLE_PLACES_API_KEY: '' })
  expect(platforms[0]?.source?.refusal).toEqual({
    reason: expect.stringContaining('switched off on this server'),
    until: null,
  })
})

test('a source keeps only numbers unless the operator has agreed to keep reviews', async ({
  screen,
  screenWith,
}) => {
  const key = { PUBLIC_COLLECTION: 'off', YELP_API_KEY: 'key' } as const
  const yelpOf = ({ platforms }: Awaited<ReturnType<typeof screen>>) =>
    platforms.find((entry) => entry.platform === 'yelp')?.source
  expect(yelpOf(await screenWith(key))).toMatchObject({ source: 'yelp-fusion', keeps: 'numbers' })
  expect(yelpOf(await screenWith({ ...key, KEEP_REVIEWS: ['yelp-fusion'] }))).toMatchObject({
    source: 'yelp-fusion',
    keeps: 'reviews',
  })
})

test('a business that is paused or above the limit says so', async ({ account, business, screen }) => {
  expect((await screen()).business).toEqual({
    id: business.id,
    name: 'Harbor',
    isActive: true,
    aboveLimit: false,
  })
  await apiFor(account).businesses.update({ id: business.id, isActive: false })
  expect((await screen()).business.isActive).toBe(false)
  const younger = await createBusiness(env.DB, account, { googleUrl: GOOGLE_URL, createdAt: NOW })
  expect((await screen('free', younger.id)).business.aboveLimit).toBe(true)
})

test('the history shows the newest runs of this business, and its cursor leads to the next page', async ({
  account,
  business,
  screen,
}) => {
  const other = await createBusiness(env.DB, account, { googleUrl: GOOGLE_URL })
  await createRun(other, { status: 'succeeded', createdAt: NOW })
  const ids: string[] = []
  for (let index = 0; index < 25; index += 1) {
    const platformOf = index % 2 ? ('yelp' as const) : ('google' as const)
    ids.unshift(
      await createRun(business, {
        platform: platformOf,
        status: 'succeeded',
        createdAt: NOW - (30 - index) * HOUR_MS,
      }),
    )
  }
  const { runs } = await screen()
  expect(runs.items.map(({ id }) => id)).toEqual(ids.slice(0, 20))
  const next = await apiFor(account).collection.runs({
    businessId: business.id,
    cursor: runs.nextCursor ?? '',
    limit: 20,
  })
  expect(next.items.map(({ id }) => id)).toEqual(ids.slice(20))
  expect(next.nextCursor).toBeNull()
})

test('the rows read by the screen and its history do not grow with runs', async ({ account, business }) => {
  const cost = async (read: (api: ReturnType<typeof apiFor>) => Promise<unknown>) => {
    const meter = createMeter()
    await read(apiFor(account, { plan: 'pro', now: () => NOW, meter }))
    return meter.rowsRead
  }
  const makeRuns = async (count: number, from: number) => {
    for (let index = 0; index < count; index += 1) {
      await createRun(business, {
        platform: index % 2 ? 'yelp' : 'google',
        status: 'succeeded',
        createdAt: NOW - (from + index) * HOUR_MS,
      })
    }
  }
  await makeRuns(30, 2)
  const onScreen = () => cost((api) => api.screens.sources({ businessId: business.id }))
  const before = await onScreen()
  await makeRuns(60, 40)
  expect(await onScreen()).toBe(before)
  const cursors = await apiFor(account).collection.runs({ businessId: business.id, limit: 10 })
  // The owner of the business, the position of the cursor, and the page.
  const page = await cost((api) =>
    api.collection.runs({ businessId: business.id, cursor: cursors.nextCursor ?? '', limit: 10 }),
  )
  expect(page).toBeLessThanOrEqual(20)
})

test('an unknown business, and one of another organization, is not found', async ({
  business,
  screen,
  stranger,
}) => {
  for (const read of [
    () => screen('pro', createId()),
    () => apiFor(stranger).screens.sources({ businessId: business.id }),
  ]) {
    await expect(read()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})
