import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Account, createAccount, storeNotifications } from '#tests/factories.ts'

const test = base
  // Another member of the same organization.
  .extend('colleague', async ({ account }) => ({
    ...(await createAccount(env.DB)),
    organizationId: account.organizationId,
  }))
  .extend(
    'tell',
    ({ account }) =>
      (count: number, userId?: string) =>
        storeNotifications(
          env.DB,
          account.organizationId,
          Array.from({ length: count }, (_, index) => ({ message: `n${index}`, ...(userId && { userId }) })),
        ),
  )

const readBy = async (who: Account) => {
  const { items, unreadCount } = await apiFor(who).notifications.list()
  return { read: items.filter(({ isRead }) => isRead).map(({ message }) => message), unreadCount }
}

test('each member has their own read marks', async ({ account, colleague, tell }) => {
  const [, second = ''] = await tell(3)
  expect(await apiFor(account).notifications.markRead({ id: second })).toEqual({ unreadCount: 2 })
  expect(await readBy(account)).toEqual({ read: ['n1'], unreadCount: 2 })
  expect(await readBy(colleague)).toEqual({ read: [], unreadCount: 3 })
})

test('reading a notification twice counts once', async ({ account, tell }) => {
  const [id = ''] = await tell(2)
  const api = apiFor(account)
  await api.notifications.markRead({ id })
  expect(await api.notifications.markRead({ id })).toEqual({ unreadCount: 1 })
  const marks = await env.DB.prepare('SELECT * FROM notification_reads WHERE user_id = ?')
    .bind(account.userId)
    .all()
  expect(marks.results).toHaveLength(1)
})

test('marking all as read covers existing notifications, not later ones', async ({
  account,
  colleague,
  tell,
}) => {
  const [id = ''] = await tell(12)
  await apiFor(account).notifications.markRead({ id })
  expect(await apiFor(account).notifications.markAllRead()).toEqual({ unreadCount: 0 })
  expect((await readBy(account)).unreadCount).toBe(0)
  expect((await readBy(colleague)).unreadCount).toBe(10)
  await tell(1)
  expect((await readBy(account)).unreadCount).toBe(1)
  // A single mark stands for all of them.
  const marks = await env.DB.prepare('SELECT * FROM notification_reads WHERE user_id = ?')
    .bind(account.userId)
    .all()
  expect(marks.results).toEqual([])
})

test('marking all as read works without notifications', async ({ account }) => {
  expect(await apiFor(account).notifications.markAllRead()).toEqual({ unreadCount: 0 })
  expect((await readBy(account)).unreadCount).toBe(0)
})

test('a notification to one member cannot be seen or read by another', async ({
  account,
  colleague,
  tell,
}) => {
  const [id = ''] = await tell(1, colleague.userId)
  expect(await apiFor(account).notifications.list()).toMatchObject({ items: [], unreadCount: 0 })
  await expect(apiFor(account).notifications.markRead({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await readBy(colleague)).unreadCount).toBe(1)
})

test('an unknown notification, or one of another organization, is not found', async ({
  account,
  tell,
  stranger,
}) => {
  const [id = ''] = await tell(1)
  for (const [who, which] of [
    [account, createId()],
    [stranger, id],
  ] as const) {
    await expect(apiFor(who).notifications.markRead({ id: which })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'This notification no longer exists.',
    })
  }
  expect((await readBy(account)).unreadCount).toBe(1)
})

test('a viewer can read notifications', async ({ account, tell }) => {
  const [id = ''] = await tell(1)
  expect(await apiFor(account, { role: 'viewer' }).notifications.markRead({ id })).toEqual({ unreadCount: 0 })
})
