import { env } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createRun, saveList, storedRun } from '#tests/edge/support/runs.ts'
import { type Account, type Business, createAccount, createBusiness } from '#tests/factories.ts'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const STEPS = 1_500
const BATCH = 50
/** Halves and whole stars, so that sums are exact. */
const RATINGS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]
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

/** A change of any kind that a row can go through, also by hand. */
function randomChange(random: Random, step: number) {
  const one = `(SELECT id FROM reviews WHERE organization_id = ?1 ORDER BY id LIMIT 1 OFFSET ?2)`
  const offset = random.int(0, 400)
  const day = NOW - random.int(0, 40) * DAY_MS + random.int(-DAY_MS, DAY_MS)
  const text = [random.pick(WORDS), random.pick(WORDS), random.pick(WORDS)].join(' ')
  const org = account.organizationId
  const prepare = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(org, ...values)
  const insert = () =>
    prepare(
      `INSERT INTO reviews (organization_id, business_id, platform, platform_review_id, author_name, rating, review_text,
        scraped_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
      ON CONFLICT (business_id, platform, platform_review_id) DO UPDATE SET rating = excluded.rating,
        review_text = excluded.review_text, updated_at = excluded.updated_at`,
      random.pick(businesses).id,
      random.pick(PLATFORMS),
      // Small enough a range that many are met again.
      `r${random.int(0, 250)}`,
      `Author ${random.pick(WORDS)}`,
      random.pick(RATINGS),
      text,
      day,
    )
  const answer = () =>
    prepare(
      `INSERT INTO review_responses (review_id, id, organization_id, business_id, response_text, created_at, updated_at)
      SELECT id, ?3, organization_id, business_id, 'Thanks', ?4, ?4 FROM reviews WHERE id = ${one}
      ON CONFLICT DO NOTHING`,
      offset,
      `response-${step}`,
      day,
    )
  const changes = [
    insert,
    insert,
    insert,
    answer,
    answer,
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
        `INSERT INTO reviews (organization_id, business_id, platform, platform_review_id, author_name, rating, scraped_at,
          updated_at, removed_at) VALUES (?1, ?2, ?3, ?4, 'Moved in', ?5, ?6, ?6, ?6)`,
        random.pick(businesses).id,
        random.pick(PLATFORMS),
        `moved in ${step}`,
        random.pick(RATINGS),
        day,
      ),
    () => prepare(`UPDATE reviews SET review_text = ?3, responded = 0 WHERE id = ${one}`, offset, text),
    () => prepare(`UPDATE reviews SET scraped_at = ?3 WHERE id = ${one}`, offset, day),
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
    () =>
      prepare(
        `UPDATE review_responses SET response_text = ?3 WHERE review_id = ${one}`,
        offset,
        `${text} ${step}`,
      ),
    () => prepare(`DELETE FROM review_responses WHERE review_id = ${one}`, offset),
    () => prepare(`DELETE FROM reviews WHERE id = ${one}`, offset),
    () =>
      prepare(
        'UPDATE reviews SET updated_at = updated_at + 1, helpful_votes = ?2 WHERE organization_id = ?1',
        step,
      ),
  ]
  return random.pick(changes)()
}

const FIGURES = [
  ['review_count', '1'],
  ['rating_sum', 'rating'],
  ['positive', 'rating >= 4'],
  ['neutral', 'rating >= 3 AND rating < 4'],
  ['negative', 'rating < 3'],
  ['responded', 'responded'],
  ...PLATFORMS.map((platform) => [platform, `platform = '${platform}'`] as const),
] as const
const COLUMNS = FIGURES.flatMap(([name]) => [name, `removed_${name}`])

const DAILY = `SELECT business_id, day, ${COLUMNS.join(', ')} FROM review_daily_stats
  WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = ?1) AND review_count <> 0
  ORDER BY business_id, day`

