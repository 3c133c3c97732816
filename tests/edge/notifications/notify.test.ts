import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, eraseBusiness, storeNotifications } from '#tests/factories.ts'
import {
  forgetOldNotifications,
  KEPT_DAYS,
  type NewNotification,
  notify,
} from '#worker/notifications/notify.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

const test = base
  .extend('tell', ({ account }) => async (told: Partial<NewNotification> = {}, condition = sql`true`) => {
    const ctx = contextFor(account)
    await ctx.db.batch([
      notify(
        ctx,
        {
          organizationId: account.organizationId,
          kind: 'system_update',
          message: 'News',
          link: '/app/reviews',
          dedupeKey: 'key',
          ...told,
        },
        condition,
      ),
    ])
  })
  .extend(
    'messages',
    ({ account }) =>
      async (who = account) =>
        (await apiFor(who).notifications.list()).items.map(({ message }) => message),
  )

test('a notification is stored once per key, even at the same moment', async ({ tell, messages }) => {
  await Promise.all(Array.from({ length: 10 }, () => tell()))
  await tell({ message: 'In other words' })
  expect(await messages()).toEqual(['News'])
  await tell({ dedupeKey: 'another', message: 'More' })
  expect(await messages()).toEqual(['More', 'News'])
})

test('two organizations can each get a notification with the same key', async ({ tell, messages }) => {
  await tell()
  const other = await createAccount(env.DB)
  await tell({ organizationId: other.organizationId })
  expect(await messages()).toEqual(['News'])
  expect(await messages(other)).toEqual(['News'])
})

test('nothing is notified if the condition does not hold', async ({ tell, messages }) => {
  await tell({}, sql`1 = 2`)
  expect(await messages()).toEqual([])
})

test('notifications of a business are deleted with it', async ({ account, tell, messages }) => {
  const business = await createBusiness(env.DB, account)
  await tell({ businessId: business.id })
  await tell({ dedupeKey: 'another', message: 'Of no business' })
  await eraseBusiness(env.DB, business)
  expect(await messages()).toEqual(['Of no business'])
})

test('old notifications are deleted with their read marks', async ({ account, messages }) => {
  const now = Date.now()
  const [id = ''] = await storeNotifications(env.DB, account.organizationId, [
    { message: 'old', createdAt: now - KEPT_DAYS * DAY_MS },
    { message: 'younger', createdAt: now - KEPT_DAYS * DAY_MS + 60_000 },
  ])
  await apiFor(account).notifications.markRead({ id })
  await forgetOldNotifications({ ...contextFor(account), now: () => now })
  expect(await messages()).toEqual(['younger'])
  const marks = await env.DB.prepare('SELECT * FROM notification_reads WHERE user_id = ?')
    .bind(account.userId)
    .all()
  expect(marks.results).toEqual([])
})
