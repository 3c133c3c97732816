import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Account, createAccount } from '#tests/factories.ts'
import { MANY_TAG, storeManyCounts, storeManyReviews } from '#tests/many-reviews.ts'
import { volume } from '#tests/volume.ts'
import { storeFindingsOf } from '#worker/insights/findings/store-findings.ts'
import { EXPORT_PAGE_ROWS } from '#worker/reviews/export-csv.ts'
import { MAX_OVERDUE } from '#worker/rules/answer-targets.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { INBOX_VIEW_NAMES, INBOX_VIEWS, MAX_TOTAL, MAX_VIEW_COUNTS } from '#worker/rules/inbox-views.ts'

/** Enough that reading all reviews of one business exceeds the limit of every screen. */
const REVIEWS = volume(40_000, 100_000)
const NOW = Date.UTC(2026, 5, 15, 12)
const BUSINESSES = 12
const YEAR = 365
const LIMIT = 25

const test = base.extend('crowd', { scope: 'file' }, async () => {
  const account = await createAccount(env.DB)
  await storeManyReviews(env.DB, account, NOW, REVIEWS)
  await storeManyCounts(env.DB, account, NOW)
  return account
})

function measured(account: Account) {
  const meter = createMeter()
  return { meter, api: apiFor(account, { now: () => NOW, meter }) }
}

const day = (age: number) => new Date(NOW - age * DAY_MS).toISOString().slice(0, 10)

/** Each view and each filter of the inbox, and some combinations. */
const INBOX = [
  ...INBOX_VIEW_NAMES.map((name) => [`view ${name}`, INBOX_VIEWS[name]] as const),
  ['unhappy first', { status: 'pending', visibility: 'public', sort: 'worst' }],
  ['oldest first', { sort: 'oldest' }],
  ['platform', { platform: 'yelp' }],
  ['a platform without reviews', { platform: 'facebook' }],
  ['stars', { rating: 3 }],
  ['sentiment', { sentiment: 'neutral' }],
  ['with a text', { text: 'with' }],
  ['without a text', { text: 'without' }],
  ['with photos', { photos: 'with' }],
  ['edited', { changes: 'edited' }],
  ['removed', { visibility: 'removed' }],
  ['not on Google yet', { reply: 'unposted' }],
  ['posted', { from: day(200), to: day(100) }],
  ['posted on a day', { from: day(200), to: day(200) }],
  ['seen', { seenFrom: day(200), seenTo: day(100) }],
  ['a rare word', { search: '7777' }],
  ['a word of every review', { search: 'Visit' }],
  ['no word', { search: 'zebra' }],
  ['several', { platform: 'yelp', rating: 1, status: 'pending', text: 'with', visibility: 'public' }],
  ['several that few reviews fit', { platform: 'yelp', changes: 'edited', seenFrom: day(300), rating: 1 }],
  ['a tag', { tag: MANY_TAG }],
  ['a tag and stars', { tag: MANY_TAG, rating: 1, status: 'pending' }],
  ['a topic', { topic: 'food', opinion: 'negative' }],
  ['a term', { term: 'soup', sentiment: 'negative' }],
  ['a word and stars', { search: 'Visit', rating: 1, status: 'pending' }],
] as const

/** A page and one more row, the businesses to choose from, and the counts. */
const MAX_INBOX_ROWS =
  2 * (LIMIT + 1) +
  2 * BUSINESSES +
  Object.values(MAX_VIEW_COUNTS).reduce((sum, max) => sum + max) +
  MAX_TOTAL

test.for(INBOX)(`the inbox reads few of ${REVIEWS} reviews: %s`, async ([, filter], { crowd }) => {
  const { api, meter } = measured(crowd)
  const { items } = await api.businesses.list()
  for (const business of [{}, { businessId: items[0]?.id }]) {
    for (const sort of ['newest', 'oldest', 'worst'] as const) {
      meter.rowsRead = 0
      await api.screens.reviews({ limit: LIMIT, sort, ...filter, ...business })
      expect(meter.rowsRead).toBeLessThanOrEqual(MAX_INBOX_ROWS)
    }
  }
})

