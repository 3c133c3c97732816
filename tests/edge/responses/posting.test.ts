import { env } from 'cloudflare:test'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPipeline, type Pipeline } from '#tests/edge/collection/support/pipeline.ts'
import { rows } from '#tests/edge/collection/support/stored.ts'
import { Stage } from '#tests/edge/connections/flow.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import { type Business, createAccount, storeReviews } from '#tests/factories.ts'
import { claimPost, recordSending } from '#worker/responses/posting/claim-post.ts'
import { postReply } from '#worker/responses/posting/post-reply.ts'
import { POST_GAVE_UP } from '#worker/responses/posting/settle-post.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const stage = new Stage('replies')
const { upstream } = stage
const PERSON = 'answers@example.test'

let pipeline: Pipeline
let business: Business
let connectionId: string
/** Ids of the reviews of the listing `small`, newest first. */
let reviewIds: string[]

beforeEach(async () => {
  await upstream.reset()
  await upstream.addLocation(PERSON, 'small')
  await upstream.addLocation(PERSON, 'mixed')
  await begin()
})

/** Connects the Google profile of a new business and collects it. */
async function begin(d1?: D1Database) {
  // This plan collects only by hand, so the tests let nothing but replies pass.
  pipeline = await createPipeline({ plan: 'free', env: stage.env, now: Date.now(), ...(d1 && { d1 }) })
  business = await pipeline.addBusiness({})
  const session = await signedIn(pipeline.account)
  connectionId = (await stage.connect({ business, session }, PERSON)).connectionId
  const { items } = await pipeline.api(env.DB).connections.locations({ connectionId })
  const place = items.find(({ name }) => name === 'Marlowe & Daughter Books') ?? items[0]
  await pipeline
    .api(env.DB)
    .connections.link({ connectionId, businessId: business.id, placeId: place?.id ?? '' })
  await pipeline.collect(business)
  reviewIds = (await pipeline.api(env.DB).reviews.list()).items.map(({ id }) => id)
  expect(reviewIds).toHaveLength(3)
  await upstream.forgetRequests()
}

const firstReview = () => reviewIds[0] ?? ''

async function reply(text = 'Thank you for coming by.', reviewId = firstReview()) {
  return pipeline.api(env.DB).responses.create({ reviewId, text })
}

/** Posting state of the reply, as in the list of reviews. */
async function posting(reviewId = firstReview()) {
  return (await pipeline.api(env.DB).reviews.get({ id: reviewId })).posting
}

/** Reply shown by the platform under the review. */
async function shown(reviewId = firstReview()): Promise<string | null> {
  const [row] = await rows<{ author_name: string; review_date: number }>(
    'SELECT author_name, review_date FROM reviews WHERE id = ?',
    Number(reviewId),
  )
  const truth = await upstream.reviews('google', 'small')
  const review = truth.find(
    ({ authorName, reviewDate }) =>
      authorName === row?.author_name && Date.parse(reviewDate) === row?.review_date,
  )
  return review?.ownerResponse?.text ?? null
}

const changes = async () =>
  (await upstream.requests()).filter(
    ({ method, host }) => host === 'mybusiness.googleapis.com' && method !== 'GET',
  )

async function row(reviewId = firstReview()) {
  const [found] = await rows('SELECT * FROM reply_posts WHERE review_id = ?', Number(reviewId))
  return found ?? null
}

/** Lets time pass and cron fire once. */
async function pass(ms: number) {
  pipeline.clock.now += ms
  await pipeline.tick()
  await pipeline.drain()
}

