import { env } from 'cloudflare:test'
import type * as v from 'valibot'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Business, createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import type { ListReviewsInput } from '#worker/rules/reviews.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

const test = base.extend('found', ({ account }) => async (search: string): Promise<string[]> => {
  const { items } = await apiFor(account, { now: () => NOW }).reviews.list({ search })
  return items.map(({ review }) => review)
})

async function store(target: Business, count: number, text: (index: number) => string) {
  await storeReviews(
    env.DB,
    Array.from({ length: count }, (_, index) => ({
      business: target,
      authorName: `Author ${index}`,
      rating: 1 + (index % 5),
      text: text(index),
      scrapedAt: NOW - (count - index) * HOUR_MS,
    })),
  )
  await env.DB.prepare('UPDATE reviews SET removed_at = ? WHERE business_id = ? AND rating = 5')
    .bind(NOW, target.id)
    .run()
}

const FILTERS: v.InferInput<typeof ListReviewsInput>[] = [
  { search: 'common' },
  { search: 'rare' },
  { search: 'common', rating: 3 },
  { status: 'pending' },
  { platform: 'google', sentiment: 'negative' },
  { visibility: 'public' },
  { visibility: 'removed' },
  {},
]

test('the rows read by a search or filter do not depend on other tenants', async ({ account, business }) => {
  const text = (index: number) => (index % 100 === 0 ? 'a rare word' : 'a common word')
  await store(business, 300, text)
  const others = await Promise.all(
    [1, 2, 3].map(async () => createBusiness(env.DB, await createAccount(env.DB))),
  )
  const costs = async () =>
    Promise.all(
      FILTERS.map(async (filter) => {
        const meter = createMeter()
        const page = await apiFor(account, { now: () => NOW, meter }).reviews.list({ ...filter, limit: 25 })
        expect(page.items.length).toBeGreaterThan(0)
        return meter.rowsRead
      }),
    )
  const alone = await costs()
  for (const other of others) await store(other, 5_000, text)
  expect(await costs()).toEqual(alone)
})

test('a search finds only the current words of a review', async ({ business, found }) => {
  await store(business, 1, () => 'the roof leaks')
  expect(await found('roof')).toEqual(['the roof leaks'])
  await env.DB.prepare(
    "UPDATE reviews SET review_text = 'the door is new', author_name = 'Kim' WHERE business_id = ?",
  )
    .bind(business.id)
    .run()
  expect(await found('roof')).toEqual([])
  expect(await found('Author')).toEqual([])
  expect(await found('door kim')).toEqual(['the door is new'])
  await env.DB.prepare('DELETE FROM reviews WHERE business_id = ?').bind(business.id).run()
  expect(await found('door')).toEqual([])
})

test.for([
  ['Müller war unfreundlich', 'muller'],
  ['Très déçu', 'DECU'],
  ['ОЧЕНЬ вкусно', 'очень'],
  ["don't come here", "don't"],
  ["don't come here", 'don t'],
  ['five-star service', 'five star'],
  ['excellent croissants', 'croiss'],
  ['100 % recommended', '100%'],
  ['great 🥖 bread', '🥖 bread'],
  ['日本語のレビュー', '日本語'],
] as const)('%s is found by %s', async ([text, search], { business, found }) => {
  await storeReviews(env.DB, [
    { business, text: 'something else', scrapedAt: NOW - 1 },
    { business, text, scrapedAt: NOW },
  ])
  expect(await found(search)).toEqual([text])
})

test('every word of a search must match', async ({ business, found }) => {
  await store(business, 3, (index) => ['warm bread', 'cold bread', 'warm soup'][index] ?? '')
  expect(await found('bread warm')).toEqual(['warm bread'])
  expect((await found('bread')).length).toBe(2)
})

test('internal words of the index find nothing', async ({ account, business, found }) => {
  await store(business, 1, () => 'plain text')
  const token = (id: string) => id.slice(19).replace('-', '')
  const org = token(account.organizationId)
  for (const word of [
    `b${token(business.id)}`,
    `p${org}google`,
    `r${org}5`,
    `u${org}0`,
    `v${org}`,
    `w${org}644`,
    `d${org}20613`,
    `keys : u${org}0`,
  ]) {
    expect(await found(word)).toEqual([])
  }
})

test('a search of punctuation alone is ignored', async ({ business, found }) => {
  await store(business, 2, () => 'text')
  for (const search of ['!!!', '…', '"" ()']) expect(await found(search)).toHaveLength(2)
})