type Api = ReturnType<typeof measured>['api']

/** The first piece of the file is its header, the second one a page of reviews. */
async function startExport(api: Api, filter: object): Promise<void> {
  let pieces = 0
  for await (const _ of await api.reviews.export(filter)) {
    pieces += 1
    if (pieces === 2) break
  }
}

/** A year of days and three rows per business. */
const DAYS_READ = BUSINESSES * (YEAR + 3)
/** Daily figures of a year and a season for the chosen location, and of the last half year for all others. */
const FINDING_DAYS = 455 + 2 * BUSINESSES * 180
/**
 * A row per topic and day of the same time, the newest reviews, terms by month, and for each topic and span a
 * row of the list.
 */
const FINDING_ROWS = FINDING_DAYS + 12 * 455 + 200 + (100 + 3 * 100 + 4) * (2 + 16) + 30 * 9 + 500

test('storing the findings of a location reads only counts and the newest reviews', async ({ crowd }) => {
  const { organizationId } = crowd
  const stored = await env.DB.prepare(
    `INSERT INTO insight_findings (business_id, organization_id)
    SELECT id, organization_id FROM businesses WHERE organization_id = ? RETURNING business_id`,
  )
    .bind(organizationId)
    .all()
  expect(stored.results).toHaveLength(BUSINESSES)
  const meter = createMeter()
  await storeFindingsOf(contextFor(crowd, { now: () => NOW, meter }), organizationId)
  expect(meter.rowsRead).toBeGreaterThan(0)
  expect(meter.rowsRead).toBeLessThanOrEqual(BUSINESSES * FINDING_ROWS)
})

async function findingsOfOne(api: Api): Promise<void> {
  const { items } = await api.businesses.list()
  await api.insights.findings({ businessId: items[0]?.id ?? '' })
}

test.for<[string, number, (api: Api) => Promise<unknown>]>([
  ['the Dashboard', DAYS_READ + 2 * LIMIT + BUSINESSES, (api) => api.screens.dashboard({})],
  ['Analytics over 30 days', DAYS_READ, (api) => api.screens.analytics({ days: 30 })],
  ['Analytics over a year', DAYS_READ, (api) => api.screens.analytics({ days: 365 })],
  ['AI Insights', FINDING_ROWS, (api) => api.insights.overview()],
  ['the findings of one location', 3 * BUSINESSES, (api) => findingsOfOne(api)],
  ['Competitors', YEAR + 10 * BUSINESSES, (api) => api.competitors.benchmark({})],
  ['Businesses', DAYS_READ + 10 * BUSINESSES, (api) => api.screens.businesses()],
  ['the beginning of an export', 2 * EXPORT_PAGE_ROWS + 50, (api) => startExport(api, {})],
  ['the beginning of a filtered export', 2 * EXPORT_PAGE_ROWS + 50, (api) => startExport(api, { rating: 1 })],
])(`with ${REVIEWS} reviews %s reads %i rows at most`, async ([, most, look], { crowd }) => {
  const { api, meter } = measured(crowd)
  await look(api)
  expect(meter.rowsRead).toBeGreaterThan(0)
  expect(meter.rowsRead).toBeLessThanOrEqual(most)
})

/** Per business its target and the figures of 30 days, and the most that is counted from the search index. */
const MAX_TARGET_ROWS = BUSINESSES * (30 + 6) + 2 * (MAX_OVERDUE + 1)

test('the share answered in time reads days and few of the waiting reviews', async ({ crowd }) => {
  const { api, meter } = measured(crowd)
  const analytics = () => api.screens.analytics({ days: 30 })
  expect((await analytics()).inTime).toBeNull()
  const without = meter.rowsRead
  const { items } = await api.businesses.list()
  for (const { id } of items) await api.reviews.setAnswerTarget({ businessId: id, hours: 24 })
  meter.rowsRead = 0
  const { inTime } = await analytics()
  expect(inTime?.overdue).toBeGreaterThan(100)
  expect(meter.rowsRead).toBeLessThanOrEqual(without + MAX_TARGET_ROWS)
})