describe('a reply to a review of a connected profile', () => {
  test('waits, is sent, and is live once Google confirms it', async () => {
    await reply()
    expect(await posting()).toEqual({ state: 'waiting', reason: null })
    await pipeline.drain()
    expect(await changes()).toMatchObject([{ method: 'PUT', status: 200 }])
    expect(await posting()).toEqual({ state: 'waiting', reason: null })
    expect(await shown()).toBe('Thank you for coming by.')

    await pass(2 * MINUTE_MS)
    expect(await posting()).toEqual({ state: 'live', reason: null })
    const [stored] = await rows(
      'SELECT posted_to_platform, posted_at, platform_response_id FROM review_responses WHERE review_id = ?',
      Number(firstReview()),
    )
    expect(stored).toEqual({
      posted_to_platform: 1,
      posted_at: expect.any(Number),
      platform_response_id: expect.stringMatching(/^accounts\/\d+\/locations\/\d+\/reviews\/[\w-]+\/reply$/),
    })
    // Nothing more is requested.
    expect(await row()).toMatchObject({ due_at: null, lease_until: null, attempts: 0 })
    await upstream.forgetRequests()
    await pass(DAY_MS)
    expect((await upstream.requests()).filter(({ path }) => path.includes('/reviews/'))).toEqual([])
  })

  test('is held while Google takes long, and polled less and less often', async () => {
    await upstream.moderateReplies('hold')
    await reply()
    await pipeline.drain()
    const waits: number[] = []
    for (let count = 0; count < 3; count += 1) {
      const waitMs = Number((await row())?.due_at) - pipeline.clock.now
      waits.push(waitMs / MINUTE_MS)
      expect(await posting()).toEqual({ state: 'waiting', reason: null })
      await pass(waitMs + 10_000)
    }
    expect(waits.map(Math.round)).toEqual([1, 5, 15])
    expect(await posting()).toEqual({ state: 'held', reason: null })
    const [review] = (await upstream.requests()).filter(({ method }) => method === 'PUT')
    await upstream.decideReply(review?.path.replace(/\/reply$/, '') ?? '', 'APPROVED')
    await pass(HOUR_MS + MINUTE_MS)
    expect(await posting()).toEqual({ state: 'live', reason: null })
  })

  test('is no longer polled if Google never decides', async () => {
    await upstream.moderateReplies('hold')
    await reply()
    await pipeline.drain()
    await pass(2 * MINUTE_MS)
    pipeline.clock.now += 30 * DAY_MS
    await pass(MINUTE_MS)
    expect(await row()).toMatchObject({ state: 'held', due_at: null })
  })

  test('that Google refuses shows the reason, and is sent again when it is changed', async () => {
    await upstream.moderateReplies('reject', 'OFFENSIVE')
    const { id } = await reply()
    await pipeline.drain()
    await pass(2 * MINUTE_MS)
    expect(await posting()).toEqual({ state: 'refused', reason: 'Google finds it offensive.' })
    expect(await row()).toMatchObject({ due_at: null })

    await upstream.moderateReplies('approve')
    await pipeline.api(env.DB).responses.update({ id, text: 'Thank you.' })
    expect(await posting()).toEqual({ state: 'waiting', reason: null })
    await pipeline.drain()
    await pass(2 * MINUTE_MS)
    expect(await posting()).toEqual({ state: 'live', reason: null })
    expect(await shown()).toBe('Thank you.')
  })

  test('that is changed twice before it is sent is sent once, in its latest version', async () => {
    const { id } = await reply('First')
    await pipeline.api(env.DB).responses.update({ id, text: 'Second' })
    await pipeline.api(env.DB).responses.update({ id, text: 'Third' })
    await pipeline.drain()
    expect(await shown()).toBe('Third')
    expect(await changes()).toHaveLength(1)
  })

  test('that is changed while it is being sent is sent again', async () => {
    const { id } = await reply('First')
    const { outbound } = pipeline.ctx
    let changed = false
    pipeline.ctx.outbound = async (...asked) => {
      const answer = await outbound(...asked)
      if (!changed && asked[1].method === 'PUT') {
        changed = true
        await pipeline.api(env.DB).responses.update({ id, text: 'Second' })
      }
      return answer
    }
    await pipeline.drain()
    pipeline.ctx.outbound = outbound
    expect(await shown()).toBe('Second')
    expect(await changes()).toHaveLength(2)
    await pass(2 * MINUTE_MS)
    expect(await posting()).toEqual({ state: 'live', reason: null })
  })

  test('is sent once, however often its message arrives', async () => {
    pipeline.queue.fate = (pending) => Array.from({ length: 5 }, () => pending)
    await reply()
    await pipeline.drain(3)
    expect(await changes()).toHaveLength(1)
    expect(await shown()).toBe('Thank you for coming by.')
  })

  test('is sent even if its message gets lost', async () => {
    pipeline.queue.fate = () => []
    await reply()
    await pipeline.drain()
    expect(await changes()).toEqual([])
    pipeline.queue.fate = (pending) => [pending]
    await pass(MINUTE_MS)
    expect(await shown()).toBe('Thank you for coming by.')
  })

  test('is sent by the next tick if the queue accepts no message', {
    meta: { expectsFaults: true },
  }, async () => {
    const { send } = pipeline.ctx.queues.google
    pipeline.ctx.queues.google.send = () => Promise.reject(new Error('Queue send failed'))
    await reply()
    pipeline.ctx.queues.google.send = send
    await pass(MINUTE_MS)
    expect(await shown()).toBe('Thank you for coming by.')
  })
})

