import { env } from 'cloudflare:test'
import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createRun, saveList, storedRun } from '#tests/edge/support/runs.ts'
import {
  type Account,
  type Business,
  copyResponses,
  createAccount,
  createBusiness,
  giveReviewIds,
} from '#tests/factories.ts'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { volume } from '#tests/volume.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const STEPS = 1_500
const BATCH = 50
/** Half and whole stars, so that sums are exact. */
const RATINGS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]
/** Posting time of a review: the time it was first seen if the platform gives no date or a later one. */
const POSTED_AT = 'min(coalesce(review_date, scraped_at), scraped_at)'
/** Ids are never reused. */
const NEW_ID = '(SELECT max(last, coalesce((SELECT max(id) FROM reviews), 0)) + 1 FROM review_ids)'
const WORDS = ['roof', 'bread', 'Wartezeit', 'сервис', 'café', '日本', 'don’t', 'queue', '']

let account: Account
let businesses: Business[]

beforeEach(async () => {
  account = await createAccount(env.DB)
  businesses = await Promise.all([1, 2, 3].map(() => createBusiness(env.DB, account)))
})

async function all<T>(sql: string): Promise<T[]> {
  const statement = env.DB.prepare(sql)
  const { results } = await (sql.includes('?1') ? statement.bind(account.organizationId) : statement).all<T>()
  return results
}

