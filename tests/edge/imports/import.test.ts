import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { businessImports } from '#db/schema/index.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { barrier } from '#tests/edge/support/faults.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { createRun, storedRun } from '#tests/edge/support/runs.ts'
import { test } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, eraseBusiness, storeReviews } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { ABANDONED, cleanUpImports } from '#worker/imports/clean-up.ts'
import { ABANDONED_AFTER_MS } from '#worker/imports/import-run.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import {
  createShop,
  importAll,
  importedOf,
  later,
  NOW,
  row,
  rows,
  type Shop,
  storedOf,
  usageOf,
} from './support.ts'

/** Uses up the import allowance as if other files had brought it to this total. */
async function useAllowance(shop: Shop, total: number): Promise<void> {
  const { id: businessId, organizationId } = await createBusiness(env.DB, shop.account)
  const reviewsStored = total - (await importedOf(shop))
  await databaseOf(env).insert(businessImports).values({ businessId, organizationId, reviewsStored })
}

function start({ api, business }: Shop, chunks = 3) {
  return api.imports.startImport({ businessId: business.id, platform: 'google', chunks })
}

test('rows of a file are stored under their import run', async ({ shop }) => {
  const { runId } = await start(shop)
  await shop.api.imports.importRows({ runId, chunk: 0, rows: rows(0, 3) })
  const view = await shop.api.imports.importRows({ runId, chunk: 1, rows: rows(3, 5) })
  expect(view).toMatchObject({ stored: 5, updated: 0, unchanged: 0, overQuota: 0, nextChunk: 2, refused: [] })
  const done = await shop.api.imports.finishImport({ runId, rowsRefused: 2 })
  expect(done).toMatchObject({ status: 'succeeded', stored: 5 })
  const stored = await storedOf(shop.business)
  expect(stored.map(({ author_name }) => author_name).sort()).toEqual(
    [0, 1, 2, 3, 4].map((number) => `Author ${number}`),
  )
  const run = await storedRun(runId)
  expect(stored.every(({ source, scraped_at }) => source === 'file' && scraped_at === run.createdAt)).toBe(
    true,
  )
  expect(run).toMatchObject({ source: 'file', reviewsFound: 5, reviewsNew: 5, finishedAt: NOW })
  expect(run.warnings).toEqual(['2 rows of the file could not be read and were left out.'])
  expect(await importedOf(shop)).toBe(5)
})

test('importing the same file again stores nothing, however it is split into chunks', async ({ shop }) => {
  await importAll(shop, rows(0, 20))
  const before = await storedOf(shop.business)
  const api = later(shop, NOW + DAY_MS)
  const { runId } = await api.imports.startImport({
    businessId: shop.business.id,
    platform: 'google',
    chunks: 2,
  })
  await api.imports.importRows({ runId, chunk: 0, rows: rows(0, 7) })
  const view = await api.imports.importRows({ runId, chunk: 1, rows: rows(7, 20) })
  expect(view).toMatchObject({ stored: 0, updated: 0, unchanged: 20, overQuota: 0 })
  expect(await storedOf(shop.business)).toEqual(before)
  expect(await importedOf(shop)).toBe(20)
})

test('a repeated chunk changes nothing and gets the same response', async ({ shop }) => {
  const { runId } = await start(shop)
  const chunk = { runId, chunk: 0, rows: [...rows(0, 3), { authorName: 'Nobody' }] }
  const first = await shop.api.imports.importRows(chunk)
  const before = [await storedOf(shop.business), await storedRun(runId)]
  expect(await shop.api.imports.importRows(chunk)).toEqual(first)
  expect([await storedOf(shop.business), await storedRun(runId)]).toEqual(before)
  expect(first.refused).toEqual([
    { row: 3, field: 'rating', message: 'This field is missing.' },
    { row: 3, field: 'reviewText', message: 'This field is missing.' },
  ])
})

