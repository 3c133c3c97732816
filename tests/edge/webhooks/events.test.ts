import { env } from 'cloudflare:test'
import { afterEach, describe, expect } from 'vitest'
import { createPipeline, upstream } from '#tests/edge/collection/support/pipeline.ts'
import { createShop, type Shop } from '#tests/edge/imports/support.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { arrive, goMissing, listed } from '#tests/edge/support/collected.ts'
import { test as base } from '#tests/edge/support/test.ts'
import type { Account } from '#tests/factories.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#worker/rules/webhooks.ts'

const test = base.extend('shop', () => createShop('ai_insights', Date.now()))

afterEach(() => upstream.clearFaults())

function listen(account: Account, events: readonly WebhookEvent[] = WEBHOOK_EVENTS) {
  return apiFor(account).webhooks.create({
    url: 'https://receiver.example.com/take/events',
    events: [...events],
  })
}

/** Messages for the endpoints of an organization, in order of occurrence. */
async function toldTo({ organizationId }: Account) {
  const { results } = await env.DB.prepare(
    'SELECT body FROM webhook_deliveries WHERE organization_id = ? ORDER BY number',
  )
    .bind(organizationId)
    .all<{ body: string }>()
  return results.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: object })
}

const paste = ({ api, business }: Shop, fields: object = {}) =>
  api.imports.paste({
    businessId: business.id,
    platform: 'google',
    authorName: 'Ana Reis',
    rating: 4,
    reviewText: 'Warm bread, warm people.',
    reviewDate: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
    ...fields,
  })

describe('an endpoint gets', () => {
  test('a new review, by its id and without its text', async ({ shop }) => {
    await listen(shop.account)
    await paste(shop)
    await paste(shop)
    const { items } = await shop.api.reviews.list()
    const [event, ...others] = await toldTo(shop.account)
    expect(others).toEqual([])
    expect(event).toEqual({
      type: 'review.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        reviewId: items[0]?.id,
        businessId: shop.business.id,
        platform: 'google',
        platformName: 'Google',
        rating: 4,
      },
    })
    expect(Math.abs(Date.parse(event?.timestamp ?? '') - Date.now())).toBeLessThan(HOUR_MS)
  })

  test('an edited review, and one that is no longer shown', async ({ shop }) => {
    await paste(shop)
    await listen(shop.account)
    const { business } = shop
    await arrive(business, await listed(business))
    await arrive(business, await listed(business, () => ({ rating: 2 })))
    await arrive(business, await listed(business, () => ({ helpfulVotes: 5 })))
    await goMissing(business)
    await arrive(business, await listed(business))
    expect((await toldTo(shop.account)).map(({ type, data }) => ({ type, ...data }))).toMatchObject([
      { type: 'review.edited', rating: 2 },
      { type: 'review.removed', rating: 2 },
    ])
  })

  test('a reply shown by its platform, once', async ({ shop }) => {
    await paste(shop)
    await listen(shop.account)
    const [review] = (await shop.api.reviews.list()).items
    const { id } = await shop.api.responses.create({ reviewId: review?.id ?? '', text: 'Thank you!' })
    expect(await toldTo(shop.account)).toEqual([])
    await shop.api.responses.markPosted({ id })
    await shop.api.responses.markPosted({ id })
    expect(await toldTo(shop.account)).toMatchObject([
      {
        type: 'response.published',
        data: {
          responseId: id,
          reviewId: review?.id,
          businessId: shop.business.id,
          platform: 'google',
        },
      },
    ])
  })

  test('the recent reviews of a collection, and a source that needs its owner', async () => {
    const pipeline = await createPipeline()
    const business = await pipeline.addListing('fading', 'google')
    await listen(pipeline.account)
    await pipeline.collect(business, ['google'])
    const told = await toldTo(pipeline.account)
    const recent = await env.DB.prepare(
      'SELECT count(*) AS count FROM reviews WHERE business_id = ?1 AND posted_at >= scraped_at - 30 * 86400000',
    )
      .bind(business.id)
      .first<{ count: number }>()
    expect(recent?.count).toBeGreaterThan(0)
    expect(told.filter(({ type }) => type === 'review.created')).toHaveLength(recent?.count ?? 0)
    expect(told).toHaveLength(recent?.count ?? 0)
    await upstream.addFault({
      platform: 'google',
      listing: 'fading',
      path: '/httpservice/',
      kind: 'limited_view',
    })
    for (let run = 0; run < 2; run += 1) {
      pipeline.clock.now += HOUR_MS
      await pipeline.collect(business, ['google'], { retryAttempts: 0 })
    }
    expect((await toldTo(pipeline.account)).slice(told.length)).toMatchObject([
      {
        type: 'source.needs_attention',
        data: {
          businessId: business.id,
          platform: 'google',
          message: expect.stringContaining('Google shows this place to visitors without its reviews.'),
        },
      },
    ])
  })
})

describe('an endpoint does not get', () => {
  test('events that it did not subscribe to', async ({ shop }) => {
    await listen(shop.account, ['review.removed'])
    await paste(shop)
    expect(await toldTo(shop.account)).toEqual([])
  })

  test('anything while it is switched off', async ({ shop }) => {
    const { id } = await listen(shop.account)
    await shop.api.webhooks.update({ id, isOn: false })
    await paste(shop)
    expect(await toldTo(shop.account)).toEqual([])
    await shop.api.webhooks.update({ id, isOn: true })
    await paste(shop, { authorName: 'Bo Lind' })
    expect(await toldTo(shop.account)).toHaveLength(1)
  })

  test('reviews of another organization', async ({ shop }) => {
    const other = await createShop('ai_insights', Date.now())
    await listen(shop.account)
    await paste(other)
    expect(await toldTo(shop.account)).toEqual([])
    expect(await toldTo(other.account)).toEqual([])
  })

  test('old reviews or samples', async ({ shop }) => {
    await listen(shop.account)
    await paste(shop, { reviewDate: '2024-01-01' })
    await env.DB.prepare('UPDATE businesses SET is_sample = 1 WHERE id = ?').bind(shop.business.id).run()
    await paste(shop, { authorName: 'Bo Lind' })
    expect(await toldTo(shop.account)).toEqual([])
  })
})

test('each endpoint gets its own message', async ({ shop }) => {
  await listen(shop.account)
  await listen(shop.account)
  await paste(shop)
  const { results } = await env.DB.prepare(
    'SELECT DISTINCT id, endpoint_id FROM webhook_deliveries WHERE organization_id = ?',
  )
    .bind(shop.account.organizationId)
    .all<{ id: string; endpoint_id: string }>()
  expect(new Set(results.map(({ id }) => id)).size).toBe(2)
  expect(new Set(results.map(({ endpoint_id }) => endpoint_id)).size).toBe(2)
  for (const { id } of results) expect(id).toMatch(/^msg_[0-9a-f-]{36}_\d$/)
})
