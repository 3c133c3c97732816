import { env } from 'cloudflare:test'
import { afterEach, describe, expect } from 'vitest'
import {
  gone,
  MISSED_ONCE,
  marked,
  marksOf,
  nextRun,
  REMOVED,
  restore,
  sourceOf,
  takeDown,
  WEEK_MS,
} from '#tests/edge/collection/support/ledger.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Business, storeResponses, storeReviews } from '#tests/factories.ts'
import { randomFrom } from '#tests/upstream/random.ts'
import { volume } from '#tests/volume.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { faultyDatabase } from './support/faulty-database.ts'
import { skipPauses } from './support/pauses.ts'
import { createPipeline, type Pipeline, upstream } from './support/pipeline.ts'
import { everythingStored, rows, storedReviews } from './support/stored.ts'
import { countingWrites, type Writes } from './support/writes-by-table.ts'

skipPauses()

afterEach(async () => {
  for (const { platform, reviewId } of gone.splice(0)) await restore(platform, reviewId)
  await upstream.clearFaults()
})

/** Changes the answers of Yelp's list. @returns function that undoes it */
function changeYelpList(
  pipeline: Pipeline,
  change: (list: { edges: { node: Record<string, unknown> }[]; pageInfo: Record<string, unknown> }) => void,
): () => void {
  const ask = pipeline.ctx.outbound
  pipeline.ctx.outbound = async (...asked) => {
    const answer = await ask(...asked)
    if (!asked[1].url.includes('/gql/batch')) return answer
    const body = JSON.parse(answer.body)
    for (const entry of body) if (entry.data?.business?.reviews) change(entry.data.business.reviews)
    return { ...answer, body: JSON.stringify(body) }
  }
  return () => {
    pipeline.ctx.outbound = ask
  }
}

const LISTS = [
  ['google', 'Google'],
  ['yelp', 'Yelp'],
] as const

describe.each(LISTS.slice(0, volume(1, LISTS.length)))('on %s', (platform, name) => {
  test('a review is marked as removed, but kept, after two walks in a row miss it', async ({ pipeline }) => {
    const business = await pipeline.addListing('fading', platform)
    await pipeline.collect(business)
    const ids = await takeDown(platform, 5, 40)

    expect((await nextRun(pipeline, business)).warnings).toEqual([])
    expect(await marksOf(business)).toEqual(marked(ids, MISSED_ONCE))

    const run = await nextRun(pipeline, business)
    expect(run).toMatchObject({ status: 'succeeded', reviewsNew: 0, reviewsChanged: 0, pagesScraped: 3 })
    expect(run.warnings).toEqual([`2 reviews are no longer shown by ${name}.`])
    expect(await marksOf(business)).toEqual(marked(ids, REMOVED))
    expect(await storedReviews(business, platform)).toHaveLength(45)

    // It is reported once.
    expect((await nextRun(pipeline, business)).warnings).toEqual([])
    expect(await marksOf(business)).toEqual(marked(ids, REMOVED))
    expect(await sourceOf(business)).toMatchObject({ isRecheckOpen: false, notedPages: 0, backfill: 'done' })
  })

  test('a review that is seen again is no longer missed, and a marked one counts as returned', async ({
    pipeline,
  }) => {
    const business = await pipeline.addListing('fading', platform)
    await pipeline.collect(business)
    const [briefly = '', long = ''] = await takeDown(platform, 12, 30)
    await nextRun(pipeline, business)
    await restore(platform, briefly)
    await nextRun(pipeline, business)
    expect(await marksOf(business)).toEqual(marked([long], REMOVED))
    const { updated_at: removedAt } = await keptAs(business, long)

    await restore(platform, long)
    const run = await nextRun(pipeline, business)
    expect(run.warnings).toEqual([`1 review is shown by ${name} again.`])
    expect(await marksOf(business)).toEqual({})
    const kept = await keptAs(business, long)
    expect(kept).toMatchObject({ removed_at: null, edited_at: null })
    expect(kept.returned_at).toBeGreaterThan(removedAt)
    expect((await keptAs(business, briefly)).returned_at).toBeNull()

    // The return stays recorded and is reported only once.
    expect((await nextRun(pipeline, business)).warnings).toEqual([])
    expect((await keptAs(business, long)).returned_at).toBe(kept.returned_at)
  })
})