describe('the outbox', () => {
  const undo = (id: string) => pipeline.api(env.DB).responses.undo({ id })
  const leavesAt = async () => (await pipeline.api(env.DB).reviews.get({ id: firstReview() })).leavesAt

  beforeEach(() => pipeline.api(env.DB).organizations.update({ replyDelayMinutes: 10 }))

  test('holds a reply for the chosen delay, then posts it', async () => {
    await reply()
    expect(await leavesAt()).toBe(new Date(pipeline.clock.now + 10 * MINUTE_MS).toISOString())
    pipeline.clock.now += 9 * MINUTE_MS
    await pipeline.tick()
    await postReply(pipeline.ctx, Number(firstReview()))
    expect(await changes()).toEqual([])
    await pass(2 * MINUTE_MS)
    expect(await shown()).toBe('Thank you for coming by.')
    expect(await leavesAt()).toBeNull()
    expect(await changes()).toHaveLength(1)
  })

  test('returns an undone reply completely and never posts it', async () => {
    const { id } = await reply('Written in anger')
    expect(await undo(id)).toEqual({ text: 'Written in anger' })
    await pass(11 * MINUTE_MS)
    expect(await changes()).toEqual([])
    expect(await row()).toBeNull()
    expect(await pipeline.api(env.DB).reviews.get({ id: firstReview() })).toMatchObject({
      response: null,
      posting: null,
      status: 'pending',
    })
    await expect(undo(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('undoes a change, so that guests and the review keep the former text', async () => {
    const { id } = await reply('First')
    await pass(11 * MINUTE_MS)
    await pass(2 * MINUTE_MS)
    expect(await posting()).toEqual({ state: 'live', reason: null })
    await pipeline.api(env.DB).responses.update({ id, text: 'Second' })
    expect(await leavesAt()).not.toBeNull()
    expect(await undo(id)).toEqual({ text: 'Second' })
    await pass(11 * MINUTE_MS)
    expect(await shown()).toBe('First')
    expect(await changes()).toHaveLength(1)
    expect(await pipeline.api(env.DB).reviews.get({ id: firstReview() })).toMatchObject({
      response: { text: 'First', postedToPlatform: true },
      posting: { state: 'live', reason: null },
    })
  })

  test('cannot undo a reply that has been sent', async () => {
    const { id } = await reply()
    await pass(11 * MINUTE_MS)
    await expect(undo(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await shown()).toBe('Thank you for coming by.')
  })

  test('lets sending win over a concurrent undo', async () => {
    const { id } = await reply()
    const { outbound } = pipeline.ctx
    const undone: unknown[] = []
    pipeline.ctx.outbound = async (...asked) => {
      if (asked[1].method === 'PUT') undone.push(await undo(id).catch(({ code }) => code))
      return outbound(...asked)
    }
    await pass(11 * MINUTE_MS)
    pipeline.ctx.outbound = outbound
    expect(undone).toEqual(['CONFLICT'])
    expect(await shown()).toBe('Thank you for coming by.')
  })

  test('posts one reply for a hundred presses and undoes it once for a hundred undos', async () => {
    const api = pipeline.api(env.DB)
    const press = () => api.responses.create({ reviewId: firstReview(), text: 'Once' })
    const pressed = await Promise.all(Array.from({ length: 100 }, press))
    const [id = ''] = new Set(pressed.map((one) => one.id))
    expect(new Set(pressed.map((one) => one.id)).size).toBe(1)
    const undone = await Promise.allSettled(Array.from({ length: 100 }, () => undo(id)))
    expect(undone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await press()
    await pass(11 * MINUTE_MS)
    expect(await changes()).toHaveLength(1)
  })
})

describe('a reply whose writer loses the right to post', () => {
  const member = `organization_id = ?1 AND user_id = ?2`
  const change = (set: string) =>
    env.DB.prepare(`UPDATE organization_users SET ${set} WHERE ${member}`)
      .bind(pipeline.account.organizationId, pipeline.account.userId)
      .run()

  test.each([
    ['was removed from the team', 'is_active = 0'],
    ['needs approval by now', "role = 'member', suggests_only = 1"],
    ['may only read by now', "role = 'viewer'"],
    ['no longer sees the business', `role = 'member', business_ids = '["other"]'`],
  ])('is not sent, with the reason shown: the writer %s', async (_, set) => {
    await reply()
    await change(set)
    await pipeline.drain()
    expect(await changes()).toEqual([])
    expect(await posting()).toEqual({
      state: 'refused',
      reason: 'Whoever wrote it may no longer post replies. Edit it to post it yourself.',
    })
  })

  test('is not sent, even if it was already claimed', async () => {
    await reply()
    const post = await claimPost(pipeline.ctx, Number(firstReview()))
    await change('is_active = 0')
    expect(post && (await recordSending(pipeline.ctx, post))).toBe(false)
  })

  test('is still deleted at Google if the writer had deleted it', async () => {
    const { id } = await reply()
    await pipeline.drain()
    await pipeline.api(env.DB).responses.remove({ id })
    await change('is_active = 0')
    await pipeline.drain()
    expect(await shown()).toBeNull()
  })
})

describe('a reply deleted here', () => {
  test('is deleted at Google and forgotten once that is done', async () => {
    const { id } = await reply()
    await pipeline.drain()
    await pass(2 * MINUTE_MS)
    await pipeline.api(env.DB).responses.remove({ id })
    const review = await pipeline.api(env.DB).reviews.get({ id: firstReview() })
    expect(review).toMatchObject({
      response: null,
      status: 'pending',
      posting: { state: 'waiting', reason: null },
    })
    await pipeline.drain()
    expect(await shown()).toBeNull()
    expect(await row()).toBeNull()
    expect(await posting()).toBeNull()
  })

  test("is no longer the platform's reply, even if a collection saw it there", async () => {
    const { id } = await reply('Seen')
    await pipeline.drain()
    await env.DB.prepare(
      "UPDATE reviews SET owner_response_text = 'Seen', owner_response_date = 1 WHERE id = ?",
    )
      .bind(Number(firstReview()))
      .run()
    await pipeline.api(env.DB).responses.remove({ id })
    await pipeline.drain()
    expect(await pipeline.api(env.DB).reviews.get({ id: firstReview() })).toMatchObject({
      status: 'pending',
      response: null,
      ownerResponse: null,
    })
  })

  test('before it was sent is never sent, and leaves what the owner wrote at Google', async () => {
    const truth = await upstream.reviews('google', 'small')
    await upstream.edit({ platform: 'google', id: 'small' }, truth[0]?.reviewId ?? '', {
      reply: 'Written at Google',
    })
    for (const reviewId of reviewIds) {
      const { id } = await reply('Not meant so', reviewId)
      await pipeline.api(env.DB).responses.remove({ id })
    }
    await pipeline.drain()
    await pass(MINUTE_MS)
    expect(await changes()).toEqual([])
    expect((await upstream.reviews('google', 'small'))[0]?.ownerResponse?.text).toBe('Written at Google')
    expect(await row()).toBeNull()
  })

  test('while it is being sent does not stay at Google', async () => {
    const { id } = await reply()
    const { outbound } = pipeline.ctx
    pipeline.ctx.outbound = async (...asked) => {
      const answer = await outbound(...asked)
      if (asked[1].method === 'PUT') await pipeline.api(env.DB).responses.remove({ id })
      return answer
    }
    await pipeline.drain()
    pipeline.ctx.outbound = outbound
    expect((await changes()).map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
    expect(await shown()).toBeNull()
    expect(await row()).toBeNull()
  })

  test('and rewritten at once is shown at Google in its new version', async () => {
    const { id } = await reply('First')
    await pipeline.drain()
    await pipeline.api(env.DB).responses.remove({ id })
    await reply('Second')
    await pipeline.drain()
    await pass(2 * MINUTE_MS)
    expect(await shown()).toBe('Second')
    expect(await posting()).toEqual({ state: 'live', reason: null })
  })

  test('is forgotten if it is already gone at Google', async () => {
    const { id } = await reply()
    await pipeline.drain()
    const truth = await upstream.reviews('google', 'small')
    for (const { reviewId } of truth) {
      await upstream.edit({ platform: 'google', id: 'small' }, reviewId, { reply: null })
    }
    await pipeline.api(env.DB).responses.remove({ id })
    await pipeline.drain()
    expect(await row()).toBeNull()
  })

  test('stays pending until Google can be reached', async () => {
    const { id } = await reply()
    await pipeline.drain()
    await upstream.addFault({ kind: 'unavailable', host: 'mybusiness.googleapis.com', times: 2 })
    await pipeline.api(env.DB).responses.remove({ id })
    await pipeline.drain()
    expect(await posting()).toEqual({
      state: 'waiting',
      reason: "Google didn't answer as it should. We'll try again.",
    })
    await pass(2 * MINUTE_MS)
    await pass(3 * MINUTE_MS)
    expect(await shown()).toBeNull()
    expect(await row()).toBeNull()
  })

  test('is deleted at Google also after the account that deleted it is erased', async () => {
    const { id } = await reply()
    await pipeline.drain()
    await pipeline.api(env.DB).responses.remove({ id })
    await env.DB.prepare('UPDATE reply_posts SET user_id = NULL').run()
    await pipeline.drain()
    expect(await shown()).toBeNull()
    expect(await row()).toBeNull()
  })
})

describe('a reply that cannot be sent', () => {
  test('is refused beside its field beyond 4,096 bytes, but only for a connected profile', async () => {
    const text = 'é'.repeat(2_049)
    await expect(reply(text)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { fields: { text: expect.stringContaining('4,096 bytes') } },
    })
    const { id } = await reply('é'.repeat(2_048))
    await expect(pipeline.api(env.DB).responses.update({ id, text })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await pipeline.drain()
    expect(await shown()).toBe('é'.repeat(2_048))
    // If nothing is posted, only the limit of 4,000 characters applies.
    const other = await pipeline.addBusiness({})
    await storeReviews(env.DB, [
      { business: other, platformReviewId: 'elsewhere', scrapedAt: pipeline.clock.now },
    ])
    const [elsewhere] = await rows<{ id: number }>('SELECT id FROM reviews WHERE business_id = ?', other.id)
    await reply('é'.repeat(4_000), String(elsewhere?.id))
  })

  test('waits if Google accepts no more changes this minute, and is sent later', async () => {
    await upstream.addFault({
      kind: 'api_error',
      variant: 'RESOURCE_EXHAUSTED',
      host: 'mybusiness.googleapis.com',
    })
    await reply()
    await pipeline.drain()
    expect(await posting()).toEqual({
      state: 'waiting',
      reason: 'Google accepts only a limited number of replies a minute. We’ll send this one a little later.',
    })
    await pass(2 * MINUTE_MS)
    expect(await shown()).toBe('Thank you for coming by.')
    expect(await posting()).toEqual({ state: 'waiting', reason: null })
  })

  test('is retried less and less often while Google is down, and shown as not sent', async () => {
    await upstream.addFault({ kind: 'unavailable', host: 'mybusiness.googleapis.com', times: null })
    await reply()
    await pipeline.drain()
    expect(await posting()).toMatchObject({ state: 'waiting' })
    for (const minutes of [1, 2, 4, 8]) await pass(minutes * MINUTE_MS + 10_000)
    expect(await posting()).toEqual({
      state: 'failed',
      reason: "Google didn't answer as it should. We'll try again.",
    })
    const tries = (await changes()).length
    expect(tries).toBeGreaterThan(4)
    expect(tries).toBeLessThan(8)
    await upstream.clearFaults()
    await pass(HOUR_MS)
    expect(await shown()).toBe('Thank you for coming by.')
    expect(await posting()).toEqual({ state: 'waiting', reason: null })
  })

  test('is refused if Google no longer shows its review', async () => {
    const truth = await upstream.reviews('google', 'small')
    for (const { reviewId } of truth) await upstream.remove({ platform: 'google', id: 'small' }, reviewId)
    await reply()
    await pipeline.drain()
    expect(await posting()).toEqual({
      state: 'refused',
      reason: "Google no longer shows this review, so it can't be answered there.",
    })
    expect(await row()).toMatchObject({ due_at: null })
  })

  test('fails if the account no longer manages the location, and is retried automatically', async () => {
    await upstream.removeLocation(PERSON, 'small')
    await reply()
    await pipeline.drain()
    expect(await posting()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('does not manage this location'),
    })
    await upstream.addLocation(PERSON, 'small')
    await pass(2 * HOUR_MS)
    expect(await shown()).toBe('Thank you for coming by.')
  })

  test('fails if access was revoked, and is sent once Google is connected again', async () => {
    await upstream.revokeGoogle(PERSON)
    await reply()
    await pipeline.drain()
    expect(await posting()).toEqual({
      state: 'failed',
      reason: 'Connect Google again, and it will be sent automatically.',
    })
    await pass(DAY_MS)
    expect((await changes()).map(({ status }) => status)).toEqual([401])
    const session = await signedIn(pipeline.account)
    await stage.connect({ business, session }, PERSON)
    expect(await posting()).toEqual({ state: 'waiting', reason: null })
    await pass(MINUTE_MS)
    expect(await shown()).toBe('Thank you for coming by.')
  })

  test('fails if the connection was removed', async () => {
    await reply()
    await pipeline.api(env.DB).connections.remove({ id: connectionId })
    await pipeline.drain()
    expect(await posting()).toEqual({ state: 'failed', reason: 'Google is no longer connected.' })
    expect(await changes()).toEqual([])
  })

  test("waits until the writer's email address is verified", async () => {
    await env.DB.prepare('UPDATE users SET email_verified_at = NULL WHERE id = ?')
      .bind(pipeline.account.userId)
      .run()
    await reply()
    await pipeline.drain()
    expect(await posting()).toEqual({
      state: 'waiting',
      reason: 'It goes out once you have confirmed your e-mail address.',
    })
    await pass(10 * MINUTE_MS)
    expect(await changes()).toEqual([])
    await env.DB.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?')
      .bind(pipeline.account.userId)
      .run()
    await pass(10 * MINUTE_MS)
    expect(await shown()).toBe('Thank you for coming by.')
  })

  test('fails visibly on a database fault at any step, and is posted once the database is back', {
    meta: { expectsFaults: true },
  }, async () => {
    for (const matches of [
      /update "reply_posts" set "lease_until" = /i,
      /set "is_unsure" = /i,
      /set "version"|"sent_version" = /i,
    ]) {
      await upstream.forgetRequests()
      await begin(failing(env.DB, matches))
      await reply('Through all of it')
      for (let delivery = 0; delivery < 8; delivery += 1) {
        if (pipeline.queue.isEmpty) break
        await pipeline.deliverOnce()
      }
      // Every delivery failed, the last one in the dead-letter queue.
      expect(await posting()).toEqual({ state: 'failed', reason: POST_GAVE_UP })
      pipeline.ctx.db = (await createPipeline()).ctx.db
      await pass(2 * HOUR_MS)
      await pass(2 * HOUR_MS)
      expect(await shown()).toBe('Through all of it')
      expect(await posting()).toEqual({ state: 'live', reason: null })
    }
  })

  test('is shown as failed after the last delivery', { meta: { expectsFaults: true } }, async () => {
    await reply()
    const { outbound } = pipeline.ctx
    pipeline.ctx.outbound = () => Promise.reject(new Error('of an unexpected kind'))
    await pipeline.drain()
    expect(await posting()).toEqual({ state: 'failed', reason: POST_GAVE_UP })
    pipeline.ctx.outbound = outbound
    await pass(HOUR_MS + MINUTE_MS)
    expect(await shown()).toBe('Thank you for coming by.')
  })
})

describe('nothing is sent', () => {
  test('for a review that did not come through the connection', async () => {
    await storeReviews(env.DB, [
      { business, platformReviewId: 'of-the-public-page', scrapedAt: pipeline.clock.now },
    ])
    const [stored] = await rows<{ id: number }>(
      "SELECT id FROM reviews WHERE business_id = ? AND platform_review_id = 'of-the-public-page'",
      business.id,
    )
    await reply('Only here', String(stored?.id))
    await pipeline.drain()
    expect(await posting(String(stored?.id))).toBeNull()
    expect(await changes()).toEqual([])
  })

  test('for another organization, whatever id it names', async () => {
    const { id } = await reply()
    await pipeline.drain()
    const before = await row()
    const stranger = apiFor(await createAccount(env.DB, { plan: 'ai_insights' }), { env: stage.env })
    await expect(stranger.responses.update({ id, text: 'Planted' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(stranger.responses.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await row()).toEqual(before)
  })

  test('for a message that is malformed or names no reply', async () => {
    for (const body of [
      { version: 1, type: 'post-reply' },
      { version: 1, type: 'post-reply', reviewId: 'x' },
      { version: 1, type: 'post-reply', reviewId: 8_999_999_999 },
      { version: 2, type: 'post-reply', reviewId: 1 },
    ]) {
      pipeline.queue.put(body, 0)
    }
    await pipeline.drain()
    expect(await upstream.requests()).toEqual([])
  })
})

test('replies wait while their organization is to be erased, also one that was just claimed', async () => {
  await reply()
  const { userId } = pipeline.account
  const claimed = await claimPost(pipeline.ctx, Number(firstReview()))
  const { now } = pipeline.clock
  await env.DB.prepare(
    'INSERT INTO account_deletions (user_id, requested_at, erase_at, due_at) VALUES (?1, ?2, ?3, ?3)',
  )
    .bind(userId, now, now + 14 * DAY_MS)
    .run()
  expect(claimed && (await recordSending(pipeline.ctx, claimed))).toBe(false)
  await pass(HOUR_MS)
  expect(await changes()).toEqual([])
  expect(await posting()).toEqual({ state: 'waiting', reason: null })

  await env.DB.prepare('DELETE FROM account_deletions WHERE user_id = ?').bind(userId).run()
  await pass(2 * MINUTE_MS)
  expect(await shown()).toBe('Thank you for coming by.')
})

test('replies of a deleted business are not sent until it is restored', async () => {
  await reply()
  await pipeline.api(env.DB).businesses.remove({ id: business.id })
  await pipeline.drain()
  await pipeline.tick()
  await pipeline.drain()
  expect(await changes()).toEqual([])
  await pipeline.api(env.DB).businesses.bringBack({ id: business.id })
  pipeline.clock.now += HOUR_MS
  await pipeline.tick()
  await pipeline.drain()
  expect(await changes()).toHaveLength(1)
})
