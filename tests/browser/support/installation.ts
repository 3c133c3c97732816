import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { migrate } from '#scripts/local/migrate.ts'
import { localSettings } from '#scripts/local/settings.ts'
import { freePort } from '#tests/free-port.ts'
import { googleUrl, type Listing } from '#tests/upstream/listings.ts'
import { requireKnownHosts } from '#tests/upstream/outbound-hosts.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { MortalServer } from './mortal-server.ts'

const TICK_EVERY_MS = 250
const LOOK_EVERY_MS = 10
const TIMEOUT_MS = 8 * 60_000

/** The product with its own database and simulator and one business, in processes that can be killed. */
export interface Installation {
  origin: string
  upstream: Upstream
  server: MortalServer
  cookie: string
  businessId: string
}

/** Stopped at the end of the test. @param now current time of the simulator's reviews */
export async function install(listing: Listing, now = Date.now()): Promise<Installation> {
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
  onTestFinished(async () => {
    await server.kill()
    await upstream.close()
    await rm(stateDir, { recursive: true, force: true })
    requireKnownHosts(upstream.hosts())
  })
  await server.start()
  const installation = { origin, upstream, server, cookie: '', businessId: '' }
  await call(installation, 'auth.signUp', {
    email: 'owner@example.test',
    password: 'Copper-Kettle-77',
    fullName: 'Wren Alder',
  })
  await server.query("UPDATE organization_subscriptions SET plan_type = 'ai_insights'")
  const business = await call<{ id: string }>(installation, 'businesses.create', {
    name: listing.name,
    googleBusinessUrl: googleUrl(listing),
  })
  installation.businessId = business.id
  return installation
}

/** Sends a mutation like the browser. */
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

export async function startRun(installation: Installation): Promise<void> {
  await call(installation, 'collection.start', {
    businessId: installation.businessId,
    options: { rateLimitMs: 1_000, timeoutMs: 1_000 },
  })
}

async function count({ server }: Installation, from: string): Promise<number> {
  const [row] = await server.query<{ count: number }>(`SELECT count(*) AS count FROM ${from}`)
  return row?.count ?? 0
}

const openRuns = (installation: Installation) =>
  count(installation, "scrape_runs WHERE status IN ('queued', 'running')")

/** Fires cron until no run is open and all reviews are read. */
export async function settle(installation: Installation): Promise<void> {
  await vi.waitUntil(
    async () => {
      const isOpen = (await openRuns(installation)) > 0
      if (!isOpen && (await count(installation, 'insight_readings WHERE due_at IS NOT NULL')) === 0)
        return true
      await installation.server.tick()
      return false
    },
    { timeout: TIMEOUT_MS, interval: TICK_EVERY_MS },
  )
}

/** Waits, firing cron, until the platform has had more than this many requests; false if the run ends before. */
export async function isAskedAgain(installation: Installation, times: number): Promise<boolean> {
  let looks = 0
  const outcome = await vi.waitUntil(
    async () => {
      if ((await installation.upstream.control.requests()).length > times) return 'asked'
      looks += 1
      if (looks % (TICK_EVERY_MS / LOOK_EVERY_MS) !== 0) return null
      await installation.server.tick()
      return (await openRuns(installation)) === 0 ? 'ended' : null
    },
    { timeout: TIMEOUT_MS, interval: LOOK_EVERY_MS },
  )
  return outcome === 'asked'
}