/** A random change that a row can go through, also by hand. */
function randomChange(random: Random, step: number) {
  const one = `(SELECT id FROM reviews WHERE organization_id = ?1 ORDER BY id LIMIT 1 OFFSET ?2)`
  const offset = random.int(0, 400)
  const day = NOW - random.int(0, 40) * DAY_MS + random.int(-DAY_MS, DAY_MS)
  // Some have no date, and some have a date after the day they were first seen.
  const posted = random.chance(0.2) ? null : day - random.int(-3, 60) * DAY_MS
  const text = [random.pick(WORDS), random.pick(WORDS), random.pick(WORDS)].join(' ')
  const org = account.organizationId
  const prepare = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(org, ...values)
  const insert = () =>
    prepare(
      // From a run or stored by hand.
      `INSERT INTO reviews (id, source, organization_id, business_id, platform, platform_review_id, author_name, rating,
        review_text, scraped_at, updated_at, review_date)
      VALUES (${NEW_ID}, '${random.pick(['google-public', 'import'])}', ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9)
      ON CONFLICT (business_id, platform, platform_review_id) DO UPDATE SET rating = excluded.rating,
        review_text = excluded.review_text, updated_at = excluded.updated_at`,
      random.pick(businesses).id,
      random.pick(PLATFORMS),
      // A small range, so that many ids repeat.
      `r${random.int(0, 250)}`,
      `Author ${random.pick(WORDS)}`,
      random.pick(RATINGS),
      text,
      day,
      posted,
    )
  const copied = (responded?: SQL) =>
    copyResponses(
      env.DB,
      sql`reviews.id = (SELECT id FROM reviews WHERE organization_id = ${org} ORDER BY id LIMIT 1 OFFSET ${offset})`,
      responded,
    )
  const answer = () => [
    prepare(
      `INSERT INTO review_responses (review_id, id, organization_id, business_id, response_text, created_at, updated_at)
      SELECT id, ?3, organization_id, business_id, 'Thanks', ?4, ?4 FROM reviews WHERE id = ${one}
      ON CONFLICT DO NOTHING`,
      offset,
      `response-${step}`,
      day,
    ),
    copied(sql`1`),
  ]
  const changes = [
    insert,
    insert,
    insert,
    answer,
    answer,
    () =>
      prepare(
        `UPDATE reviews SET settled_at = CASE WHEN settled_at IS NULL THEN ?3 END, responded = 1 WHERE id = ${one}`,
        offset,
        day,
      ),
    () => prepare(`UPDATE reviews SET rating = ?3 WHERE id = ${one}`, offset, random.pick(RATINGS)),
    () => prepare(`UPDATE reviews SET removed_at = ?3 WHERE id = ${one}`, offset, day),
    () => prepare(`UPDATE reviews SET removed_at = ?3 WHERE id = ${one}`, offset, day),
    () => prepare(`UPDATE reviews SET removed_at = NULL, returned_at = ?3 WHERE id = ${one}`, offset, day),
    () =>
      prepare(
        `UPDATE reviews SET removed_at = CASE WHEN removed_at IS NULL THEN ?3 END, scraped_at = ?3, rating = ?4,
          responded = 1 - responded WHERE id = ${one}`,
        offset,
        day,
        random.pick(RATINGS),
      ),
    () =>
      prepare(
        `INSERT INTO reviews (id, organization_id, business_id, platform, platform_review_id, author_name, rating, scraped_at,
          updated_at, removed_at, review_date) VALUES (${NEW_ID}, ?1, ?2, ?3, ?4, 'Moved in', ?5, ?6, ?6, ?6, ?7)`,
        random.pick(businesses).id,
        random.pick(PLATFORMS),
        `moved in ${step}`,
        random.pick(RATINGS),
        day,
        posted,
      ),
    () => prepare(`UPDATE reviews SET review_text = ?3, responded = 0 WHERE id = ${one}`, offset, text),
    () => prepare(`UPDATE reviews SET review_date = ?3 WHERE id = ${one}`, offset, posted),
    () => prepare(`UPDATE reviews SET review_date = ?3 WHERE id = ${one}`, offset, posted),
    () =>
      prepare(
        `UPDATE reviews SET review_date = ?3, rating = ?4, removed_at = CASE WHEN removed_at IS NULL THEN scraped_at END
        WHERE id = ${one}`,
        offset,
        posted,
        random.pick(RATINGS),
      ),
    () => prepare(`UPDATE reviews SET scraped_at = ?3 WHERE id = ${one}`, offset, day),
    () =>
      prepare(
        `UPDATE reviews SET owner_response_text = 'Thanks', owner_response_date = ?3, responded = 1 WHERE id = ${one}`,
        offset,
        random.chance(0.3) ? null : day + random.int(0, 40) * HOUR_MS,
      ),
    () =>
      prepare(
        `INSERT INTO reviews (id, source, organization_id, business_id, platform, platform_review_id, author_name, rating,
          scraped_at, updated_at, review_date, owner_response_text, owner_response_date, responded)
        VALUES (${NEW_ID}, '${random.pick(['google-public', 'import'])}', ?1, ?2, 'google', ?3, 'Answered', 5, ?4, ?4, ?5,
          'Thanks', ?6, 1)`,
        random.pick(businesses).id,
        `answered ${step}`,
        day,
        posted,
        day - random.int(-3, 50) * DAY_MS,
      ),
    () =>
      prepare(
        `UPDATE reviews SET scraped_at = ?3, rating = ?4, responded = 1 - responded, author_name = ?5 WHERE id = ${one}`,
        offset,
        day,
        random.pick(RATINGS),
        random.pick(WORDS),
      ),
    () =>
      prepare(`UPDATE OR IGNORE reviews SET platform = ?3 WHERE id = ${one}`, offset, random.pick(PLATFORMS)),
    () =>
      prepare(
        `UPDATE OR IGNORE reviews SET business_id = ?3 WHERE id = ${one}`,
        offset,
        random.pick(businesses).id,
      ),
    () => [
      prepare(
        `UPDATE review_responses SET response_text = ?3 WHERE review_id = ${one}`,
        offset,
        `${text} ${step}`,
      ),
      copied(sql`1`),
    ],
    () => [
      prepare(
        `UPDATE review_responses SET posted_to_platform = 1 - posted_to_platform WHERE review_id = ${one}`,
        offset,
      ),
      copied(),
    ],
    () => [
      prepare(`DELETE FROM review_responses WHERE review_id = ${one}`, offset),
      copied(sql`reviews.owner_response_text IS NOT NULL`),
    ],
    () => prepare(`DELETE FROM reviews WHERE id = ${one}`, offset),
    () => giveReviewIds(env.DB),
    () =>
      prepare(
        'UPDATE reviews SET updated_at = updated_at + 1, helpful_votes = ?2 WHERE organization_id = ?1',
        step,
      ),
  ]
  return [random.pick(changes)()].flat()
}