interface Kept {
  removed_at: number | null
  returned_at: number | null
  edited_at: number | null
  updated_at: number
  responded: number
  rating: number
}

async function keptAs(business: Business, reviewId: string): Promise<Kept> {
  const [kept] = await rows<Kept>(
    'SELECT * FROM reviews WHERE business_id = ? AND platform_review_id = ?',
    business.id,
    reviewId,
  )
  if (!kept) throw new Error(`${reviewId} is not stored.`)
  return kept
}

test('an answered review that returns with a different text needs an answer again', async ({ pipeline }) => {
  const business = await pipeline.addListing('fading', 'google')
  await pipeline.collect(business)
  const [reviewId = ''] = await takeDown('google', 20)
  await storeResponses(env.DB, business, [
    { platformReviewId: reviewId, text: 'Thank you', at: pipeline.clock.now },
  ])
  await nextRun(pipeline, business)
  await nextRun(pipeline, business)
  expect(await keptAs(business, reviewId)).toMatchObject({ responded: 1, removed_at: expect.any(Number) })

  const target = { platform: 'google', id: 'fading' } as const
  const before = (await storedReviews(business, 'google')).find((review) => review.reviewId === reviewId)
  await restore('google', reviewId)
  await upstream.edit(target, reviewId, { rating: 1, text: 'On second thought, no.' })
  const run = await nextRun(pipeline, business)
  expect(run).toMatchObject({ reviewsChanged: 1, warnings: ['1 review is shown by Google again.'] })
  expect(await keptAs(business, reviewId)).toMatchObject({ responded: 0, rating: 1, removed_at: null })
  const api = pipeline.api()
  const { items } = await api.reviews.list({ status: 'pending', search: 'second thought' })
  expect(items).toMatchObject([{ review: 'On second thought, no.', removedAt: null }])
  expect(items[0]?.returnedAt).not.toBeNull()
  expect(items[0]?.editedAt).toBe(items[0]?.returnedAt)
  const { revisions } = await api.reviews.get({ id: items[0]?.id ?? '' })
  expect(revisions).toEqual([
    { rating: before?.rating, review: before?.reviewText, replacedAt: items[0]?.editedAt },
  ])
  await upstream.edit(target, reviewId, { rating: before?.rating ?? 5, text: before?.reviewText ?? '' })
})

