import { env } from 'cloudflare:test'
import { beforeEach, expect } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { countOf, storeMany } from '#tests/edge/support/many-rows.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { createRun } from '#tests/edge/support/runs.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Business, createAccount, createBusiness } from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'
import { tick } from '#worker/background.ts'
import { forgetOldRuns, KEPT_DAYS, KEPT_RUNS } from '#worker/collection/run-store.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const OLD = NOW - KEPT_DAYS * DAY_MS

let business: Business

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM scrape_runs').run()
  business = await createBusiness(env.DB, await createAccount(env.DB))
})

/** Stores ended runs of a source, one a minute, the last one at `last`. */
async function storeRuns(count: number, last: number, platform = 'google', of = business): Promise<void> {
  await storeMany(count, 'scrape_runs', {
    id: `'${of.id}-${platform}-${last}-' || value`,
    organization_id: `'${of.organizationId}'`,
    business_id: `'${of.id}'`,
    platform: `'${platform}'`,
    source: "'file'",
    trigger_type: "'manual'",
    status: "'succeeded'",
    phase: "'newest'",
    pages_planned: '1',
    rate_limit_ms: '0',
    timeout_ms: '0',
    retry_attempts: '0',
    due_at: '0',
    created_at: `${last} - (${count} - value) * ${MINUTE_MS}`,
  })
}

async function forget(now = NOW) {
  const meter = createMeter()
  await forgetOldRuns(contextFor(null, { now: () => now, meter }))
  return meter
}

test('a run is deleted after 90 days if its source has fifty later ones', async () => {
  const old = await createRun(business, { createdAt: OLD, status: 'succeeded' })
  const younger = await createRun(business, { createdAt: OLD + 1, status: 'succeeded' })
  await storeRuns(KEPT_RUNS, NOW - DAY_MS)
  const ids = async () =>
    (await env.DB.prepare('SELECT id FROM scrape_runs ORDER BY seq LIMIT 2').raw()).flat()
  await forget(NOW - 1)
  expect(await ids()).toEqual([old, younger])
  await forget(NOW)
  expect(await ids()).toEqual([younger, expect.any(String)])
  expect(await countOf('scrape_runs')).toBe(KEPT_RUNS + 1)
})

test('the last fifty runs of each source are kept, however old they are', async () => {
  await storeRuns(KEPT_RUNS + 7, OLD - 400 * DAY_MS)
  await storeRuns(3, OLD - 400 * DAY_MS, 'yelp')
  await forget()
  const { results } = await env.DB.prepare(
    'SELECT platform, count(*) AS runs, min(created_at) AS first FROM scrape_runs GROUP BY platform ORDER BY platform',
  ).all()
  expect(results).toEqual([
    {
      platform: 'google',
      runs: KEPT_RUNS,
      first: OLD - 400 * DAY_MS - (KEPT_RUNS - 1) * MINUTE_MS,
    },
    { platform: 'yelp', runs: 3, first: expect.any(Number) },
  ])
})

test('a kept run is deleted once fifty later ones exist', async () => {
  await storeRuns(KEPT_RUNS, OLD)
  await forget()
  expect(await countOf('scrape_runs')).toBe(KEPT_RUNS)
  await storeRuns(10, NOW)
  await forget(NOW + 31 * DAY_MS)
  expect(await countOf('scrape_runs')).toBe(KEPT_RUNS)
})

test('a tick deletes a limited number of runs and the next ones the rest', async () => {
  await storeRuns(KEPT_RUNS, NOW)
  await storeRuns(1_000, OLD)
  const left = []
  for (let tick = 0; tick < 11; tick += 1) {
    await forget()
    left.push((await countOf('scrape_runs')) - KEPT_RUNS)
  }
  expect(left.slice(0, 3)).toEqual([900, 800, 700])
  expect(left.at(-1)).toBe(0)
})

test('a tick reads almost nothing if tens of thousands of runs are stored and none is due', async ({
  account: owner,
}) => {
  // Idle businesses too: twenty with fifty runs that are years old.
  for (let number = 0; number < 20; number += 1) {
    await storeRuns(KEPT_RUNS, OLD - 400 * DAY_MS, 'google', await createBusiness(env.DB, owner))
  }
  await storeRuns(volume(19_000, 99_000), NOW)
  for (let tick = 0; tick < 12; tick += 1) await forget()
  const before = await countOf('scrape_runs')
  const meter = await forget()
  expect(meter.rowsRead).toBeLessThan(10)
  expect(meter.rowsWritten).toBe(0)
  expect(await countOf('scrape_runs')).toBe(before)
}, 60_000)

test("the minute's tick deletes old runs", async () => {
  await storeRuns(KEPT_RUNS + 1, OLD)
  await tick(contextFor(null, { now: () => NOW }))
  expect(await countOf('scrape_runs')).toBe(KEPT_RUNS)
})
