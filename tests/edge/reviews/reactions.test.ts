import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { arrive, goMissing, listed } from '#tests/edge/support/collected.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { createRun, saveList, storedRun } from '#tests/edge/support/runs.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  storeResponses,
} from '#tests/factories.ts'
import { ALL_LISTENERS, type Listener, listenersOf, readListeners } from '#worker/reviews/reactions.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { WEBHOOK_EVENTS } from '#worker/rules/webhooks.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'

const NOW = Date.now()
const PLAN = { plan: 'ai_insights' } as const

let account: Account
let business: Business

beforeEach(async () => {
  account = await createAccount(env.DB, PLAN)
  business = await createBusiness(env.DB, account)
})

function review(reviewId: string, given: Partial<ScrapedReview> = {}): ScrapedReview {
  return {
    reviewId,
    authorName: 'Alex Marlow',
    rating: 5,
    reviewText: 'The soup was warm.',
    reviewDate: new Date(NOW - DAY_MS).toISOString(),
    helpfulVotes: 0,
    userVerified: false,
    ownerResponse: null,
    language: 'en',
    url: null,
    ...given,
  }
}

const listen = () =>
  apiFor(account, PLAN).webhooks.create({
    url: `https://receiver.example.com/take/${account.userId}`,
    events: [...WEBHOOK_EVENTS],
  })

async function announced() {
  const { results } = await env.DB.prepare(
    'SELECT event, body FROM webhook_deliveries WHERE organization_id = ? ORDER BY number',
  )
    .bind(account.organizationId)
    .all<{ event: string; body: string }>()
  return results.map(({ event }) => event)
}

async function reading() {
  return env.DB.prepare(
    `SELECT read_seen_at AS seenAt, due_at AS dueAt,
      (SELECT count(*) FROM insight_due WHERE insight_due.organization_id = insight_readings.organization_id) AS changed
    FROM insight_readings WHERE organization_id = ?`,
  )
    .bind(account.organizationId)
    .first<{ seenAt: number | null; dueAt: number | null; changed: number }>()
}

/** Marks everything as read. */
const allRead = () =>
  env.DB.batch([
    env.DB.prepare('DELETE FROM insight_due'),
    env.DB.prepare('UPDATE insight_readings SET read_seen_at = NULL, due_at = NULL'),
  ])

describe('reviews are queued for reading', () => {
  test('when they arrive, from the first one on', async () => {
    await allRead()
    await arrive(business, [review('a'), review('b')], { seenAt: NOW, now: NOW })
    expect(await reading()).toEqual({ seenAt: NOW - 1, dueAt: 0, changed: 0 })
    await arrive(business, [review('c')], { seenAt: NOW + DAY_MS, now: NOW + DAY_MS })
    expect(await reading()).toMatchObject({ seenAt: NOW - 1 })
  })

  test('when their text, stars or visibility change, not when nothing does', async () => {
    await arrive(business, [review('a'), review('b')], { now: NOW })
    await allRead()
    await arrive(business, [review('a'), review('b')], { now: NOW + 1 })
    expect(await reading()).toEqual({ seenAt: null, dueAt: null, changed: 0 })
    await arrive(business, [review('a', { rating: 1 }), review('b')], { now: NOW + 2 })
    expect(await reading()).toEqual({ seenAt: null, dueAt: 0, changed: 1 })
    await allRead()
    await goMissing(business, "platform_review_id = 'b'", NOW + 3)
    expect(await reading()).toEqual({ seenAt: null, dueAt: 0, changed: 1 })
    await allRead()
    await arrive(business, [review('a', { rating: 1 }), review('b')], { now: NOW + 4 })
    expect(await reading()).toEqual({ seenAt: null, dueAt: 0, changed: 1 })
  })

  test('unless the batch stores nothing', async () => {
    await allRead()
    await arrive(business, [review('a')], { guard: sql`false` })
    expect(await reading()).toEqual({ seenAt: null, dueAt: null, changed: 0 })
  })
})

describe('events are announced', () => {
  test('once for each new or edited review, and for one that is no longer shown', async () => {
    await listen()
    await arrive(business, [review('a'), review('b')], { now: NOW })
    await arrive(business, [review('a', { reviewText: 'Cold.' }), review('b')], { now: NOW + 1 })
    await arrive(business, [review('a', { reviewText: 'Cold.', helpfulVotes: 2 }), review('b')], {
      now: NOW + 2,
    })
    await goMissing(business, "platform_review_id = 'b'", NOW + 3)
    await goMissing(business, "platform_review_id = 'b'", NOW + 4)
    expect(await announced()).toEqual(['review.created', 'review.created', 'review.edited', 'review.removed'])
  })

  test('once for a saved reply its platform shows, not for one that came with its review', async () => {
    await listen()
    const ownerResponse = { text: 'Thank you!', date: null }
    await arrive(business, [review('a'), review('b', { ownerResponse })], { now: NOW })
    await storeResponses(env.DB, business, [{ platformReviewId: 'a', text: 'Thank you!', at: NOW }])
    const shown = [review('a', { ownerResponse }), review('b', { ownerResponse })]
    await arrive(business, shown, { now: NOW + 1 })
    await arrive(business, shown, { now: NOW + 2 })
    expect((await announced()).filter((event) => event === 'response.published')).toHaveLength(1)
  })

  test('but not for history or another organization', async () => {
    await listen()
    const other = await createBusiness(env.DB, await createAccount(env.DB, PLAN))
    await arrive(other, [review('a')])
    await arrive(business, [review('b', { reviewDate: new Date(NOW - 60 * DAY_MS).toISOString() })])
    expect(await announced()).toEqual([])
  })
})