const UNPOSTED = '(response_id IS NOT NULL AND NOT response_posted)'
const FIGURES = [
  ['review_count', '1'],
  ['rating_sum', 'rating'],
  ['positive', 'rating >= 4'],
  ['neutral', 'rating >= 3 AND rating < 4'],
  ['negative', 'rating < 3'],
  ['responded', 'responded'],
  ['settled', 'settled_at IS NOT NULL AND responded AND response_id IS NULL AND owner_response_text IS NULL'],
  ['hidden', `responded AND ${UNPOSTED} AND owner_response_text IS NULL`],
] as const
const SEEN = [
  ...FIGURES,
  ['unposted', UNPOSTED] as const,
  ...PLATFORMS.map((platform) => [platform, `platform = '${platform}'`] as const),
]
const SETS = [
  { day: 'scraped_at', prefix: '', figures: SEEN },
  { day: POSTED_AT, prefix: 'posted_', figures: FIGURES },
] as const
const columnsOf = ({ prefix, figures }: (typeof SETS)[number]) => figures.map(([name]) => `${prefix}${name}`)
const COLUMNS = SETS.flatMap(columnsOf)

/** True if guests can see a reply: neither settled without one nor only stored here. */
const VISIBLE = `(responded AND NOT (${UNPOSTED} AND owner_response_text IS NULL)
  AND NOT (settled_at IS NOT NULL AND response_id IS NULL AND owner_response_text IS NULL))`
/** Milliseconds from posting to the first reply that guests could see. */
const DELAY = `CASE WHEN ${VISIBLE}
  THEN coalesce(min(response_posted_at, owner_response_date), response_posted_at, owner_response_date) - ${POSTED_AT} END`
const ANSWERED = [
  ['answered_4h', 4 * HOUR_MS],
  ['answered_1d', DAY_MS],
  ['answered_2d', 2 * DAY_MS],
  ['answered_3d', 3 * DAY_MS],
  ['answered_7d', 7 * DAY_MS],
  ['answered_30d', 30 * DAY_MS],
  ['answered_timed', Number.MAX_SAFE_INTEGER],
] as const
const SHOWN: (readonly [name: string, value: string])[] = [
  ['posted_one', 'sum(rating < 2)'],
  ['posted_five', 'sum(rating >= 5)'],
  ...(['yelp', 'facebook', 'tripadvisor'] as const).flatMap((platform) => [
    [`posted_${platform}`, `sum(platform = '${platform}')`] as const,
    [`posted_${platform}_stars`, `sum((platform = '${platform}') * rating)`] as const,
  ]),
  ...ANSWERED.map(([name, ms]) => [name, `count(*) FILTER (WHERE ${DELAY} <= ${ms})`] as const),
]

/** Checks the figures of Analytics, by day of posting. */
async function expectShownSummed() {
  const raw = await all<Record<string, number>>(
    `SELECT business_id, strftime('%Y-%m-%d', ${POSTED_AT} / 1000, 'unixepoch') AS day, removed_at IS NOT NULL AS is_removed,
      ${SHOWN.map(([name, value]) => `${value} AS ${name}`).join(', ')}
    FROM reviews WHERE organization_id = ?1 GROUP BY business_id, day, is_removed ORDER BY business_id, day, is_removed`,
  )
  expect(raw.reduce((sum, row) => sum + (row.answered_timed ?? 0), 0)).toBeGreaterThan(0)
  const daily = await all(
    `SELECT business_id, day, is_removed, ${SHOWN.map(([name]) => name).join(', ')} FROM review_daily_stats
    WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = ?1)
      AND (posted_review_count > 0 OR ${SHOWN.map(([name]) => `${name} <> 0`).join(' OR ')})
    ORDER BY business_id, day, is_removed`,
  )
  expect(daily).toEqual(raw)
}

