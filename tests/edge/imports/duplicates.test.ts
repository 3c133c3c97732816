import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { interrupted } from '#tests/edge/support/faults.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { createRun, saveList, storedRun } from '#tests/edge/support/runs.ts'
import { test } from '#tests/edge/support/test.ts'
import { createApi } from '#worker/api/router.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import type { ImportedReviewInput } from '#worker/rules/imports.ts'
import type { Platform } from '#worker/rules/platforms.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'
import {
  createShop,
  importAll,
  importedOf,
  later,
  NOW,
  rows,
  type Shop,
  storedOf,
  usageOf,
} from './support.ts'

const LONG = 'The bread was still warm, and they remembered what we had the week before.'
const WRITTEN = '2026-05-01T09:30:00.000Z'

/** A review as the platform's own list gives it. */
function listed(reviewId: string, change: Partial<ScrapedReview> = {}): ScrapedReview {
  return {
    reviewId,
    authorName: 'Ana Reis',
    rating: 5,
    reviewText: LONG,
    reviewDate: WRITTEN,
    helpfulVotes: 3,
    userVerified: false,
    ownerResponse: null,
    language: 'en',
    url: null,
    ...change,
  }
}

/** The same review from a file, without an id. */
function inFile(change: Partial<ImportedReviewInput> = {}): ImportedReviewInput {
  return { authorName: 'Ana Reis', rating: 5, reviewText: LONG, reviewDate: '2026-05-01', ...change }
}

/** Collects and saves a page. */
async function collect(
  { account, business }: Shop,
  reviews: ScrapedReview[],
  {
    platform = 'google',
    source = 'google-public',
    at = NOW,
  }: { platform?: Platform; source?: string; at?: number } = {},
) {
  const id = await createRun(business, { platform, source, status: 'running', createdAt: at })
  await saveList(contextFor(account, { now: () => at }), await storedRun(id), reviews)
  await env.DB.prepare("UPDATE scrape_runs SET status = 'succeeded' WHERE id = ?").bind(id).run()
  return storedRun(id)
}

const ids = async (shop: Shop) =>
  (await storedOf(shop.business)).map(({ platform_review_id }) => platform_review_id).sort()

test('an imported review takes its platform id when it is collected, and keeps its place and reply', async ({
  shop,
}) => {
  await importAll(shop, [inFile()])
  const [before] = await storedOf(shop.business)
  await shop.api.responses.create({ reviewId: String(before?.id), text: 'Thank you, Ana!' })
  const run = await collect(shop, [listed('real-1')], { at: NOW + HOUR_MS })
  expect(run).toMatchObject({ reviewsNew: 0, reviewsFound: 1 })
  expect(await storedOf(shop.business)).toMatchObject([
    {
      id: before?.id,
      platform_review_id: 'real-1',
      source: 'google-public',
      scraped_at: before?.scraped_at,
      response_text: 'Thank you, Ana!',
      edited_at: null,
      review_date: Date.parse(WRITTEN),
    },
  ])
  // It came by file and was already known when it was collected.
  expect([await usageOf(shop), await importedOf(shop)]).toEqual([0, 1])
  // The file again finds it by its platform id.
  const again = await importAll(shop, [inFile()], later(shop, NOW + DAY_MS))
  expect(again).toMatchObject({ stored: 0, updated: 0, unchanged: 1 })
  expect(await ids(shop)).toEqual(['real-1'])
})

test('a file without ids does not store collected reviews again', async ({ shop }) => {
  await collect(shop, [listed('real-1'), listed('real-2', { authorName: 'Kim Vale' })])
  const before = await storedOf(shop.business)
  const view = await importAll(
    shop,
    [inFile(), inFile({ authorName: 'Ole Berg' })],
    later(shop, NOW + HOUR_MS),
  )
  expect(view).toMatchObject({ stored: 1, updated: 0, unchanged: 1 })
  const stored = await storedOf(shop.business)
  expect(stored).toHaveLength(3)
  for (const review of before) expect(stored).toContainEqual(review)
})

test.for([
  ['other stars', { rating: 4 }],
  ['another author', { authorName: 'Kim Vale' }],
  ['another text', { reviewText: `${LONG} Twice.` }],
] as const)('a review with %s is another review', async ([_, change], { shop }) => {
  await importAll(shop, [inFile(change)])
  expect(await collect(shop, [listed('real-1')], { at: NOW + HOUR_MS })).toMatchObject({ reviewsNew: 1 })
  expect(await storedOf(shop.business)).toHaveLength(2)
})