test('a chunk sent twenty times at once is stored once', async ({ shop }) => {
  const { runId } = await start(shop)
  const DB = barrier(env.DB, /INSERT INTO reviews/, 20)
  const views = await Promise.all(
    Array.from({ length: 20 }, () =>
      createApi(contextFor(shop.account, { env: { ...env, DB }, now: () => NOW })).imports.importRows({
        runId,
        chunk: 0,
        rows: rows(0, 10),
      }),
    ),
  )
  for (const view of views) expect(view).toMatchObject({ stored: 10, nextChunk: 1 })
  expect(await storedOf(shop.business)).toHaveLength(10)
  expect(await importedOf(shop)).toBe(10)
})

test('a chunk out of order is refused and stores nothing', async ({ shop }) => {
  const { runId } = await start(shop)
  await expect(shop.api.imports.importRows({ runId, chunk: 1, rows: rows(0, 3) })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Chunk 0 of this import comes first.',
  })
  expect(await storedOf(shop.business)).toEqual([])
})

test('unreadable rows are reported, and the others are stored', async ({ shop }) => {
  const broken = [
    row(1, { rating: 6 }),
    row(2, { reviewText: 'a\0b' }),
    row(3, { reviewDate: '2026-06-17' }),
    row(4, { authorName: 'x'.repeat(121) }),
    row(5, { reviewText: 'x'.repeat(20_001) }),
    row(6, { url: 'javascript:alert(1)' }),
    'a row',
    null,
    row(7, { reviewDate: '2025-02-30' }),
  ]
  const { refused, stored } = await importAll(shop, [row(0), ...broken, row(8)])
  expect(refused.map(({ row, field }) => [row, field])).toEqual([
    [1, 'rating'],
    [2, 'reviewText'],
    [3, 'reviewDate'],
    [4, 'authorName'],
    [5, 'reviewText'],
    [6, 'url'],
    [7, ''],
    [8, ''],
    [9, 'reviewDate'],
  ])
  expect(stored).toBe(2)
})

test('texts are stored literally, except for what no database can store', async ({ shop }) => {
  const text = "<script>alert(1)</script> =1+1 '; DROP TABLE reviews; -- 👩‍🍳 e\u0301"
  await importAll(shop, [row(0, { authorName: ' \ud83d Zoë ', reviewText: ` ${text}\n` })])
  const [stored] = await storedOf(shop.business)
  expect(stored).toMatchObject({ author_name: '\ufffd Zoë', review_text: text.normalize('NFC') })
})

test('a review that occurs twice is counted twice', async ({ shop }) => {
  const view = await importAll(shop, [row(1), row(2), row(1)])
  expect(view).toMatchObject({ stored: 2, updated: 0, unchanged: 1, overQuota: 0 })
})

test('a row with a platform id matches the collected review, whose own text wins', async ({ shop }) => {
  await storeReviews(env.DB, [
    {
      business: shop.business,
      platformReviewId: 'real-1',
      authorName: 'Old',
      text: 'As it stands there.',
      rating: 2,
    },
  ])
  await env.DB.prepare("UPDATE reviews SET source = 'google-public' WHERE business_id = ?")
    .bind(shop.business.id)
    .run()
  const before = await storedOf(shop.business)
  const view = await importAll(shop, [
    row(1, { reviewId: 'real-1', reviewText: 'An older version.', language: 'en' }),
    row(2, { reviewId: 'real-2' }),
  ])
  expect(view).toMatchObject({ stored: 1, updated: 1, unchanged: 0 })
  const stored = await storedOf(shop.business)
  expect(stored.map(({ platform_review_id }) => platform_review_id).sort()).toEqual(['real-1', 'real-2'])
  const [known] = stored.filter(({ platform_review_id }) => platform_review_id === 'real-1')
  // Missing fields are filled in.
  expect(known).toMatchObject({
    ...before[0],
    language: 'en',
    review_date: expect.any(Number),
    // The date gives it its place among the others.
    posted_at: known?.review_date,
    position: expect.any(Number),
    updated_at: NOW,
  })
})

test('an imported review is updated by the next file', async ({ shop }) => {
  await importAll(shop, [row(1, { reviewId: 'r1', reviewText: 'First version.' })])
  const at = NOW + HOUR_MS
  const changed = row(1, { reviewId: 'r1', reviewText: 'Second version.' })
  const view = await importAll(shop, [changed], later(shop, at))
  expect(view).toMatchObject({ stored: 0, updated: 1 })
  expect(await storedOf(shop.business)).toMatchObject([{ review_text: 'Second version.', edited_at: at }])
  const { results } = await env.DB.prepare(
    'SELECT review_text FROM review_revisions WHERE organization_id = ?',
  )
    .bind(shop.account.organizationId)
    .all()
  expect(results).toEqual([{ review_text: 'First version.' }])
})

