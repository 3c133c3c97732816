import { env } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { faultyDatabase } from '#tests/edge/collection/support/faulty-database.ts'
import { createPipeline, type Pipeline } from '#tests/edge/collection/support/pipeline.ts'
import { rows } from '#tests/edge/collection/support/stored.ts'
import { Stage } from '#tests/edge/connections/flow.ts'
import { inOrganization, joined } from '#tests/edge/organizations/support.ts'
import { contextFor } from '#tests/edge/support/caller.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import type { Account } from '#tests/factories.ts'
import { randomFrom } from '#tests/upstream/random.ts'
import { createApi } from '#worker/api/router.ts'
import { sendDuePosts } from '#worker/responses/posting/send-post.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const CASES = 1_000
const STEPS = 2
const AUTHORS = 6
const PERSON = 'outbox@example.test'
const LISTING = 'mixed'
const PLACE = { platform: 'google', id: LISTING } as const

const random = randomFrom('outbox')
const stage = new Stage('outbox')
const { env: bindings, upstream } = stage
/** Active faults, and the further database calls that a killed worker loses. */
const storm = { isOn: false, dead: 0 }
const faulty = faultyDatabase(env.DB, 1, {
  ...random,
  chance(share) {
    if (share < 1) return random.chance(share)
    if (storm.dead > 0) storm.dead -= 1
    else return storm.isOn && random.chance(0.03)
    return true
  },
})

interface Author {
  account: Account
  /** False if they may only suggest or are gone. */
  mayPost: boolean
  isMember: boolean
}

interface Case {
  reviewId: string
  upstreamId: string
  /** Texts posted by somebody who was allowed to. */
  approved: Set<string>
  undone: Set<string>
  /** Texts that have reached Google, in order. */
  posted: string[]
  isGone: boolean
}

let pipeline: Pipeline
let authors: Author[]
let places: Pick<Case, 'reviewId' | 'upstreamId'>[]
/** Cases of the wave, by the part of the text that names them. */
let cases: Map<string, Case>
let texts = 0
const violations: string[] = []

beforeAll(async () => {
  await upstream.reset()
  await upstream.limitReplies(10_000)
  await upstream.addLocation(PERSON, LISTING)
  pipeline = await createPipeline({
    plan: 'ai_insights',
    env: bindings,
    now: Date.now(),
    d1: faulty.database,
  })
  const business = await pipeline.addBusiness({})
  const session = await signedIn(pipeline.account)
  const { connectionId } = await stage.connect({ business, session }, PERSON)
  const api = pipeline.api(env.DB)
  const { items } = await api.connections.locations({ connectionId })
  await api.connections.link({ connectionId, businessId: business.id, placeId: items[0]?.id ?? '' })
  await pipeline.collect(business)
  const truth = await upstream.reviews('google', LISTING)
  const stored = await rows<{ id: number; author_name: string; review_date: number }>(
    'SELECT id, author_name, review_date FROM reviews WHERE business_id = ?',
    business.id,
  )
  places = truth.flatMap(({ reviewId, authorName, reviewDate }) => {
    const row = stored.find(
      (one) => one.author_name === authorName && one.review_date === Date.parse(reviewDate),
    )
    return row ? [{ reviewId: String(row.id), upstreamId: reviewId }] : []
  })
  authors = []
  for (let count = 0; count < AUTHORS; count += 1) {
    const account = await joined(pipeline.account, 'member')
    authors.push({
      account: inOrganization(account, pipeline.account),
      mayPost: true,
      isMember: true,
    })
  }
  watchGoogle()
}, 60_000)

/** Records what reaches Google; in a storm also loses requests or answers, or kills the worker. */
function watchGoogle() {
  const { outbound } = pipeline.ctx
  pipeline.ctx.outbound = async (...asked) => {
    const [, request] = asked
    if (request.method !== 'PUT') return outbound(...asked)
    const fate = storm.isOn ? random.int(1, 12) : 0
    if (fate === 1) throw new Error('killed')
    const { comment } = (await request.clone().json()) as { comment: string }
    const [name = '', author = ''] = comment.split(' ')
    const one = cases.get(name)
    if (!one?.approved.has(comment)) violations.push(`${comment}: nobody has approved it`)
    if (!authors[Number(author)]?.mayPost) violations.push(`${comment}: its author may not post any more`)
    const answer = await outbound(...asked)
    if (answer.status === 200) one?.posted.push(comment)
    if (fate > 0 && fate <= 3) {
      storm.dead = fate === 2 ? 8 : 0
      throw new Error('killed')
    }
    return answer
  }
}

