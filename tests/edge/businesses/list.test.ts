import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

const test = base.extend(
  'names',
  ({ account }) =>
    async (input: { search?: string; isActive?: boolean } = {}): Promise<string[]> => {
      const { items, nextCursor } = await apiFor(account).businesses.list(input)
      expect(nextCursor).toBeNull()
      // The screen shows the same businesses.
      const screen = await apiFor(account).screens.businesses(input)
      expect(screen.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
      return items.map(({ name }) => name)
    },
)

test.beforeEach(async () => {
  const stranger = await createAccount(env.DB)
  await createBusiness(env.DB, stranger, { name: 'Harbor Books of a stranger', industry: 'Books' })
})

test('businesses are listed by name, ignoring case', async ({ account, names }) => {
  for (const name of ['beta', 'Alpha', 'gamma', 'Delta', 'alpha 2'])
    await createBusiness(env.DB, account, { name })
  expect(await names()).toEqual(['Alpha', 'alpha 2', 'beta', 'Delta', 'gamma'])
  expect(await apiFor(account).businesses.count()).toBe(5)
})

test('a search covers name, industry and description', async ({ account, names }) => {
  await createBusiness(env.DB, account, { name: 'Harbor Books' })
  await createBusiness(env.DB, account, { name: 'Corner', industry: 'Second-hand books' })
  const described = await createBusiness(env.DB, account, { name: 'Attic' })
  await env.DB.prepare('UPDATE businesses SET description = ? WHERE id = ?')
    .bind('Rare BOOKS', described.id)
    .run()
  await createBusiness(env.DB, account, { name: 'Bakery', city: 'Bookham' })
  expect(await names({ search: 'books' })).toEqual(['Attic', 'Corner', 'Harbor Books'])
  expect(await names({ search: ' BOOKS ' })).toEqual(['Attic', 'Corner', 'Harbor Books'])
  expect(await names({ search: 'nothing' })).toEqual([])
  expect(await names({ search: ' ' })).toHaveLength(4)
})

test.for([
  ['Café Zoë', 'CAFÉ ZOË'],
  ['CAFÉ ZOË', 'café'],
  ['Чайная', 'ЧАЙ'],
  ['100% Pizza', '100%'],
  ['a_b', 'a_'],
  ["O'Brien", "o'b"],
  ['日本書店', '本書'],
  ['x'.repeat(120), 'X'.repeat(100)],
])('%s is found by %s', async ([name, search], { account, names }) => {
  await createBusiness(env.DB, account, { name })
  await createBusiness(env.DB, account, { name: 'Other' })
  expect(await names({ search })).toEqual([name])
})

test.for(['%', '_', '*', 'a%c', '"', "' OR 1=1 --"])(
  '%s is an ordinary character in a search',
  async (search, { account, names }) => {
    await createBusiness(env.DB, account, { name: 'abc' })
    expect(await names({ search })).toEqual([])
  },
)

test('a search text that is too long is refused', async ({ names }) => {
  await expect(names({ search: 'x'.repeat(101) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('businesses can be filtered by whether they are active', async ({ account, names }) => {
  const off = await createBusiness(env.DB, account, { name: 'Closed' })
  await createBusiness(env.DB, account, { name: 'Open' })
  await apiFor(account).businesses.update({ id: off.id, isActive: false })
  expect(await names({ isActive: true })).toEqual(['Open'])
  expect(await names({ isActive: false })).toEqual(['Closed'])
  expect(await names({ isActive: false, search: 'open' })).toEqual([])
  expect(await names()).toEqual(['Closed', 'Open'])
})

test('statistics count businesses and the reviews in the visible window', async ({ account }) => {
  const api = apiFor(account, { plan: 'free', now: () => NOW })
  expect(await api.businesses.stats()).toEqual({
    totalBusinesses: 0,
    activeBusinesses: 0,
    averageRating: 0,
    totalReviews: 0,
  })
  const business = await createBusiness(env.DB, account)
  const off = await createBusiness(env.DB, account)
  await apiFor(account).businesses.update({ id: off.id, isActive: false })
  await storeReviews(env.DB, [
    { business, rating: 1, scrapedAt: NOW - 31 * DAY_MS },
    { business, rating: 5, scrapedAt: NOW - 30 * DAY_MS },
    { business, rating: 4, scrapedAt: NOW },
    { business: off, rating: 2, scrapedAt: NOW },
  ])
  expect(await api.businesses.stats()).toEqual({
    totalBusinesses: 2,
    activeBusinesses: 1,
    averageRating: 3.7,
    totalReviews: 3,
  })
})