test('importing history does not use up the monthly quota', async () => {
  const shop = await createShop('free')
  expect(await importAll(shop, rows(0, 80))).toMatchObject({ stored: 80, overQuota: 0 })
  expect(await usageOf(shop)).toBe(0)
  const ways = await shop.api.imports.options({ businessId: shop.business.id })
  expect(ways).toMatchObject({ quota: { limit: 50, left: 50 }, imports: { limit: 500, left: 420 } })
})

test('reviews beyond the import limit are counted, not stored, and fit with a larger plan', async () => {
  const shop = await createShop('free')
  await useAllowance(shop, 450)
  const first = await importAll(shop, rows(0, 80))
  expect(first).toMatchObject({ stored: 50, unchanged: 0, overQuota: 30 })
  // The first rows of a chunk are taken: the browser sends the newest first.
  expect((await storedOf(shop.business)).map(({ author_name }) => author_name)).toEqual(
    Array.from({ length: 50 }, (_, index) => `Author ${49 - index}`),
  )
  // The next month brings no more.
  const again = await importAll(shop, rows(0, 80), later(shop, Date.UTC(2026, 6, 2), 'free'))
  expect(again).toMatchObject({ stored: 0, unchanged: 50, overQuota: 30 })
  expect((await storedRun(again.runId)).warnings).toEqual(['Limit of imported reviews reached'])
  const upgraded = later(shop, NOW + DAY_MS, 'pro')
  expect(await importAll(shop, rows(0, 80), upgraded)).toMatchObject({
    stored: 30,
    unchanged: 50,
    overQuota: 0,
  })
  expect(await importedOf(shop)).toBe(530)
  const ways = await upgraded.imports.options({ businessId: shop.business.id })
  expect(ways.imports).toEqual({ limit: 20_000, left: 20_000 - 530 })
})

test('known reviews are updated even if no new ones fit', async () => {
  const shop = await createShop('free')
  await importAll(shop, [row(1, { reviewId: 'r1' })])
  await useAllowance(shop, 500)
  const changed = [row(1, { reviewId: 'r1', reviewText: 'Second version.' }), row(2)]
  expect(await importAll(shop, changed)).toMatchObject({ stored: 0, updated: 1, overQuota: 1 })
})

test('rows that are no longer sent are reported at the end and recorded', async () => {
  const shop = await createShop('free')
  const { runId } = await start(shop)
  await shop.api.imports.importRows({ runId, chunk: 0, rows: rows(0, 3) })
  const done = await shop.api.imports.finishImport({ runId, rowsNotSent: 7 })
  expect(done).toMatchObject({ stored: 3, unchanged: 0, overQuota: 7 })
  expect(await storedRun(runId)).toMatchObject({
    page: 1,
    pagesPlanned: 1,
    reviewsFound: 10,
    warnings: ['Limit of imported reviews reached'],
  })
})

test('concurrent chunks of two imports store no more than the plan allows', async () => {
  const shop = await createShop('free')
  await useAllowance(shop, 450)
  const other = await createBusiness(env.DB, shop.account)
  const runs = await Promise.all(
    [shop.business, other].map(({ id }) =>
      shop.api.imports.startImport({ businessId: id, platform: 'google', chunks: 1 }),
    ),
  )
  const DB = barrier(env.DB, /INSERT INTO reviews/, 2)
  await Promise.all(
    runs.map(({ runId }) =>
      apiFor(shop.account, { env: { ...env, DB }, plan: 'free', now: () => NOW }).imports.importRows({
        runId,
        chunk: 0,
        rows: rows(0, 40),
      }),
    ),
  )
  expect(await importedOf(shop)).toBe(500)
  expect((await storedOf(shop.business)).length + (await storedOf(other)).length).toBe(50)
})

