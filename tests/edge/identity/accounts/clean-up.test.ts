import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { countOf, storeMany } from '#tests/edge/support/many-rows.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test } from '#tests/edge/support/test.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import { volume } from '#tests/volume.ts'
import { createApi } from '#worker/api/router.ts'
import {
  ANONYMOUS_LOG_DAYS,
  cleanUpIdentity,
  ENDED_DAYS,
  SECURITY_LOG_DAYS,
} from '#worker/identity/accounts/clean-up.ts'
import { LIMITS, takeTry } from '#worker/identity/limits/tries.ts'
import { forgetOldMails, MAIL_DAYS } from '#worker/platform/deliver-mails.ts'
import { PRUNED_AT_ONCE } from '#worker/platform/prune.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

async function cleanAt(now: number) {
  const meter = createMeter()
  await cleanUpIdentity(contextFor(null, { now: () => now, meter }))
  return meter
}

function event(id: string, columns: Record<string, string> = {}): Record<string, string> {
  return { id, source: "'server'", type: "'login'", outcome: "'refused'", created_at: `${NOW}`, ...columns }
}

test('sessions, links and attempts are deleted a week after they end, account events after a year', async ({
  account,
}) => {
  const api = createApi(contextFor(account, { now: () => NOW, isVerified: false }))
  await signedIn(account, { createdAt: NOW })
  await api.auth.resendVerification()
  await takeTry(contextFor(null, { now: () => NOW }), LIMITS.invitationsOrganization, 'somebody')
  const counts = async () => {
    const one = (table: string) => `(SELECT count(*) FROM ${table} WHERE user_id = ?1) AS ${table}`
    return env.DB.prepare(
      `SELECT ${['sessions', 'email_links', 'security_events'].map(one).join(', ')},
        (SELECT count(*) FROM attempts WHERE key LIKE 'invitations%') AS attempts`,
    )
      .bind(account.userId)
      .first()
  }
  const ended = NOW + DAY_MS
  await cleanAt(ended + ENDED_DAYS * DAY_MS - 1)
  expect(await counts()).toEqual({ sessions: 1, email_links: 1, security_events: 1, attempts: 1 })
  await cleanAt(ended + ENDED_DAYS * DAY_MS)
  expect(await counts()).toEqual({ sessions: 0, email_links: 0, security_events: 1, attempts: 0 })
  await cleanAt(NOW + SECURITY_LOG_DAYS * DAY_MS - 1)
  expect(await counts()).toMatchObject({ security_events: 1 })
  await cleanAt(NOW + SECURITY_LOG_DAYS * DAY_MS)
  expect(await counts()).toMatchObject({ security_events: 0 })
})

test('events without an account are deleted after 90 days', async ({ account }) => {
  await storeMany(1, 'security_events', event("'nobody'"))
  await storeMany(1, 'security_events', event("'somebody'", { user_id: `'${account.userId}'` }))
  await cleanAt(NOW + ANONYMOUS_LOG_DAYS * DAY_MS - 1)
  expect(await countOf('security_events')).toBe(2)
  await cleanAt(NOW + ANONYMOUS_LOG_DAYS * DAY_MS)
  expect((await env.DB.prepare('SELECT id FROM security_events').raw()).flat()).toEqual(['somebody'])
})

test('each tick deletes a limited number of rows, the oldest first', async () => {
  await storeMany(2 * PRUNED_AT_ONCE, 'attempts', {
    key: "'old-' || value",
    count: '1',
    ends_at: `${NOW} - value * ${MINUTE_MS}`,
  })
  const oldest = () =>
    env.DB.prepare("SELECT (? - min(ends_at)) / 60000 AS age FROM attempts WHERE key LIKE 'old-%'")
      .bind(NOW)
      .first<number>('age')
  await cleanAt(NOW + ENDED_DAYS * DAY_MS)
  expect(await oldest()).toBe(PRUNED_AT_ONCE)
  await cleanAt(NOW + ENDED_DAYS * DAY_MS)
  expect(await oldest()).toBeNull()
})

test('a clean-up with nothing to delete reads next to nothing among many rows', async ({ account }) => {
  await storeMany(volume(10_000, 50_000), 'attempts', {
    key: "'kept-' || value",
    count: '1',
    ends_at: `${NOW} + value`,
  })
  await storeMany(25_000, 'security_events', event("'n-' || value", { created_at: `${NOW} + value` }))
  // Events of an account, older than those without one may be.
  const kept = { user_id: `'${account.userId}'`, created_at: `${NOW - 300 * DAY_MS} + value` }
  await storeMany(25_000, 'security_events', event("'a-' || value", kept))
  const meter = await cleanAt(NOW)
  expect(meter.rowsRead).toBeLessThan(33)
  expect(meter.rowsWritten).toBe(0)
}, 60_000)

test('mails are deleted after 30 days, even if no service has fetched them', async () => {
  await env.DB.prepare('DELETE FROM dev_mails').run()
  await storeMany(1, 'dev_mails', {
    id: "'mail'",
    recipient: "'ana@example.test'",
    subject: "'Hello'",
    text: "'Hello'",
    kind: "'verification'",
    created_at: `${NOW}`,
  })
  await storeMany(1, 'outgoing_mails', {
    id: "'mail'",
    kind: "'verification'",
    sealed: "''",
    due_at: `${NOW}`,
    created_at: `${NOW}`,
  })
  const forgetAt = (now: number) => forgetOldMails(contextFor(null, { now: () => now }))
  const both = async () => [await countOf('dev_mails'), await countOf('outgoing_mails')]
  await forgetAt(NOW + MAIL_DAYS * DAY_MS - 1)
  expect(await both()).toEqual([1, 1])
  await forgetAt(NOW + MAIL_DAYS * DAY_MS)
  expect(await both()).toEqual([0, 0])
})