/** Checks both sets of figures: by day first seen and by day of posting. */
async function expectSummed(leastDays: number) {
  for (const set of SETS) {
    const { day, prefix, figures } = set
    const raw = await all<Record<string, unknown>>(
      `SELECT business_id, strftime('%Y-%m-%d', ${day} / 1000, 'unixepoch') AS day, removed_at IS NOT NULL AS is_removed,
        ${figures.map(([name, value]) => `sum(${value}) AS ${prefix}${name}`).join(', ')}
      FROM reviews WHERE organization_id = ?1 GROUP BY business_id, day, is_removed ORDER BY business_id, day, is_removed`,
    )
    expect(raw.length).toBeGreaterThan(leastDays)
    const daily = await all(
      `SELECT business_id, day, is_removed, ${columnsOf(set).join(', ')} FROM review_daily_stats
      WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = ?1) AND ${prefix}review_count <> 0
      ORDER BY business_id, day, is_removed`,
    )
    expect(daily).toEqual(raw)
  }
}

const SEEDS = ['harbor', 'lantern', 'quill'].slice(0, volume(1, 3))

describe.each(SEEDS)('after random changes (%s)', (seed) => {
  test('daily statistics, copied answers and the search index match the rows', async () => {
    const random = randomFrom(seed)
    for (let step = 0; step < STEPS; step += BATCH) {
      const changes = Array.from({ length: BATCH }, (_, index) => randomChange(random, step + index))
      await env.DB.batch(changes.flat())
    }
    await giveReviewIds(env.DB).run()
    await expectSummed(50)
    await expectShownSummed()
    const gone = await all('SELECT id FROM reviews WHERE organization_id = ?1 AND removed_at IS NOT NULL')
    expect(gone.length).toBeGreaterThan(20)

    // A day without reviews may keep its row, but only with zeros.
    const rest = await all(
      `SELECT * FROM review_daily_stats WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = ?1)
        AND review_count = 0 AND posted_review_count = 0
        AND (${COLUMNS.map((column) => `${column} <> 0`).join(' OR ')})`,
    )
    expect(rest).toEqual([])

    // Each review has a copy of its own response.
    const copies = await all(
      `SELECT reviews.id FROM reviews LEFT JOIN review_responses AS answer ON answer.review_id = reviews.id
      WHERE reviews.organization_id = ?1 AND (reviews.response_id IS NOT answer.id
        OR reviews.response_text IS NOT answer.response_text OR reviews.response_at IS NOT answer.created_at
        OR reviews.response_edited_at IS NOT answer.edited_at
        OR reviews.response_posted AND reviews.response_posted_at IS NULL)`,
    )
    expect(copies).toEqual([])

    await expectIndexed()
  })
})

function seenFrom(day: string, days: number): string {
  const from = Date.parse(day)
  return `scraped_at >= ${from} AND scraped_at < ${from + days * DAY_MS}`
}

