import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#scripts/local/migrate.ts'
import { localSettings } from '#scripts/local/settings.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { requireKnownHosts } from '#tests/upstream/outbound-hosts.ts'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { MortalServer } from './support/mortal-server.ts'

const SEED = 'kill 1'
/** How often the server is killed in each of the two runs. */
const KILLS = [14, 8] as const
const TICK_EVERY_MS = 250
/** The second run looks at the first page, which shows nothing new and is none of the twenty planned ones. */
const PAGES_READ = [20, 21] as const
/** Google's first page has 10 reviews, later ones 20. */
const STORED_AFTER = [390, 790] as const
const TEST_TIMEOUT_MS = 8 * 60_000

/** The product with a store on disk, and a simulator of its own. */
interface Installation {
  origin: string
  stateDir: string
  upstream: Upstream
  server: MortalServer
  cookie: string
  businessId: string
}

const installations: Installation[] = []
let undisturbed: Installation
let victim: Installation

beforeAll(async () => {
  // Both simulators date their reviews from the same moment.
  const now = Date.now()
  undisturbed = await install(now)
  victim = await install(now)
})

afterAll(async () => {
  for (const { server, upstream, stateDir } of installations) {
    await server.kill()
    await upstream.close()
    await rm(stateDir, { recursive: true, force: true })
    requireKnownHosts(upstream.hosts())
  }
})

async function install(now: number): Promise<Installation> {
  const stateDir = await mkdtemp(join(tmpdir(), 'review-dashboard-kill-'))
  await migrate(stateDir)
  const upstream = await startUpstream({ now })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const settings = {
    ...localSettings(),
    APP_ORIGIN: origin,
    SCRYPT_COST: '16',
    PUBLIC_COLLECTION: 'on',
    ...upstream.settings,
  }
  const server = new MortalServer({ port, stateDir, settings })
  const installation = { origin, stateDir, upstream, server, cookie: '', businessId: '' }
  installations.push(installation)
  await server.start()
  await call(installation, 'auth.signUp', {
    email: 'owner@example.test',
    password: 'Copper-Kettle-77',
    fullName: 'Wren Alder',
  })
  await server.query("UPDATE organization_subscriptions SET plan_type = 'ai_insights'")
  const business = await call<{ id: string }>(installation, 'businesses.create', {
    name: LISTINGS.large.name,
    googleBusinessUrl: googleUrl(LISTINGS.large),
  })
  installation.businessId = business.id
  return installation
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** A mutation, as the browser sends it. */
async function call<T>(installation: Installation, path: string, input: unknown): Promise<T> {
  const { origin, cookie } = installation
  const response = await fetch(`${origin}/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify(input),
  })
  const answer = (await response.json()) as { result?: { data: T }; error?: { message: string } }
  if (!answer.result) throw new Error(`${path}: ${answer.error?.message}`)
  const given = response.headers.getSetCookie().map((header) => header.split(';')[0])
  if (given.length > 0) installation.cookie = given.join('; ')
  return answer.result.data
}

async function startRun(installation: Installation): Promise<void> {
  await call(installation, 'collection.start', {
    businessId: installation.businessId,
    options: { rateLimitMs: 1_000, timeoutMs: 1_000 },
  })
}

async function openRuns({ server }: Installation): Promise<number> {
  const [row] = await server.query<{ count: number }>(
    "SELECT count(*) AS count FROM scrape_runs WHERE status IN ('queued', 'running')",
  )
  return row?.count ?? 0
}

async function unreadReviews({ server }: Installation): Promise<number> {
  const [row] = await server.query<{ count: number }>(
    'SELECT count(*) AS count FROM insight_readings WHERE due_at IS NOT NULL',
  )
  return row?.count ?? 0
}

/** Lets cron fire until no run is open and all reviews are read. */
async function settle(installation: Installation): Promise<void> {
  while ((await openRuns(installation)) > 0 || (await unreadReviews(installation)) > 0) {
    await installation.server.tick()
    await pause(TICK_EVERY_MS)
  }
}

/** How long after the platform was asked for a page the server is killed: in milliseconds, both included. */
const MOMENTS = {
  'while the platform answers': [0, 350],
  'about when the page is saved': [0, 30],
  'until the next page': [0, 1_300],
} as const
const SLOW_ANSWER_MS = 400

/**
 * Waits, with cron firing, until the platform is asked for a page, and then a random while.
 *
 * @returns the page's request and the while, for the log; null when the run ended instead
 */
async function waitForMoment(installation: Installation, random: Random) {
  const { control } = installation.upstream
  const moment = random.pick(Object.keys(MOMENTS) as (keyof typeof MOMENTS)[])
  if (moment === 'while the platform answers') {
    await control.addFault({ kind: 'slow', delayMs: SLOW_ANSWER_MS })
  }
  const before = (await control.requests()).length
  for (let round = 1; (await control.requests()).length === before; round += 1) {
    if (round % 25 === 0) {
      await installation.server.tick()
      if ((await openRuns(installation)) === 0) return null
    }
    await pause(TICK_EVERY_MS / 25)
  }
  const [fromMs, toMs] = MOMENTS[moment]
  const whileMs = random.int(fromMs, toMs)
  await pause(whileMs)
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
]

/** All that is stored; of random names and times only whether they are there. Ids of reviews tell the order in which they were stored. */
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

test('killed at random moments, two runs over 4,000 reviews store what undisturbed ones do', {
  timeout: TEST_TIMEOUT_MS,
}, async () => {
  const random = randomFrom(SEED)
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
  for (const { server } of installations) {
    expect(server.log.faults).toEqual([])
    await server.log.requireClean((sql) => server.query(sql))
  }
})
