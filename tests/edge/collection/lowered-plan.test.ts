import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { barrier } from '#tests/edge/support/faults.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Business, storeUsage } from '#tests/factories.ts'
import { googleUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'
import { createPipeline } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

test('a plan lowered during a run limits its pages and ends scheduled collection', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  await pipeline.deliverOnce()
  await pipeline.setPlan('free')
  await pipeline.settle()
  expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'succeeded',
    pagesScraped: 1,
    reviewsNew: 10,
    warnings: [],
  })
  expect(pipeline.requests).toHaveLength(1)
  expect(await rows('SELECT next_due_at FROM business_sources WHERE business_id = ?', business.id)).toEqual([
    { next_due_at: null },
  ])
})

test('a plan lowered before the first page applies with its pages and quota', async () => {
  const pipeline = await createPipeline({ plan: 'ai_insights' })
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business)
  await pipeline.setPlan('free')
  await storeUsage(env.DB, pipeline.account, 45, pipeline.clock.now)
  await pipeline.settle()
  expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'succeeded',
    pagesScraped: 1,
    reviewsNew: 5,
    warnings: ['Monthly review limit reached'],
  })
})

test('two platforms saving at the same moment share the rest of the monthly quota', async () => {
  const pipeline = await createPipeline({
    plan: 'free',
    d1: barrier(env.DB, /INSERT INTO reviews \(/, 2),
  })
  const business = await pipeline.addBusiness({
    googleUrl: googleUrl(LISTINGS.mixed),
    yelpUrl: yelpUrl(LISTINGS.mixed),
  })
  await storeUsage(env.DB, pipeline.account, 35, pipeline.clock.now)
  await pipeline.start(business)
  await pipeline.drain(2)
  const stored = await rows('SELECT platform FROM reviews WHERE business_id = ?', business.id)
  // Ten and twenty reviews came, and there was room for fifteen.
  expect(stored).toHaveLength(15)
  expect(
    await rows(
      'SELECT reviews_stored FROM organization_usage WHERE organization_id = ?',
      pipeline.account.organizationId,
    ),
  ).toEqual([{ reviews_stored: 50 }])
})

test('a run started while the plan is being lowered collects nothing', async () => {
  const pipeline = await createPipeline({ plan: 'ai_insights' })
  await pipeline.addListing('small', 'google')
  pipeline.clock.now += MINUTE_MS
  const above = await pipeline.addListing('small', 'google')
  // The session was read earlier, so the button still uses the former plan.
  await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'free' WHERE organization_id = ?")
    .bind(pipeline.account.organizationId)
    .run()
  expect((await pipeline.start(above)).runs).toHaveLength(1)
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: above.id })).items
  expect(run).toMatchObject({ status: 'failed', pagesScraped: 0 })
  expect(pipeline.requests).toEqual([])
})

test('a business above the limit of a plan lowered after the start is not collected', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const older = await pipeline.addListing('small', 'google')
  pipeline.clock.now += MINUTE_MS
  const younger = await pipeline.addListing('small', 'google')
  await pipeline.start(older)
  await pipeline.start(younger)
  await pipeline.setPlan('free')
  await pipeline.settle()
  const latest = async (business: Business) =>
    (await pipeline.api().collection.runs({ businessId: business.id })).items[0]
  expect(await latest(older)).toMatchObject({ status: 'succeeded' })
  expect(await latest(younger)).toMatchObject({
    status: 'failed',
    pagesScraped: 0,
    errors: ['Your Free plan collects for 1 location, oldest first. Upgrade to collect for this one too.'],
  })
  expect(pipeline.requests).toHaveLength(1)
})

test('a platform that the plan no longer includes ends the run', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const business = await pipeline.addListing('small', 'google')
  await pipeline.start(business)
  await env.DB.prepare("UPDATE scrape_runs SET platform = 'facebook' WHERE business_id = ?")
    .bind(business.id)
    .run()
  await env.DB.prepare("UPDATE business_sources SET platform = 'facebook' WHERE business_id = ?")
    .bind(business.id)
    .run()
  await pipeline.setPlan('free')
  await pipeline.settle()
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({ status: 'failed', errors: ['Facebook is not part of your Free plan.'] })
  expect(pipeline.requests).toEqual([])
})

test('businesses above the location limit cannot be collected', async () => {
  const pipeline = await createPipeline({ plan: 'pro' })
  const businesses = []
  for (let count = 0; count < 2; count += 1) {
    businesses.push(await pipeline.addListing('small', 'google'))
    pipeline.clock.now += MINUTE_MS
  }
  const [older, younger] = businesses
  if (!older || !younger) throw new Error('Two businesses were added.')
  await pipeline.setPlan('free')
  expect((await pipeline.start(older)).runs).toHaveLength(1)
  await expect(pipeline.start(younger)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Your Free plan collects for 1 location, oldest first. Upgrade to collect for this one too.',
  })
})