/** Checks that each filter and word finds exactly the rows that have it now. */
async function expectIndexed() {
  const token = (id: string) => id.slice(19).replace('-', '')
  const org = token(account.organizationId)
  const found = async (expression: string) => {
    const { results } = await env.DB.prepare(
      // The rowid holds the time of posting and the review's id.
      `SELECT (rowid & ${2 ** 31 - 1}) AS id, rowid >> 31 AS second FROM review_search
      WHERE review_search MATCH ? ORDER BY rowid`,
    )
      .bind(expression)
      .all<{ id: number; second: number }>()
    return results
  }
  const expected = (condition: string) =>
    all<{ id: number; second: number }>(
      `SELECT id, ${POSTED_AT} / 1000 AS second FROM reviews WHERE organization_id = ?1 AND ${condition}
      ORDER BY second, id`,
    )
  const keys: [string, string][] = [
    ...businesses.map(({ id }): [string, string] => [`b${token(id)}`, `business_id = '${id}'`]),
    ...PLATFORMS.map((platform): [string, string] => [`p${org}${platform}`, `platform = '${platform}'`]),
    ...[1, 2, 3, 4, 5].map((stars): [string, string] => [
      `r${org}${stars}`,
      `CAST(rating AS INTEGER) = ${stars}`,
    ]),
    [`(r${org}4 OR r${org}5)`, 'rating >= 4'],
    [`r${org}3`, 'rating >= 3 AND rating < 4'],
    [`(r${org}1 OR r${org}2)`, 'rating < 3'],
    [`u${org}0`, 'responded = 0'],
    [`u${org}1`, 'responded = 1'],
    [`g${org}`, VISIBLE],
    [`v${org}`, 'removed_at IS NOT NULL'],
    [`w${org}644`, seenFrom('2026-06-04', 32)],
    [`d${org}20613`, seenFrom('2026-06-09', 1)],
  ]
  for (const [key, condition] of keys) {
    expect(await found(`keys : ${key}`)).toEqual(await expected(condition))
  }
  for (const word of ['roof', 'bread', 'Wartezeit', 'сервис', 'café', '日本', 'queue']) {
    const entries = await found(`(keys : (u${org}0 OR u${org}1)) AND {review_text author_name} : "${word}"`)
    expect(entries).toEqual(
      await expected(`(instr(review_text, '${word}') OR instr(author_name, '${word}'))`),
    )
  }
}

test('a review inserted by hand is counted and found at once', async () => {
  const [business] = businesses
  await env.DB.prepare(
    `INSERT INTO reviews (organization_id, business_id, platform, platform_review_id, author_name, rating, review_text,
      scraped_at, updated_at) VALUES (?1, ?2, 'google', 'by-hand', 'Alex Marlow', 2, 'Written in', ?3, ?3)`,
  )
    .bind(account.organizationId, business?.id, NOW)
    .run()
  const api = apiFor(account, { now: () => NOW })
  expect(await api.reviews.stats()).toMatchObject({ totalReviews: 1, averageRating: 2 })
  expect((await api.reviews.list({ sort: 'posted', search: 'written' })).items).toHaveLength(1)
})

test('pages collected again and again leave sums that match the rows', async () => {
  const random = randomFrom('collected')
  const [business] = businesses
  if (!business) throw new Error('made above')
  for (let visit = 0; visit < 30; visit += 1) {
    const at = NOW + visit * MINUTE_MS
    const id = await createRun(business, { status: 'running', createdAt: NOW - (30 - visit) * DAY_MS })
    const reviews = Array.from({ length: 20 }, () => ({
      reviewId: `r${random.int(0, 99)}`,
      authorName: random.pick(WORDS) || 'Alex',
      rating: random.int(1, 5),
      reviewText: random.pick(WORDS),
      reviewDate: null,
      helpfulVotes: random.int(0, 3),
      userVerified: random.chance(0.5),
      ownerResponse: null,
      language: null,
      url: null,
    }))
    const once = [...new Map(reviews.map((review) => [review.reviewId, review])).values()]
    await saveList({ ...backgroundContext(env), now: () => at }, await storedRun(id), once)
    await env.DB.prepare("UPDATE scrape_runs SET status = 'succeeded' WHERE id = ?").bind(id).run()
    const api = apiFor(account, { now: () => at })
    const [waiting] = (await api.reviews.list({ status: 'pending' })).items
    if (waiting?.response) await api.responses.update({ id: waiting.response.id, text: `Visit ${visit}` })
    else if (waiting) {
      const { id: responseId } = await api.responses.create({ reviewId: waiting.id, text: 'Thanks' })
      if (visit % 2 === 0) await api.responses.markPosted({ id: responseId })
    }
  }
  await expectSummed(10)
  await expectShownSummed()
  await expectIndexed()
})