test('a short or missing text matches only with a fitting date, a long one without', async ({ shop }) => {
  await importAll(shop, [
    inFile({ authorName: 'A', reviewText: 'Nice.', reviewDate: '2026-05-02' }),
    inFile({ authorName: 'B', reviewText: '', reviewDate: '2024-05-01' }),
    inFile({ authorName: 'C', reviewText: '', reviewDate: null }),
    inFile({ authorName: 'D', reviewDate: '2020-01-01' }),
  ])
  const run = await collect(
    shop,
    [
      listed('a', { authorName: 'A', reviewText: 'Nice.' }),
      listed('b', { authorName: 'B', reviewText: '' }),
      listed('c', { authorName: 'C', reviewText: '' }),
      listed('d', { authorName: 'D' }),
    ],
    { at: NOW + HOUR_MS },
  )
  expect(run).toMatchObject({ reviewsNew: 1 })
  expect(await ids(shop)).toEqual(['a', 'b', 'c', 'd', expect.stringMatching(/^import-[0-9a-f]{32}$/)])
})

test('a review whose text has other line breaks is the same one, and is not edited when it is collected', async ({
  shop,
}) => {
  const wrapped = LONG.replace('warm, ', 'warm,\n').replace('had ', 'had\r\n ')
  await importAll(shop, [inFile({ reviewText: wrapped })])
  const [before] = await storedOf(shop.business)
  await shop.api.responses.create({ reviewId: String(before?.id), text: 'Thank you, Ana!' })
  const run = await collect(shop, [listed('real-1')], { at: NOW + HOUR_MS })
  expect(run).toMatchObject({ reviewsNew: 0 })
  expect(await storedOf(shop.business)).toMatchObject([
    { platform_review_id: 'real-1', review_text: before?.review_text, edited_at: null, responded: 1 },
  ])
  const again = await importAll(shop, [inFile({ reviewText: wrapped })], later(shop, NOW + DAY_MS))
  expect(again).toMatchObject({ stored: 0, updated: 0, unchanged: 1 })
})

test('an excerpt and its full text are one review, which keeps the full text', async ({ shop }) => {
  await collect(shop, [listed('fusion-1', { reviewText: `${LONG.slice(0, 40)}...` })], {
    platform: 'yelp',
    source: 'yelp-fusion',
  })
  expect(await storedOf(shop.business)).toMatchObject([{ text_is_excerpt: 1 }])
  const { runId } = await shop.api.imports.startImport({
    businessId: shop.business.id,
    platform: 'yelp',
    chunks: 1,
  })
  const api = later(shop, NOW + HOUR_MS)
  expect(await api.imports.importRows({ runId, chunk: 0, rows: [inFile()] })).toMatchObject({
    stored: 0,
    updated: 1,
  })
  expect(await storedOf(shop.business)).toMatchObject([
    { platform_review_id: 'fusion-1', review_text: LONG, text_is_excerpt: 0, edited_at: null },
  ])
})

test('a Google review under another of its ids is the same one, by file or by list', async ({ shop }) => {
  await importAll(shop, [inFile({ reviewId: 'AbFvProfileName' })])
  expect(await importAll(shop, [inFile({ reviewId: 'ChPublicName' })])).toMatchObject({ stored: 0 })
  expect(await ids(shop)).toEqual(['AbFvProfileName'])
  await collect(shop, [listed('ChPublicName')], { at: NOW + HOUR_MS })
  expect(await ids(shop)).toEqual(['ChPublicName'])
})

test('equal reviews in one file with different dates are two reviews', async ({ shop }) => {
  const view = await importAll(shop, [
    inFile({ reviewText: 'Great!', reviewDate: '2024-03-01' }),
    inFile({ reviewText: 'Great!', reviewDate: '2026-03-01' }),
    inFile({ reviewText: 'Great!', reviewDate: '2026-03-01' }),
  ])
  expect(view).toMatchObject({ stored: 2 })
})

test('each platform id is given once, and both of two equal reviews are recognized', async ({ shop }) => {
  await importAll(shop, [
    inFile({ reviewText: 'Great!', reviewDate: '2026-04-30' }),
    inFile({ reviewText: 'Great!', reviewDate: '2026-05-01' }),
  ])
  const great = (id: string) => listed(id, { reviewText: 'Great!' })
  await collect(shop, [great('real-1'), great('real-2')], { at: NOW + HOUR_MS })
  await collect(shop, [great('real-1'), great('real-2')], { at: NOW + 2 * HOUR_MS })
  const stored = await ids(shop)
  expect(stored).toContain('real-1')
  expect(stored).toContain('real-2')
  expect(new Set(stored).size).toBe(stored.length)
})