const RAW = `SELECT business_id, strftime('%Y-%m-%d', scraped_at / 1000, 'unixepoch') AS day,
    ${FIGURES.map(
      ([name, value]) => `sum(${value}) AS ${name},
        coalesce(sum(${value}) FILTER (WHERE removed_at IS NOT NULL), 0) AS removed_${name}`,
    ).join(', ')}
  FROM reviews WHERE organization_id = ?1 GROUP BY business_id, day ORDER BY business_id, day`

describe.each(['harbor', 'lantern', 'quill'])('after random changes (%s)', (seed) => {
  test('daily statistics, copied answers and the search index are what the rows say', async () => {
    const random = randomFrom(seed)
    for (let step = 0; step < STEPS; step += BATCH) {
      await env.DB.batch(Array.from({ length: BATCH }, (_, index) => randomChange(random, step + index)))
    }
    const raw = await all<Record<string, unknown>>(RAW)
    expect(raw.length).toBeGreaterThan(50)
    expect(raw.filter((day) => Number(day.removed_review_count) > 0).length).toBeGreaterThan(5)
    expect(await all(DAILY)).toEqual(raw)

    // A day without reviews may keep its row, but only with zeros in it.
    const rest = await all(
      `SELECT * FROM review_daily_stats WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = ?1)
        AND review_count = 0 AND (${COLUMNS.map((column) => `${column} <> 0`).join(' OR ')})`,
    )
    expect(rest).toEqual([])

    // A review shows the answer it has.
    const copies = await all(
      `SELECT reviews.id FROM reviews LEFT JOIN review_responses AS answer ON answer.review_id = reviews.id
      WHERE reviews.organization_id = ?1 AND (reviews.response_id IS NOT answer.id
        OR reviews.response_text IS NOT answer.response_text OR reviews.response_at IS NOT answer.created_at
        OR reviews.response_edited_at IS NOT answer.edited_at)`,
    )
    expect(copies).toEqual([])

    await expectIndexed()
  })
})

/** Each filter and word finds exactly the rows that have it by now. */
async function expectIndexed() {
  const org = `o${account.organizationId.replaceAll('-', '')}`
  const found = async (expression: string) => {
    const { results } = await env.DB.prepare(
      'SELECT rowid AS id FROM review_search WHERE review_search MATCH ? ORDER BY rowid',
    )
      .bind(expression)
      .all<{ id: number }>()
    return results.map(({ id }) => id)
  }
  const expected = async (condition: string) =>
    (
      await all<{ id: number }>(
        `SELECT id FROM reviews WHERE organization_id = ?1 AND ${condition} ORDER BY id`,
      )
    ).map(({ id }) => id)
  const keys: [string, string][] = [
    [org, 'true'],
    ...businesses.map(({ id }): [string, string] => [`b${id.replaceAll('-', '')}`, `business_id = '${id}'`]),
    ...PLATFORMS.map((platform): [string, string] => [`p${platform}`, `platform = '${platform}'`]),
    ...[1, 2, 3, 4, 5].map((stars): [string, string] => [`r${stars}`, `CAST(rating AS INTEGER) = ${stars}`]),
    ['spositive', 'rating >= 4'],
    ['sneutral', 'rating >= 3 AND rating < 4'],
    ['snegative', 'rating < 3'],
    ['upending', 'responded = 0'],
    ['uresponded', 'responded = 1'],
    ['vremoved', 'removed_at IS NOT NULL'],
  ]
  for (const [key, condition] of keys) {
    expect(await found(`keys : (${org} AND ${key})`)).toEqual(await expected(condition))
  }
  for (const word of ['roof', 'bread', 'Wartezeit', 'сервис', 'café', '日本', 'queue']) {
    const ids = await found(`(keys : ${org}) AND {review_text author_name} : "${word}"`)
    expect(ids).toEqual(await expected(`(instr(review_text, '${word}') OR instr(author_name, '${word}'))`))
  }
}

test('pages that are collected again and again leave the same sums as the rows', async () => {
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
    else if (waiting) await api.responses.create({ reviewId: waiting.id, text: 'Thanks' })
  }
  const raw = await all(RAW)
  expect(raw.length).toBeGreaterThan(10)
  expect(await all(DAILY)).toEqual(raw)
  await expectIndexed()
})
