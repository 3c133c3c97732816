import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, storeNotifications } from '#tests/factories.ts'

const test = base.extend(
  'tell',
  ({ account }) =>
    (...messages: string[]) =>
      storeNotifications(
        env.DB,
        account.organizationId,
        messages.map((message) => ({ message })),
      ),
)
const messagesOf = ({ items }: { items: { message: string }[] }) => items.map(({ message }) => message)

test('the latest notification comes first, with all that a screen shows', async ({ account, tell }) => {
  const at = Date.UTC(2026, 5, 15, 12)
  const [id] = await storeNotifications(env.DB, account.organizationId, [
    { kind: 'source_needs_owner', message: 'First', link: '/app/businesses', createdAt: at },
  ])
  await tell('Second')
  const page = await apiFor(account).notifications.list()
  expect(messagesOf(page)).toEqual(['Second', 'First'])
  expect(page).toMatchObject({ nextCursor: null, unreadCount: 2 })
  expect(page.items[1]).toEqual({
    id,
    kind: 'source_needs_owner',
    message: 'First',
    link: '/app/businesses',
    isRead: false,
    createdAt: '2026-06-15T12:00:00.000Z',
  })
})

test('an organization without notifications has an empty list', async ({ account }) => {
  expect(await apiFor(account).notifications.list()).toEqual({ items: [], nextCursor: null, unreadCount: 0 })
})

test('notifications are in the order of insertion, whatever their timestamps', async ({ account }) => {
  await storeNotifications(env.DB, account.organizationId, [
    { message: 'Earlier, by a clock that is ahead', createdAt: 2_000 },
    { message: 'Later', createdAt: 1_000 },
  ])
  expect(messagesOf(await apiFor(account).notifications.list())).toEqual([
    'Later',
    'Earlier, by a clock that is ahead',
  ])
})

test('pages follow each other by key, even if a notification arrives in between', async ({
  account,
  tell,
}) => {
  await tell(...Array.from({ length: 7 }, (_, index) => `n${index}`))
  const api = apiFor(account)
  const first = await api.notifications.list({ limit: 3 })
  expect(messagesOf(first)).toEqual(['n6', 'n5', 'n4'])
  await tell('late')
  const second = await api.notifications.list({ limit: 3, cursor: first.nextCursor ?? '' })
  expect(messagesOf(second)).toEqual(['n3', 'n2', 'n1'])
  const third = await api.notifications.list({ limit: 3, cursor: second.nextCursor ?? '' })
  expect(messagesOf(third)).toEqual(['n0'])
  expect(third.nextCursor).toBeNull()
})

test('the unread count stops at ten, where the badge says 9+', async ({ account, tell }) => {
  await tell(...Array.from({ length: 9 }, (_, index) => `n${index}`))
  expect((await apiFor(account).notifications.list()).unreadCount).toBe(9)
  await tell(...Array.from({ length: 90 }, (_, index) => `m${index}`))
  expect((await apiFor(account).notifications.list()).unreadCount).toBe(10)
})

test('a page reads no more rows when there are many notifications', async ({ account, tell }) => {
  const limit = 20
  const cost = async (cursor?: string) => {
    const meter = createMeter()
    const page = await apiFor(account, { meter }).notifications.list({ limit, ...(cursor && { cursor }) })
    expect(meter.roundTrips).toBe(1)
    return { rows: meter.rowsRead, page }
  }
  await tell(...Array.from({ length: 60 }, (_, index) => `n${index}`))
  const before = await cost()
  await tell(...Array.from({ length: 400 }, (_, index) => `m${index}`))
  expect((await cost()).rows).toBe(before.rows)
  let cursor: string | null = null
  for (let page = 0; page < 10; page += 1) cursor = (await cost(cursor ?? undefined)).page.nextCursor
  // Each row of the page with its read mark, and the unread count.
  expect((await cost(cursor ?? '')).rows).toBeLessThanOrEqual(before.rows + 2)
})

test.for([
  ['a page that never was', { cursor: 'zz' }],
  ['no notification at all', { limit: 0 }],
  ['too many at a time', { limit: 51 }],
  ['half a notification', { limit: 1.5 }],
] as const)('%s is refused', async ([_, input], { account }) => {
  await expect(apiFor(account).notifications.list(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a cursor of another organization returns an empty page', async ({ account, tell }) => {
  await tell('own')
  const other = await createAccount(env.DB)
  const [foreign] = await storeNotifications(env.DB, other.organizationId, [{ message: 'theirs' }])
  expect(await apiFor(account).notifications.list({ cursor: foreign })).toMatchObject({ items: [] })
})