test('reviews of another business or platform are not matched', async ({ shop }) => {
  const other = await createShop()
  await importAll(other, [inFile()])
  await collect(shop, [listed('yelp-1')], { platform: 'yelp', source: 'yelp-public' })
  expect(await importAll(shop, [inFile()], later(shop, NOW + HOUR_MS))).toMatchObject({ stored: 1 })
  await collect(shop, [listed('real-1')], { at: NOW + 2 * HOUR_MS })
  expect(await ids(other)).toEqual([expect.stringMatching(/^import-/)])
  expect(await ids(shop)).toEqual(['real-1', 'yelp-1'])
})

test('a review that is collected during its import is stored once', async ({ shop }) => {
  const { runId } = await shop.api.imports.startImport({
    businessId: shop.business.id,
    platform: 'google',
    chunks: 1,
  })
  // Collects between the lookup and the insert of the import.
  const DB = interrupted(env.DB, /INSERT INTO reviews/, () => collect(shop, [listed('real-1')], { at: NOW }))
  const api = createApi(contextFor(shop.account, { env: { ...env, DB }, now: () => NOW + HOUR_MS }))
  const imported = await api.imports.importRows({ runId, chunk: 0, rows: [inFile()] })
  expect(imported).toMatchObject({ stored: 0, unchanged: 1 })
  expect(await ids(shop)).toEqual(['real-1'])
})

test('names and texts without words, or with search syntax, are matched literally', async ({ shop }) => {
  const texts = [
    '',
    '“5 stars” AND (NOT "four")',
    '…',
    'とても美味しいパンでした。また来ます。',
    '"',
    ':::',
    'one\ttwo',
  ]
  const authors = ['***', 'Ana "Nina" Reis', '李', "O'Hara* AND", '😀']
  const listedAll = texts.flatMap((reviewText, text) =>
    authors.map((authorName, author) =>
      listed(`real-${text}-${author}`, { authorName, reviewText, rating: 4 }),
    ),
  )
  await collect(shop, listedAll)
  const view = await importAll(
    shop,
    texts.flatMap((reviewText) => authors.map((authorName) => inFile({ authorName, reviewText, rating: 4 }))),
    later(shop, NOW + HOUR_MS),
  )
  expect(view).toMatchObject({ stored: 0, unchanged: texts.length * authors.length })
})

function asListed({ authorName, rating, reviewText }: ImportedReviewInput, index: number): ScrapedReview {
  return listed(`real-${index}`, { authorName, rating, reviewText, reviewDate: '2026-05-01T12:00:00.000Z' })
}

test('importing a chunk reads few rows, however many reviews are stored', async ({ shop }) => {
  for (const first of [0, 1_000, 2_000]) {
    const page = rows(first, first + 1_000).map((told, index) => asListed(told, first + index))
    await collect(shop, page, { at: NOW + first })
  }
  const costOf = async (told: ImportedReviewInput[], outcome: object) => {
    const meter = createMeter()
    const api = apiFor(shop.account, { now: () => NOW + HOUR_MS, meter })
    expect(await importAll(shop, told, api)).toMatchObject(outcome)
    return meter
  }
  const few = await costOf(rows(100, 120), { stored: 0, unchanged: 20 })
  expect(few.rowsRead).toBeLessThan(1_000)
  const many = await costOf(rows(500, 1_000), { stored: 0, unchanged: 500 })
  expect(many.rowsRead).toBeLessThan(500 * 40)
  expect(many.rowsWritten).toBeLessThan(30)
  const unknown = await costOf(rows(5_000, 5_020), { stored: 20 })
  expect(unknown.rowsRead).toBeLessThan(1_000)
})

test('saving a collected page reads few rows, however many reviews were imported', async ({ shop }) => {
  for (const first of [0, 500, 1_000, 1_500]) await importAll(shop, rows(first, first + 500))
  const run = await createRun(shop.business, { status: 'running', createdAt: NOW + HOUR_MS })
  const meter = createMeter()
  const page = rows(990, 1_010).map((told, index) => asListed(told, index))
  await saveList(contextFor(shop.account, { now: () => NOW + HOUR_MS, meter }), await storedRun(run), page)
  expect(await storedRun(run)).toMatchObject({ reviewsNew: 0, reviewsFound: 20 })
  expect(meter.rowsRead).toBeLessThan(1_500)
})