describe('reviews are not marked', () => {
  test('by a walk that breaks off; the next run completes it and counts once', async ({ pipeline }) => {
    const business = await pipeline.addListing('fading', 'yelp')
    await pipeline.collect(business)
    const ids = await takeDown('yelp', 3, 44)
    for (let time = 0; time < 3; time += 1) {
      // Refused after its first page.
      await upstream.addFault({ kind: 'captcha', listing: 'fading', path: '/gql/batch', skip: 1 })
      expect(await nextRun(pipeline, business)).toMatchObject({ status: 'failed', pagesScraped: 1 })
      expect(await marksOf(business)).toEqual({})
      expect(await sourceOf(business)).toMatchObject({ isRecheckOpen: true, backfill: 'done' })
    }
    await nextRun(pipeline, business)
    expect(await marksOf(business)).toEqual(marked(ids, MISSED_ONCE))
    expect(await sourceOf(business)).toMatchObject({ isRecheckOpen: false, notedPages: 0 })
  })

  const NO_LIST = ['limited_view', 'empty_list', 'captcha', 'consent'] as const

  test.for(NO_LIST.slice(0, volume(2, NO_LIST.length)))(
    'by an answer that is not a list (%s), however often',
    async (kind, { pipeline }) => {
      const business = await pipeline.addListing('fading', 'google')
      await pipeline.collect(business)
      await upstream.addFault({ kind, listing: 'fading', times: null })
      for (let time = 0; time < 3; time += 1) {
        expect((await nextRun(pipeline, business, { after: DAY_MS })).status).toBe('failed')
      }
      expect(await marksOf(business)).toEqual({})
    },
  )

  test('by a list that ends far below the number the platform states', async ({ pipeline }) => {
    const business = await pipeline.addListing('fading', 'yelp')
    await pipeline.collect(business)
    const undo = changeYelpList(pipeline, ({ pageInfo }) => {
      pageInfo.hasNextPage = false
    })
    for (let time = 0; time < 3; time += 1) {
      expect(await nextRun(pipeline, business)).toMatchObject({
        status: 'succeeded',
        warnings: ['Yelp reports 45 reviews, but its list ended after 20.'],
      })
    }
    expect(await marksOf(business)).toEqual({})
    undo()
    expect((await nextRun(pipeline, business)).warnings).toEqual([])
    expect(await marksOf(business)).toEqual({})
  })

  test.for([
    ['less than half of what it was', { before: 0, after: 23 }],
    ['as long as a limited view', { before: 39, after: 1 }],
  ] as const)('by a list with no stated size that is %s', async ([_, { before, after }], { pipeline }) => {
    const places = (count: number) => Array.from({ length: count }, (_, place) => place)
    await takeDown('google', ...places(before))
    const business = await pipeline.addListing('fading', 'google')
    await pipeline.collect(business)
    expect(await storedReviews(business, 'google')).toHaveLength(45 - before)
    await takeDown('google', ...places(after))
    for (let walk = 0; walk < 3; walk += 1) {
      expect((await nextRun(pipeline, business)).reviewsFound).toBe(45 - before - after)
    }
    expect(await marksOf(business)).toEqual({})
  })

  test('by a walk with an unreadable review', async ({ pipeline }) => {
    const business = await pipeline.addListing('fading', 'yelp')
    await pipeline.collect(business)
    changeYelpList(pipeline, ({ edges }) => {
      const node = edges.at(4)?.node
      if (node) node.rating = 'many'
    })
    for (let time = 0; time < 3; time += 1) {
      expect((await nextRun(pipeline, business)).warnings).toEqual([
        'Left out because they could not be read: 1 review.',
      ])
    }
    expect(await marksOf(business)).toEqual({})
  })

  test('if they were never in the list or arrived during the walk', async ({ pipeline }) => {
    const business = await pipeline.addListing('fading', 'google')
    await pipeline.collect(business)
    await storeReviews(env.DB, [
      { business, platform: 'google', platformReviewId: 'from a file', scrapedAt: pipeline.clock.now },
    ])
    for (let time = 0; time < 3; time += 1) {
      pipeline.clock.now += HOUR_MS
      await pipeline.start(business)
      await pipeline.deliverOnce()
      await storeReviews(env.DB, [
        {
          business,
          platform: 'google',
          platformReviewId: `pushed ${time}`,
          scrapedAt: pipeline.clock.now + 1,
        },
      ])
      await env.DB.prepare("UPDATE reviews SET source = 'google-public' WHERE platform_review_id = ?")
        .bind(`pushed ${time}`)
        .run()
      await pipeline.settle()
      expect(Object.keys(await marksOf(business))).not.toContain(`pushed ${time}`)
    }
    expect(Object.keys(await marksOf(business))).not.toContain('from a file')
    // The list never showed the pushed ones either: from the next walk on they count as missed.
    expect(await marksOf(business)).toEqual({
      'pushed 0': REMOVED,
      'pushed 1': MISSED_ONCE,
    })
  })
})

test('a walk over known reviews notes its pages and writes no review', async () => {
  const writes: Writes = new Map()
  const pipeline = await createPipeline({ d1: countingWrites(env.DB, writes) })
  const business = await pipeline.addListing('fading', 'google')
  await pipeline.collect(business)
  writes.clear()
  expect(await nextRun(pipeline, business)).toMatchObject({ pagesScraped: 3, reviewsNew: 0 })
  expect(writes.get('reviews')).toBe(0)
  expect(writes.get('organization_usage')).toBe(0)
  // Each page is noted and deleted again.
  expect(writes.get('scan_pages')).toBe(2 * 3)
})

