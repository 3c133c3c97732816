import { expect } from 'vitest'
import { createConnection, createLink } from '#tests/edge/support/connections.ts'
import { test } from '#tests/edge/support/test.ts'
import type { Business } from '#tests/factories.ts'
import type { ListingKey } from '#tests/upstream/listings.ts'
import { switchSources } from '#worker/businesses/source-state.ts'
import { connectionHolder, sealToken } from '#worker/connections/access-token.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { type Pipeline, upstream } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

const PERSON = 'wren'

/** Collects a business through its owner's Business Profile from now on, as linking one does. */
async function connect(pipeline: Pipeline, business: Business, listing: ListingKey): Promise<void> {
  const { organizationId } = business
  const location = (await upstream.locations(PERSON)).find((one) => one.listing === listing)
  if (!location) throw new Error(`${PERSON} does not manage ${listing}`)
  const { accessToken } = await upstream.grantGoogle(PERSON)
  const holder = connectionHolder({ organizationId, provider: 'google', subject: PERSON })
  const sealedAccessToken = await sealToken(pipeline.ctx.settings, holder, accessToken)
  const connectionId = await createConnection(business, { subject: PERSON, sealedAccessToken })
  await createLink(business, connectionId, { placeId: location.name })
  await switchTo(pipeline, business, 'google-business-profile', location.name)
}

async function switchTo(pipeline: Pipeline, business: Business, source: string, placeId: string) {
  const [stored] = await rows<{ source: string; listing_url: string }>(
    'SELECT source, listing_url FROM business_sources WHERE business_id = ?',
    business.id,
  )
  if (!stored) throw new Error('the business has a source')
  await pipeline.ctx.db.batch(
    switchSources(pipeline.ctx, [
      {
        organizationId: pipeline.account.organizationId,
        businessId: business.id,
        platform: 'google',
        from: stored.source,
        to: { source, listingUrl: stored.listing_url, placeId },
      },
    ]),
  )
}

async function sourcesOf(business: Business) {
  return rows<{ source: string; count: number }>(
    'SELECT source, count(*) AS count FROM reviews WHERE business_id = ? GROUP BY source',
    business.id,
  )
}

function storedThisMonth(pipeline: Pipeline) {
  return rows(
    'SELECT reviews_stored FROM organization_usage WHERE organization_id = ?',
    pipeline.account.organizationId,
  )
}

test('publicly collected reviews are recognized in the profile and not duplicated', async ({ pipeline }) => {
  const business = await pipeline.addListing('mixed', 'google')
  await pipeline.collect(business)
  expect(await sourcesOf(business)).toEqual([{ source: 'google-public', count: 240 }])
  const [usage] = await storedThisMonth(pipeline)

  await connect(pipeline, business, 'mixed')
  pipeline.clock.now += HOUR_MS
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({
    source: 'google-business-profile',
    status: 'succeeded',
    reviewsFound: 240,
    reviewsNew: 0,
  })
  expect(await sourcesOf(business)).toEqual([{ source: 'google-business-profile', count: 240 }])
  expect(await storedThisMonth(pipeline)).toEqual([usage])
})

test('the profile completes a partial public collection', async ({ pipeline }) => {
  const business = await pipeline.addListing('mixed', 'google')
  await pipeline.collect(business, undefined, { maxPages: 2 })
  expect(await sourcesOf(business)).toEqual([{ source: 'google-public', count: 30 }])
  await connect(pipeline, business, 'mixed')
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({ reviewsFound: 240, reviewsNew: 210 })
  expect(await sourcesOf(business)).toEqual([{ source: 'google-business-profile', count: 240 }])
})

test('a public page in progress when the profile is connected is not stored', async ({ pipeline }) => {
  const business = await pipeline.addListing('mixed', 'google')
  await pipeline.start(business)
  const ask = pipeline.ctx.outbound
  pipeline.ctx.outbound = async (...asked) => {
    const answer = await ask(...asked)
    pipeline.ctx.outbound = ask
    await connect(pipeline, business, 'mixed')
    return answer
  }
  await pipeline.settle()
  expect(await sourcesOf(business)).toEqual([])
  const [run] = (await pipeline.api().collection.runs({ businessId: business.id })).items
  expect(run).toMatchObject({
    source: 'google-public',
    status: 'cancelled',
    pagesScraped: 0,
    errors: ['Google reviews now come from another source, so collecting from the old one stopped.'],
  })
})

test('after disconnecting, public collection takes over the reviews without duplicates', async ({
  pipeline,
}) => {
  const business = await pipeline.addListing('mixed', 'google')
  const [before] = await rows<{ place_id: string }>(
    'SELECT place_id FROM business_sources WHERE business_id = ?',
    business.id,
  )
  await connect(pipeline, business, 'mixed')
  await pipeline.collect(business)
  await switchTo(pipeline, business, 'google-public', before?.place_id ?? '')
  pipeline.clock.now += DAY_MS
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({ source: 'google-public', reviewsFound: 240, reviewsNew: 0 })
  expect(await sourcesOf(business)).toEqual([{ source: 'google-public', count: 240 }])
})

test('a token refused before its expiry fails the run and asks the owner to reconnect', async ({
  pipeline,
}) => {
  const business = await pipeline.addListing('small', 'google')
  await connect(pipeline, business, 'small')
  await upstream.expireGoogleTokens()
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({
    status: 'failed',
    errors: ['The connection to Google no longer works. Connect it again.'],
  })
  expect(await sourcesOf(business)).toEqual([])
})
