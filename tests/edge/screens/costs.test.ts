import { env } from 'cloudflare:test'
import { test as base, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { APP_PAGES, dataAddress, pageAbout } from '#tests/edge/support/pages.ts'
import { callProcedure, PROCEDURES } from '#tests/edge/support/procedures.ts'
import { createTenant } from '#tests/edge/support/tenant.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'

const SCREENS = PROCEDURES.map(({ path }) => path).filter((path) => path.startsWith('screens.'))
const MAX_ROUND_TRIPS = 2
const MAX_STATEMENTS = 8

// Viewing changes nothing, so all tests share one tenant.
const test = base.extend('tenant', { scope: 'file' }, () => createTenant('owner', Date.now()))

test('there are screens to measure', () => {
  expect(SCREENS.length).toBeGreaterThan(0)
  expect(APP_PAGES.length).toBeGreaterThan(0)
})

test.for(SCREENS)('%s takes one round trip to the database; Help takes none', async (path, { tenant }) => {
  const needsInput = PROCEDURES.some((procedure) => procedure.path === path && procedure.needsInput)
  const inputs = [{}, { businessId: tenant.businessId }, { search: 'words' }]
  for (const input of needsInput ? inputs.slice(1, 2) : inputs) {
    const meter = createMeter()
    await callProcedure(apiFor(tenant.account, { meter }), path, input)
    expect(meter.roundTrips).toBe(path === 'screens.help' ? 0 : 1)
    // The session takes two more statements.
    expect(meter.statements).toBeLessThanOrEqual(MAX_STATEMENTS - 2)
  }
})

test.for(APP_PAGES)('%s takes two round trips at most and writes nothing', async (pattern, { tenant }) => {
  const page = pageAbout(pattern, tenant)
  const cookie = await signedIn(tenant.account)
  const queries = [
    '',
    `?businessId=${tenant.businessId}`,
    `?review=${tenant.reviewId}`,
    `?id=${tenant.businessId}`,
  ]
  for (const query of queries) {
    for (const address of [page, dataAddress(page)]) {
      const meter = createMeter()
      const answer = await ask(`${address}${query}`, {
        headers: { cookie },
        env: { ...env, DB: metered(env.DB, meter) },
      })
      await answer.body?.cancel()
      expect(answer.status).toBeLessThan(500)
      expect(meter.roundTrips).toBeLessThanOrEqual(MAX_ROUND_TRIPS)
      expect(meter.statements).toBeLessThanOrEqual(MAX_STATEMENTS)
      expect(meter.rowsWritten).toBe(0)
    }
  }
})