describe('removals and returns leave the same tables despite', () => {
  /** Reviews are removed, marked and restored; the last page of each run ends a walk. */
  async function story(pipeline: Pipeline, consumers?: number): Promise<Business> {
    const business = await pipeline.addListing('fading', 'yelp')
    const run = async (maxPages: number, after = HOUR_MS) => {
      // The button's request is not retried automatically; its owner presses it again.
      await pipeline.api(env.DB).collection.start({ businessId: business.id, options: { maxPages } })
      await pipeline.settle(consumers)
      pipeline.clock.now += after
    }
    await run(20)
    const [first = '', second = ''] = await takeDown('yelp', 8, 33)
    await run(20, WEEK_MS)
    // A walk in two parts.
    await run(2)
    await run(2)
    await restore('yelp', first)
    await run(20)
    await restore('yelp', second)
    await run(20)
    return business
  }

  let undisturbed: ReturnType<typeof everythingStored> | undefined
  /** Tables after the story without a disturbance. */
  async function told() {
    undisturbed ??= createPipeline().then(story).then(everythingStored)
    return undisturbed
  }

  test('duplicate messages at three consumers', async () => {
    const single = await told()
    expect(single.reviews?.filter(({ unreturned }) => !unreturned)).toHaveLength(2)
    expect(single.scanPages).toEqual([])
    const pipeline = await createPipeline()
    const random = randomFrom('ledger duplicates')
    pipeline.queue.fate = (pending) =>
      Array.from({ length: 4 }, (_, copy) => ({
        ...pending,
        at: pending.at + (copy === 0 ? random.int(0, 9) : random.int(0, 10_000)),
      }))
    expect(await everythingStored(await story(pipeline, 3))).toEqual(single)
  })

  test('lost messages', async () => {
    const single = await told()
    const pipeline = await createPipeline()
    const random = randomFrom('ledger losses')
    pipeline.queue.fate = (pending) => (random.chance(0.7) ? [pending] : [])
    expect(await everythingStored(await story(pipeline))).toEqual(single)
  })

  test('workers that die before or after each write', { timeout: 60_000 }, async ({ task }) => {
    task.meta.expectsFaults = true
    const single = await told()
    let deaths = 0
    const seeds = ['a', 'b', 'c'].slice(0, volume(1, 3))
    for (const seed of seeds) {
      const { database, counts } = faultyDatabase(env.DB, 0.3, randomFrom(`ledger:${seed}`))
      const pipeline = await createPipeline({ d1: database })
      expect(await everythingStored(await story(pipeline)), seed).toEqual(single)
      deaths += counts.before + counts.after
    }
    expect(deaths).toBeGreaterThan(10 * seeds.length)
  })
})

test('statistics leave out removed reviews, unless all are requested', async ({ pipeline }) => {
  const business = await pipeline.addListing('fading', 'google')
  await pipeline.collect(business)
  const ids = await takeDown('google', 0, 9, 21, 44)
  await nextRun(pipeline, business)
  await nextRun(pipeline, business)
  const api = pipeline.api()
  const all = await storedReviews(business, 'google')
  const shown = all.filter(({ reviewId }) => !ids.includes(reviewId))
  const unanswered = (reviews: typeof all) => reviews.filter(({ ownerResponse }) => !ownerResponse).length
  const average = shown.reduce((sum, { rating }) => sum + rating, 0) / shown.length
  expect(await api.reviews.stats({})).toMatchObject({
    totalReviews: 41,
    pendingResponses: unanswered(shown),
    averageRating: Math.round(average * 10) / 10,
    platformDistribution: { google: 41, yelp: 0 },
    recentReviews: 41,
  })
  expect(await api.reviews.stats({ ledger: 'all' })).toMatchObject({
    totalReviews: 45,
    pendingResponses: unanswered(all),
    platformDistribution: { google: 45, yelp: 0 },
  })
})
