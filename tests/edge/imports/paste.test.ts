import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test } from '#tests/edge/support/test.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { createShop, later, NOW, type Shop, storedOf, usageOf } from './support.ts'

function pasted({ business }: Shop, fields = {}) {
  return {
    businessId: business.id,
    platform: 'google' as const,
    authorName: 'Ana Reis',
    rating: 4,
    reviewText: 'Warm bread, warm people.',
    reviewDate: '2026-06-01',
    ...fields,
  }
}

test('a pasted review is stored once, and each attempt is in the run history', async ({ shop }) => {
  expect(await shop.api.imports.paste(pasted(shop))).toEqual({
    stored: 1,
    updated: 0,
    unchanged: 0,
    overQuota: 0,
  })
  expect(await storedOf(shop.business)).toMatchObject([
    {
      source: 'paste',
      author_name: 'Ana Reis',
      rating: 4,
      review_date: Date.UTC(2026, 5, 1, 12),
      scraped_at: NOW,
    },
  ])
  const api = later(shop, NOW + HOUR_MS)
  expect(await api.imports.paste(pasted(shop))).toMatchObject({ stored: 0, unchanged: 1 })
  expect(await usageOf(shop)).toBe(1)
  const { items } = await api.collection.runs({ businessId: shop.business.id })
  expect(items).toMatchObject([
    { source: 'paste', status: 'succeeded', reviewsNew: 0, errors: [] },
    { source: 'paste', status: 'succeeded', reviewsNew: 1, errors: [] },
  ])
})

// tests/unit/worker/rules/imports.test.ts covers the other refusals.
test('a future date is refused beside its field, and nothing is stored', async ({ shop }) => {
  await expect(shop.api.imports.paste(pasted(shop, { reviewDate: '2026-06-20' }))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { fields: { reviewDate: expect.any(String) } },
  })
  expect(await storedOf(shop.business)).toEqual([])
  expect((await shop.api.collection.runs({})).items).toEqual([])
})

test('a pasted review beyond the monthly quota is counted, with a warning', async () => {
  const shop = await createShop('free')
  for (let number = 0; number < 50; number += 1) {
    await shop.api.imports.paste(pasted(shop, { authorName: `Author ${number}` }))
  }
  expect(await shop.api.imports.paste(pasted(shop))).toEqual({
    stored: 0,
    updated: 0,
    unchanged: 0,
    overQuota: 1,
  })
  const { items } = await shop.api.collection.runs({})
  expect(items[0]?.warnings).toEqual(['Monthly review limit reached'])
})

test('a viewer sees the ways to import, but not the import address', async ({ shop }) => {
  const { mailAddress } = await shop.api.imports.renewMailAddress({ businessId: shop.business.id })
  expect(mailAddress).toMatch(/^reviews\+[a-z2-7]{24}@mail\.localhost$/)
  const ways = await shop.api.imports.options({ businessId: shop.business.id })
  expect(ways).toEqual({
    business: { id: shop.business.id, name: 'Corner Shop' },
    plan: 'ai_insights',
    platforms: ['google', 'yelp', 'facebook', 'tripadvisor'],
    ownPlatforms: [],
    quota: { limit: 2_000, left: 2_000 },
    imports: { limit: 200_000, left: 200_000 },
    mayImport: true,
    receivesMail: true,
    mailAddress,
    heldMails: [],
  })
  const viewer = apiFor(shop.account, { role: 'viewer', now: () => NOW })
  expect(await viewer.imports.options({ businessId: shop.business.id })).toMatchObject({
    mayImport: false,
    mailAddress: null,
  })
  const renewed = await shop.api.imports.renewMailAddress({ businessId: shop.business.id })
  expect(renewed.mailAddress).not.toBe(mailAddress)
})
