import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { countOf, storeMany } from '#tests/edge/support/many-rows.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { cleanUpImports } from '#worker/imports/clean-up.ts'
import { HELD_DAYS } from '#worker/imports/mail/held-mails.ts'
import { PRUNED_AT_ONCE } from '#worker/platform/prune.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { createShop, NOW } from './support.ts'

async function cleanAt(now: number) {
  const meter = createMeter()
  await cleanUpImports(contextFor(null, { now: () => now, meter }))
  return meter
}

test('expired idempotency keys and held emails are deleted in slices, by index', async () => {
  const { account, business } = await createShop()
  const COUNT = 2 * PRUNED_AT_ONCE
  await storeMany(COUNT, 'idempotency_keys', {
    organization_id: `'${account.organizationId}'`,
    key: "'key-' || value",
    body_hash: "''",
    attempt: "''",
    answer: "'{}'",
    expires_at: `${NOW} + value`,
  })
  await storeMany(COUNT, 'held_mails', {
    id: 'value',
    organization_id: `'${account.organizationId}'`,
    business_id: `'${business.id}'`,
    platform: "'google'",
    review_id: 'value',
    review: "'{}'",
    is_excerpt: '0',
    sender: "''",
    created_at: `${NOW - HELD_DAYS * DAY_MS} + value`,
  })
  const both = async () => [await countOf('idempotency_keys'), await countOf('held_mails')]
  const idle = await cleanAt(NOW)
  expect(idle).toMatchObject({ rowsWritten: 0 })
  expect(idle.rowsRead).toBeLessThan(10)
  expect(await both()).toEqual([COUNT, COUNT])
  await cleanAt(NOW + COUNT - 1)
  expect(await both()).toEqual([COUNT - PRUNED_AT_ONCE, COUNT - PRUNED_AT_ONCE])
  await cleanAt(NOW + COUNT - 1)
  expect(await both()).toEqual([1, 1])
  expect(await env.DB.prepare('SELECT key FROM idempotency_keys').first('key')).toBe(`key-${COUNT}`)
})
