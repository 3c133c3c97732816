import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createAccount } from '#tests/factories.ts'
import { MAX_SAVED_VIEWS } from '#worker/rules/inbox-views.ts'

test('a view is saved for its creator in this organization, and replaced under its name', async () => {
  const account = await createAccount(env.DB)
  const colleague = { ...account, userId: (await createAccount(env.DB)).userId }
  const api = apiFor(account)
  const saved = await api.savedViews.save({ name: 'Angry', query: 'rating=1' })
  await api.savedViews.save({ name: 'Soup', query: 'search=cold+soup' })
  expect(await api.savedViews.save({ name: 'Angry', query: 'rating=1&platform=yelp' })).toEqual({
    ...saved,
    query: 'rating=1&platform=yelp',
  })
  const { items } = await api.savedViews.list()
  expect(items.map(({ name }) => name)).toEqual(['Angry', 'Soup'])
  expect((await api.screens.reviews()).savedViews).toEqual(items)
  expect((await apiFor(colleague).savedViews.list()).items).toEqual([])
  await expect(apiFor(colleague).savedViews.remove({ id: saved.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await api.savedViews.remove({ id: saved.id })
  expect((await api.savedViews.list()).items.map(({ name }) => name)).toEqual(['Soup'])
})

test('saved views are limited, but known names can still be changed', async () => {
  const api = apiFor(await createAccount(env.DB))
  for (let number = 0; number < MAX_SAVED_VIEWS; number += 1) {
    await api.savedViews.save({ name: `View ${number}`, query: 'rating=1' })
  }
  await expect(api.savedViews.save({ name: 'One more', query: 'rating=1' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await api.savedViews.save({ name: 'View 3', query: 'rating=2' })
})

test.each([
  ['name', { name: ' ', query: 'rating=1' }],
  ['name', { name: 'x'.repeat(41), query: 'rating=1' }],
  ['query', { name: 'All', query: '' }],
  ['query', { name: 'Away', query: 'x#https://evil.example' }],
  ['query', { name: 'Long', query: 'x'.repeat(1_001) }],
])('an invalid %s is refused', async (field, input) => {
  const api = apiFor(await createAccount(env.DB))
  await expect(api.savedViews.save(input)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { issues: [{ path: [{ key: field }] }] },
  })
})