/** API calls from this author's browser; without faults if `isCalm`. */
function apiOf(author: Author, isCalm = false) {
  const context = contextFor(author.account, {
    role: 'member',
    suggestsOnly: !author.mayPost,
    now: () => pipeline.clock.now,
    env: bindings,
  })
  return createApi({
    ...context,
    queues: pipeline.queue.queues,
    db: databaseOf({ DB: isCalm ? env.DB : faulty.database }),
  })
}

/** Presses a button, and again if the connection is lost; null if refused or if the outcome is unknown. */
async function press<T>(author: Author, call: (api: ReturnType<typeof apiOf>) => Promise<T>) {
  const isRefusal = (error: unknown) =>
    error instanceof Error && 'code' in error && error.code !== 'INTERNAL_SERVER_ERROR'
  try {
    return await call(apiOf(author))
  } catch (error) {
    if (isRefusal(error)) return null
    // The first press may have worked, so the answer to the second one isn't the outcome.
    await call(apiOf(author, true)).catch((again) => {
      if (!isRefusal(again)) throw again
    })
    return null
  }
}

async function responseOf({ reviewId }: Case) {
  const [row] = await rows<{ id: string; response_text: string }>(
    'SELECT id, response_text FROM review_responses WHERE review_id = ?',
    Number(reviewId),
  )
  return row
}

async function act(name: string, one: Case): Promise<void> {
  const index = random.int(0, AUTHORS - 1)
  const author = authors[index]
  if (!author?.isMember) return
  texts += 1
  const text = `${name} ${index} ${texts}`
  const { reviewId } = one
  if (!author.mayPost) {
    await press(author, ({ responses }) => responses.suggest({ reviewId, text }))
    return
  }
  const answer = await responseOf(one)
  switch (answer ? random.int(1, 4) : 0) {
    case 0: {
      one.approved.add(text)
      const presses = random.int(1, 3)
      await Promise.all(
        Array.from({ length: presses }, () =>
          press(author, ({ responses }) => responses.create({ reviewId, text })),
        ),
      )
      return
    }
    case 1:
    case 2: {
      one.approved.add(text)
      await press(author, ({ responses }) => responses.update({ id: answer?.id ?? '', text }))
      return
    }
    case 3: {
      const undone = await press(author, ({ responses }) => responses.undo({ id: answer?.id ?? '' }))
      if (undone) one.undone.add(undone.text)
      return
    }
    case 4:
      if (random.chance(0.5))
        await press(author, ({ responses }) => responses.remove({ id: answer?.id ?? '' }))
  }
}

/** Changes something about the organization between two steps. */
async function change(): Promise<void> {
  const author = random.pick(authors)
  const set = async (what: string) =>
    env.DB.prepare(`UPDATE organization_users SET ${what} WHERE organization_id = ? AND user_id = ?`)
      .bind(pipeline.account.organizationId, author.account.userId)
      .run()
  switch (random.int(1, 5)) {
    case 1:
      await set('is_active = 0')
      Object.assign(author, { isMember: false, mayPost: false })
      return
    case 2:
      await set('suggests_only = 1')
      author.mayPost = false
      return
    case 3:
      await pipeline.setPlan(random.pick(['free', 'pro', 'ai_insights']))
      return
    case 4: {
      const one = random.pick([...cases.values()])
      if (!one.isGone) await upstream.remove(PLACE, one.upstreamId)
      one.isGone = true
      return
    }
    case 5:
      // Messages get lost with the process that held them.
      pipeline.queue.lose()
  }
}

/** Gives all reviews their case at once, as on a busy day. */
async function wave(number: number): Promise<void> {
  cases = new Map(
    places.map((place, index) => [
      `w${number}c${index}`,
      { ...place, approved: new Set(), undone: new Set(), posted: [], isGone: false },
    ]),
  )
  await env.DB.prepare('UPDATE organizations SET reply_delay_minutes = ? WHERE id = ?')
    .bind(random.pick([0, 1, 10]), pipeline.account.organizationId)
    .run()
  storm.isOn = number % 2 === 1
  for (let step = 0; step < STEPS; step += 1) {
    await Promise.all([
      ...[...cases].map(([name, one]) => act(name, one)),
      // Some are sent while others are pressed.
      ...(random.chance(0.5) ? [pipeline.drain(8)] : []),
    ])
    await change()
    pipeline.clock.now += random.pick([0, MINUTE_MS, 11 * MINUTE_MS])
    await pipeline.drain(8)
    await sendDuePosts(pipeline.ctx).catch(() => {})
  }
  Object.assign(storm, { isOn: false, dead: 0 })
  for (const hours of [0.2, 2, 7]) {
    pipeline.clock.now += hours * HOUR_MS
    await sendDuePosts(pipeline.ctx)
    await pipeline.drain(8)
  }
}