test('a correction ends when its text changes, not when the stars or white space change', async () => {
  await arrive(business, [review('a'), review('b')], { now: NOW })
  await env.DB.prepare(
    `INSERT INTO review_corrections (review_id, subject, organization_id, verdict, corrected_at)
    SELECT id, 'text', organization_id, 'negative', 1 FROM reviews WHERE business_id = ?`,
  )
    .bind(business.id)
    .run()
  const corrected = async () => {
    const { results } = await env.DB.prepare(
      `SELECT platform_review_id AS id FROM review_corrections JOIN reviews ON reviews.id = review_id
      WHERE business_id = ? ORDER BY 1`,
    )
      .bind(business.id)
      .all<{ id: string }>()
    return results.map(({ id }) => id)
  }
  await arrive(business, await listed(business, () => ({ rating: 2 })), { now: NOW + 1 })
  expect(await corrected()).toEqual(['a', 'b'])
  await arrive(business, [review('a', { rating: 2, reviewText: 'Cold.' })], {
    now: NOW + 2,
    guard: sql`false`,
  })
  expect(await corrected()).toEqual(['a', 'b'])
  const spaced = await listed(business, ({ reviewText }) => ({ reviewText: `${reviewText}\n` }))
  await arrive(business, spaced, { now: NOW + 2 })
  expect(await corrected()).toEqual(['a', 'b'])
  await arrive(business, [review('a', { rating: 2, reviewText: 'Cold.' })], { now: NOW + 2 })
  expect(await corrected()).toEqual(['b'])
})

/** Does what the minute's tick does if the plan has no insights. */
const forgetReadings = () =>
  env.DB.prepare('DELETE FROM insight_readings WHERE organization_id = ?').bind(account.organizationId).run()

describe('saving a page', () => {
  async function save(listeners: Listener[], arriving = review('a')) {
    const meter = createMeter()
    const id = await createRun(business, { source: 'google-public', status: 'running', createdAt: NOW })
    const ctx = contextFor(account, { now: () => NOW, meter })
    const saved = await saveList(ctx, await storedRun(id), [arriving], { listeners })
    await env.DB.prepare("UPDATE scrape_runs SET status = 'succeeded' WHERE id = ?").bind(id).run()
    return { reviewsNew: saved?.reviewsNew, statements: meter.statements }
  }

  test('runs no statement for listeners that do not exist', async () => {
    account = await createAccount(env.DB, { plan: 'pro' })
    business = await createBusiness(env.DB, account)
    await forgetReadings()
    expect(await save([])).toEqual({ reviewsNew: 1, statements: 4 })
  })

  const insert = (table: string, row: string) => () =>
    env.DB.prepare(`INSERT INTO ${table} ${row} FROM businesses WHERE id = ?`).bind(business.id).run()
  const LISTENS: Record<Listener, () => Promise<unknown>> = {
    webhooks: listen,
    insights: insert('insight_readings (organization_id)', 'SELECT organization_id'),
    corrections: insert(
      'review_corrections (review_id, subject, organization_id, verdict, corrected_at)',
      "SELECT (SELECT max(id) FROM reviews), 'text', organization_id, 'negative', 1",
    ),
    responses: () => storeResponses(env.DB, business, [{ platformReviewId: 'a', text: 'Thanks!', at: NOW }]),
    automaticReplies: () =>
      insert(
        'draft_styles (business_id, organization_id, tone, remarks, updated_at, automatic_by, automatic_since)',
        `SELECT id, organization_id, 'warm', '[]', 1, '${account.userId}', 0`,
      )(),
  }

  test.for(ALL_LISTENERS)('runs only the statements of its listener: %s', async (listener) => {
    await forgetReadings()
    await save([])
    await LISTENS[listener]()
    const owner = { organizationId: account.organizationId, businessId: business.id }
    const { results } = await databaseOf(env).statement<{ names: string }>(
      sql`SELECT ${listenersOf(owner)} AS names`,
    )
    expect(readListeners(results[0]?.names ?? '')).toEqual([listener])
    // Left out: the page is saved once without success and again with all statements.
    const seen = await save([listener], review('b'))
    const unseen = await save([], review('c'))
    expect([seen.reviewsNew, unseen.reviewsNew]).toEqual([1, 1])
    expect(seen.statements).toBeLessThan(8)
    expect(unseen.statements).toBeGreaterThan(15)
  })

  test('runs again in full if a webhook was added meanwhile', async () => {
    await forgetReadings()
    await listen()
    expect(await save([])).toMatchObject({ reviewsNew: 1 })
    expect(await announced()).toEqual(['review.created'])
  })

  test('runs again in full if a reply was stored meanwhile, and marks it as posted', async () => {
    await forgetReadings()
    await save([])
    await storeResponses(env.DB, business, [{ platformReviewId: 'a', text: 'Thanks!', at: NOW }])
    const date = new Date(NOW - DAY_MS).toISOString()
    await save([], review('a', { ownerResponse: { text: 'Thanks!', date } }))
    const shown = await env.DB.prepare(
      `SELECT answer.posted_to_platform, answer.posted_at, response_posted, response_posted_at, responded
      FROM reviews JOIN review_responses AS answer ON answer.review_id = reviews.id WHERE reviews.business_id = ?`,
    )
      .bind(business.id)
      .first()
    const at = NOW - DAY_MS
    expect(shown).toEqual({
      posted_to_platform: 1,
      posted_at: at,
      response_posted: 1,
      response_posted_at: at,
      responded: 1,
    })
  })
})
