import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { createPipeline, type Pipeline } from '#tests/edge/collection/support/pipeline.ts'
import { rows } from '#tests/edge/collection/support/stored.ts'
import { Stage } from '#tests/edge/connections/flow.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import type { Business } from '#tests/factories.ts'
import { AUTOMATIC_ENDED, AUTOMATIC_NEWS, AUTOMATIC_WAIT } from '#worker/rules/drafts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '#worker/rules/durations.ts'

const stage = new Stage('automaticReplies')
const { upstream } = stage
const PERSON = 'thanks@example.test'
const SHOP = { platform: 'google', id: 'small' } as const

let pipeline: Pipeline
let business: Business

const api = () => pipeline.api(env.DB)

/** A collected business with a connected Google profile and three reviews. */
beforeEach(async () => {
  await upstream.reset()
  await upstream.addLocation(PERSON, 'small')
  // The simulator posts new reviews at the start of the day.
  pipeline = await createPipeline({ env: stage.env, now: startOfDay(Date.now()) - HOUR_MS })
  business = await pipeline.addBusiness({})
  const session = await signedIn(pipeline.account)
  const { connectionId } = await stage.connect({ business, session }, PERSON)
  const { items } = await api().connections.locations({ connectionId })
  await api().connections.link({ connectionId, businessId: business.id, placeId: items[0]?.id ?? '' })
  await pipeline.collect(business)
})

function save(isAutomatic: boolean) {
  return api().insights.saveDraftStyle({ businessId: business.id, tone: 'friendly', isAutomatic })
}

/** Adds a review and collects it two hours later. */
async function arrives(text = 'The staff were friendly and the books are lovely.', rating = 5) {
  await upstream.add(SHOP, { rating, text })
  pipeline.clock.now += 2 * HOUR_MS
  await pipeline.collect(business)
  const { items } = await api().reviews.list({ sort: 'newest' })
  return items[0]?.id ?? ''
}

async function pass(ms: number) {
  pipeline.clock.now += ms
  await pipeline.tick()
  await pipeline.drain()
}

const sent = async () =>
  (await upstream.requests()).filter(
    ({ method, host }) => host === 'mybusiness.googleapis.com' && method === 'PUT',
  )

const news = async () =>
  (await api().notifications.list()).items.filter(({ kind }) => kind === 'reply_written')

async function paid(): Promise<number> {
  const { items } = await api().credits.ledger()
  return items.filter(({ kind }) => kind === 'spend').length
}

async function draftSource(reviewId: string) {
  const [row] = await rows('SELECT draft_source FROM review_responses WHERE review_id = ?', Number(reviewId))
  return row?.draft_source ?? null
}

test('no review is answered before somebody allows it, nor one written earlier', async () => {
  await arrives()
  await pass(MINUTE_MS)
  expect((await api().insights.draftStyle({ businessId: business.id })).isAutomatic).toBe(false)
  await save(true)
  expect((await api().insights.draftStyle({ businessId: business.id })).isAutomatic).toBe(true)
  await pass(HOUR_MS)
  expect(await rows('SELECT review_id FROM review_responses WHERE business_id = ?', business.id)).toEqual([])
  expect(await paid()).toBe(0)
})

test('a good review gets a reply, the owner is notified, and it is sent ten minutes later', async () => {
  await save(true)
  const id = await arrives()
  await pass(MINUTE_MS)
  const review = await api().reviews.get({ id })
  expect(review.posting).toEqual({ state: 'waiting', reason: AUTOMATIC_WAIT })
  expect(await draftSource(id)).toBe('automatic')
  expect(await news()).toMatchObject([{ message: AUTOMATIC_NEWS, link: `/app/reviews/${id}` }])
  await pass(8 * MINUTE_MS)
  expect(await sent()).toEqual([])
  await pass(3 * MINUTE_MS)
  expect(await sent()).toHaveLength(1)
  await pass(2 * MINUTE_MS)
  expect((await api().reviews.get({ id })).posting).toEqual({ state: 'live', reason: null })
  expect(await news()).toHaveLength(1)
  expect(await paid()).toBe(1)
})

test('a reply that is deleted in time is neither sent nor written again', async () => {
  await save(true)
  const id = await arrives()
  await pass(MINUTE_MS)
  const { response } = await api().reviews.get({ id })
  await api().responses.remove({ id: response?.id ?? '' })
  await pass(HOUR_MS)
  expect(await sent()).toEqual([])
  expect(await draftSource(id)).toBe(null)
})

test.for([
  ['three stars', 'The staff were friendly.', 3],
  ['something delicate', 'Lovely place, but I got food poisoning.', 5],
  ['stars that disagree with the text', 'Rude staff, terrible service, awful place. Never again.', 5],
] as const)('a review with %s is left to a person at no cost', async ([, text, rating]) => {
  await save(true)
  const id = await arrives(text, rating)
  await pass(MINUTE_MS)
  expect(await draftSource(id)).toBe(null)
  expect(await paid()).toBe(0)
  expect(await news()).toEqual([])
})

test('concurrent ticks answer a review once', async () => {
  await save(true)
  const id = await arrives()
  pipeline.clock.now += MINUTE_MS
  await Promise.all(Array.from({ length: 5 }, () => pipeline.tick()))
  expect(await draftSource(id)).toBe('automatic')
  expect(await paid()).toBe(1)
  expect(await news()).toHaveLength(1)
})

test('automatic replies end with a notification when the member who allowed them is gone', async () => {
  await save(true)
  await env.DB.prepare('UPDATE organization_users SET is_active = 0 WHERE user_id = ?')
    .bind(pipeline.account.userId)
    .run()
  const id = await arrives()
  await pass(MINUTE_MS)
  await env.DB.prepare('UPDATE organization_users SET is_active = 1 WHERE user_id = ?')
    .bind(pipeline.account.userId)
    .run()
  expect(await draftSource(id)).toBe(null)
  expect(await news()).toMatchObject([{ message: AUTOMATIC_ENDED }])
  expect((await api().insights.draftStyle({ businessId: business.id })).isAutomatic).toBe(false)
})

test('allowing and stopping automatic replies are each logged once', async () => {
  await save(true)
  await save(true)
  await save(false)
  await save(false)
  await arrives()
  await pass(DAY_MS)
  const { items } = await api().organizations.auditLog({ subject: 'replies' })
  expect(items.map(({ action }) => action)).toEqual([
    'automatic_replies_stopped',
    'automatic_replies_allowed',
  ])
})