interface Ended {
  review_id: number
  state: string | null
  reason: string | null
  due_at: number | null
  lease_until: number | null
  text: string | null
  posted: number | null
}

/** Counts how the cases of a wave ended and records violations. */
async function inspect(isCalm: boolean): Promise<Record<string, number>> {
  const ended = await rows<Ended>(
    `SELECT reviews.id AS review_id, post.state, post.reason, post.due_at, post.lease_until, answer.response_text AS text,
      answer.posted_to_platform AS posted
    FROM reviews LEFT JOIN reply_posts AS post ON post.review_id = reviews.id
      LEFT JOIN review_responses AS answer ON answer.review_id = reviews.id WHERE reviews.organization_id = ?`,
    pipeline.account.organizationId,
  )
  const truth = await upstream.reviews('google', LISTING)
  const ends: Record<string, number> = {}
  for (const [name, one] of cases) {
    const row = ended.find(({ review_id }) => String(review_id) === one.reviewId)
    const blame = (what: string) => violations.push(`${name}: ${what} ${JSON.stringify({ ...row, ...one })}`)
    const runs = one.posted.filter((text, index) => text !== one.posted[index - 1])
    if (new Set(runs).size < runs.length) blame('a former text came back')
    if (isCalm && runs.length < one.posted.length) blame('posted twice')
    if (one.posted.some((text) => one.undone.has(text))) blame('posted although it was undone')
    const shown = truth.find(({ reviewId }) => reviewId === one.upstreamId)?.ownerResponse?.text ?? null
    const end = row?.state ?? (row?.text ? 'lost' : 'none')
    ends[end] = (ends[end] ?? 0) + 1
    if (end === 'live' && (row?.text !== shown || row?.posted !== 1)) blame(`guests read ${shown}`)
    if (end === 'none' && !one.isGone && shown?.startsWith(name)) blame(`guests still read ${shown}`)
    if ((end === 'failed' || end === 'refused') && !row?.reason) blame('no sentence says why')
    if (end === 'lost') blame('no post')
    if ((end === 'waiting' || end === 'held') && row?.due_at === null) blame('stuck')
    if (row?.lease_until && row.lease_until > pipeline.clock.now) blame('still taken')
  }
  return ends
}

/** Brings everybody back and removes all replies. */
async function cleanUp(): Promise<void> {
  const { organizationId } = pipeline.account
  for (const { isGone, upstreamId } of cases.values()) if (isGone) await upstream.restore(PLACE, upstreamId)
  await env.DB.batch(
    [
      'DELETE FROM reply_posts WHERE organization_id = ?',
      'DELETE FROM review_responses WHERE organization_id = ?',
      'DELETE FROM reply_suggestions WHERE organization_id = ?',
      `UPDATE reviews SET responded = 0, response_id = NULL WHERE organization_id = ?`,
      'UPDATE organization_users SET is_active = 1, suggests_only = 0 WHERE organization_id = ?',
    ].map((sql) => env.DB.prepare(sql).bind(organizationId)),
  )
  for (const author of authors) Object.assign(author, { mayPost: true, isMember: true })
}

test(`each of ${CASES} replies is posted once and as approved, or states why not`, {
  meta: { expectsFaults: true },
  timeout: 120_000,
}, async () => {
  const ends: Record<string, number> = {}
  let done = 0
  for (let number = 0; done < CASES; number += 1) {
    await wave(number)
    for (const [end, count] of Object.entries(await inspect(number % 2 === 0)))
      ends[end] = (ends[end] ?? 0) + count
    done += cases.size
    expect(violations).toEqual([])
    await cleanUp()
  }
  // All outcomes occur, and many replies are read by guests.
  expect(ends.live).toBeGreaterThan(CASES / 4)
  expect(ends.refused).toBeGreaterThan(0)
  expect(ends.none).toBeGreaterThan(0)
})