test('the remaining allowance is known without counting reviews', async ({ shop }) => {
  const costOf = async () => {
    const meter = createMeter()
    const api = apiFor(shop.account, { meter, now: () => NOW })
    await api.imports.options({ businessId: shop.business.id })
    return meter.rowsRead
  }
  await importAll(shop, rows(0, 1))
  const before = await costOf()
  await importAll(shop, rows(1, 500))
  expect(await costOf()).toBe(before)
  expect(before).toBeLessThan(10)
})

test("another organization's files use no allowance, and erasing a business returns its share", async () => {
  const shop = await createShop('free')
  await importAll(await createShop('free'), rows(0, 10))
  const other = await createBusiness(env.DB, shop.account)
  await importAll(shop, rows(0, 20))
  await importAll({ ...shop, business: other }, rows(0, 5))
  const left = async () => (await shop.api.imports.options({ businessId: shop.business.id })).imports.left
  expect(await left()).toBe(475)
  await eraseBusiness(env.DB, other)
  expect(await left()).toBe(480)
})

test('an import and a collection can run at the same time', async ({ shop }) => {
  const collection = await createRun(shop.business, { status: 'running' })
  const { runId } = await start(shop)
  await createRun(await createBusiness(env.DB, shop.account), { status: 'running' })
  expect(await storedRun(collection)).toMatchObject({ status: 'running' })
  expect(await storedRun(runId)).toMatchObject({ status: 'running' })
})

test('a new import of the same platform ends the previous one and keeps what it stored', async ({ shop }) => {
  const { runId } = await start(shop)
  await shop.api.imports.importRows({ runId, chunk: 0, rows: rows(0, 2) })
  const next = await start(shop)
  expect(next.runId).not.toBe(runId)
  await expect(shop.api.imports.importRows({ runId, chunk: 1, rows: rows(2, 3) })).rejects.toMatchObject({
    code: 'CONFLICT',
    message:
      'This import has ended. Another import for this business was started. Start it again; what was already stored is kept.',
  })
  await expect(shop.api.imports.finishImport({ runId })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await storedOf(shop.business)).toHaveLength(2)
})

test('a cancelled import accepts no more rows', async ({ shop }) => {
  const { runId } = await start(shop)
  await shop.api.imports.importRows({ runId, chunk: 0, rows: rows(0, 2) })
  expect(await shop.api.collection.cancel({ id: runId })).toMatchObject({ status: 'cancelled' })
  await expect(shop.api.imports.importRows({ runId, chunk: 1, rows: rows(2, 3) })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await storedOf(shop.business)).toHaveLength(2)
})

test('an abandoned import fails with an explanation, an active one does not', async ({ shop }) => {
  const other = await createBusiness(env.DB, shop.account)
  const { runId } = await start(shop)
  const going = await shop.api.imports.startImport({ businessId: other.id, platform: 'google', chunks: 2 })
  const halfway = NOW + ABANDONED_AFTER_MS / 2
  await later(shop, halfway).imports.importRows({ runId: going.runId, chunk: 0, rows: rows(0, 1) })
  const context = { ...contextFor(shop.account), now: () => NOW + ABANDONED_AFTER_MS }
  await cleanUpImports(context)
  expect(await storedRun(runId)).toMatchObject({ status: 'failed', errors: [ABANDONED] })
  expect(await storedRun(going.runId)).toMatchObject({ status: 'running' })
})

test("a platform outside the plan is refused, and another organization's import is not found", async () => {
  const shop = await createShop('free')
  await expect(
    shop.api.imports.startImport({ businessId: shop.business.id, platform: 'tripadvisor', chunks: 1 }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'TripAdvisor is not part of your Free plan.' })
  const { runId } = await start(shop)
  const stranger = apiFor(await createAccount(env.DB), { now: () => NOW })
  for (const call of [
    stranger.imports.importRows({ runId, chunk: 0, rows: rows(0, 1) }),
    stranger.imports.finishImport({ runId }),
  ]) {
    await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(await storedOf(shop.business)).toEqual([])
})

test('a run without a file accepts no rows', async ({ shop }) => {
  const id = await createRun(shop.business, { status: 'running', createdAt: NOW - HOUR_MS })
  await expect(shop.api.imports.importRows({ runId: id, chunk: 0, rows: rows(0, 1) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
