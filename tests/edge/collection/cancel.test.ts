import { env } from 'cloudflare:test'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { rows, storedReviews } from './support/stored.ts'

test('a cancelled run keeps what it saved, and the next run continues from there', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  const id = runs[0]?.id ?? ''
  await pipeline.deliverOnce()
  await pipeline.deliverOnce()
  const cancelled = await pipeline.api().collection.cancel({ id })
  expect(cancelled).toMatchObject({ id, status: 'cancelled', pagesScraped: 2, reviewsNew: 30, errors: [] })
  await pipeline.settle()
  expect(await storedReviews(business, 'google')).toHaveLength(30)
  await expect(pipeline.api().collection.cancel({ id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This collection has already ended.',
  })
  pipeline.clock.now += HOUR_MS
  await pipeline.collect(business)
  expect(await storedReviews(business, 'google')).toHaveLength(150)
})

test('a run cancelled during a page does not save that page', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  const ask = pipeline.ctx.outbound
  pipeline.ctx.outbound = async (...asked) => {
    const answer = await ask(...asked)
    await pipeline.api().collection.cancel({ id: runs[0]?.id ?? '' })
    return answer
  }
  await pipeline.settle()
  expect(await storedReviews(business, 'google')).toEqual([])
  expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'cancelled',
    pagesScraped: 0,
  })
})

test('a run cancelled while a page is being saved ends after that page', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  const id = runs[0]?.id ?? ''
  // Runs a whole step between reading the run and closing it.
  let isFirst = true
  const slow = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      if (isFirst) await pipeline.deliverOnce()
      isFirst = false
      return env.DB.batch(statements)
    },
  } as unknown as D1Database
  const cancelled = await pipeline.api(slow).collection.cancel({ id })
  expect(cancelled).toMatchObject({ status: 'cancelled', pagesScraped: 1, reviewsNew: 10 })
  expect(await storedReviews(business, 'google')).toHaveLength(10)
  // The next run continues below the saved page.
  expect(
    await rows(
      'SELECT backfill_state, backfill_cursor IS NULL AS top FROM business_sources WHERE business_id = ?',
      business.id,
    ),
  ).toEqual([{ backfill_state: 'open', top: 0 }])
})

test('a paused business is not collected, and its open run ends', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  await pipeline.start(business)
  await pipeline.deliverOnce()
  await env.DB.prepare('UPDATE businesses SET is_active = 0 WHERE id = ?').bind(business.id).run()
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({
    status: 'failed',
    pagesScraped: 1,
    errors: ['This business is paused, so its reviews are not collected.'],
  })
  await expect(pipeline.start(business)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This business is paused. Resume collecting to get its reviews.',
  })
})

test('a listing removed during a run ends the run', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  await pipeline.start(business)
  await pipeline.deliverOnce()
  await pipeline.api().businesses.update({ id: business.id, googleBusinessUrl: '' })
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({
    status: 'cancelled',
    errors: ['The Google link of this business was removed, so collecting from it stopped.'],
  })
})

test('a run whose listing was removed can still be cancelled by hand', async ({ pipeline }) => {
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  await pipeline.api().businesses.update({ id: business.id, googleBusinessUrl: '' })
  expect(await pipeline.api().collection.cancel({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'cancelled',
  })
})
