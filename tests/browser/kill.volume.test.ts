import { expect, test, vi } from 'vitest'
import { LISTINGS } from '#tests/upstream/listings.ts'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { type Installation, install, isAskedAgain, settle, startRun } from './support/installation.ts'

const SEED = 'kill 1'
/** Kills in each of the two runs. */
const KILLS = [14, 8] as const
/** The second run also reads the first page, which has nothing new, besides its twenty planned ones. */
const PAGES_READ = [20, 21] as const
/** Google's first page has 10 reviews, later ones 20. */
const STORED_AFTER = [390, 790] as const
const TEST_TIMEOUT_MS = 8 * 60_000

/** Range of milliseconds from the request for a page to the kill, both included. */
const MOMENTS = {
  'while the platform answers': [0, 350],
  'about when the page is saved': [0, 30],
  'until the next page': [0, 1_300],
} as const
const SLOW_ANSWER_MS = 400

/**
 * Waits, with cron firing, for a request of a page and then for a random time.
 *
 * @returns the request and the time, for the log; null if the run ended first
 */
async function waitForMoment(installation: Installation, random: Random) {
  const { control } = installation.upstream
  const moment = random.pick(Object.keys(MOMENTS) as (keyof typeof MOMENTS)[])
  if (moment === 'while the platform answers') {
    await control.addFault({ kind: 'slow', delayMs: SLOW_ANSWER_MS })
  }
  const before = (await control.requests()).length
  if (!(await isAskedAgain(installation, before))) return null
  const [fromMs, toMs] = MOMENTS[moment]
  const whileMs = random.int(fromMs, toMs)
  const at = performance.now() + whileMs
  await vi.waitUntil(() => performance.now() >= at, { timeout: toMs + 1_000, interval: 1 })
  return { request: before + 1, moment, whileMs }
}

async function collectUnderKills(installation: Installation, kills: number, random: Random) {
  const log: { request: number; moment: string; whileMs: number; restartMs: number }[] = []
  while (log.length < kills) {
    const moment = await waitForMoment(installation, random)
    if (!moment) break
    await installation.server.kill()
    const killedAt = performance.now()
    await installation.server.start()
    log.push({ ...moment, restartMs: Math.round(performance.now() - killedAt) })
  }
  await settle(installation)
  return log
}

const TIMES_AND_NAMES = [
  'organization_id',
  'business_id',
  'scraped_at',
  'updated_at',
  'created_at',
  'started_at',
  'finished_at',
  'due_at',
  'next_due_at',
  'last_attempt_at',
  'last_succeeded_at',
  'recheck_since',
  'rechecked_at',
  // Derived from ids and times.
  'search_keys',
]

/** Everything stored. Of random names and times it keeps only their presence. Ids give the reviews' order. */
async function everythingStored({ server }: Installation) {
  const tables = {
    reviews: 'SELECT * FROM reviews ORDER BY id',
    revisions: 'SELECT * FROM review_revisions ORDER BY id',
    statistics: `SELECT sum(review_count) AS reviews, sum(rating_sum) AS stars, sum(positive) AS positive,
      sum(neutral) AS neutral, sum(negative) AS negative, sum(responded) AS responded, sum(google) AS google
      FROM review_daily_stats`,
    searchable: `SELECT count(*) AS count FROM review_search
      WHERE review_search MATCH (SELECT 'keys:p' || replace(substr(id, 20), '-', '') || 'google' FROM organizations)`,
    usage: 'SELECT sum(reviews_stored) AS stored FROM organization_usage',
    runs: `SELECT seq, platform, status, phase, cursor, page_cursor, end_of_list, page, pages_planned, reviews_found,
      reviews_new, reviews_changed, reviews_over_quota, restarts, attempts, errors, warnings, lease_until
      FROM scrape_runs ORDER BY seq`,
    sources: 'SELECT * FROM business_sources',
    integrity: 'PRAGMA quick_check',
  }
  const stored: Record<string, unknown[]> = {}
  for (const [table, sql] of Object.entries(tables)) {
    const rows = await server.query(sql)
    stored[table] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          TIMES_AND_NAMES.includes(column) ? value !== null : value,
        ]),
      ),
    )
  }
  return stored
}

test('two runs over 4,000 reviews, killed at random moments, store the same as undisturbed runs', {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const random = randomFrom(SEED)
  // Both simulators date their reviews from the same moment.
  const now = Date.now()
  const undisturbed = await install(LISTINGS.large, now)
  const victim = await install(LISTINGS.large, now)
  for (const [number, kills] of KILLS.entries()) {
    const startedAt = performance.now()
    await Promise.all([startRun(undisturbed), startRun(victim)])
    const [, log] = await Promise.all([settle(undisturbed), collectUnderKills(victim, kills, random)])
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.log(`run ${number + 1}, seed '${SEED}': ${log.length} kills in ${seconds} s`)
    for (const kill of log) console.log(JSON.stringify(kill))
    expect(log).toHaveLength(kills)

    const stored = await everythingStored(victim)
    expect(stored.reviews).toHaveLength(STORED_AFTER[number] ?? 0)
    expect(stored.runs?.at(-1)).toMatchObject({
      status: 'succeeded',
      page: PAGES_READ[number],
      errors: '[]',
      warnings: '[]',
    })
    expect(stored.integrity).toEqual([{ quick_check: 'ok' }])
    expect(stored).toEqual(await everythingStored(undisturbed))
  }
  for (const { server } of [undisturbed, victim]) {
    expect(server.log.faults).toEqual([])
    await server.log.requireClean((sql) => server.query(sql))
  }
})
