import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { createPipeline } from '#tests/edge/collection/support/pipeline.ts'
import { rows } from '#tests/edge/collection/support/stored.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import { storeReviews } from '#tests/factories.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { connectionRows, Stage } from './flow.ts'
import { linkingTest, sourceOf } from './linking.ts'

const stage = new Stage('disconnect')
const { upstream } = stage

const test = linkingTest(stage)

describe('disconnecting', () => {
  test('revokes and deletes the tokens, returns to the public page and keeps the reviews', async ({
    pipeline,
    linked,
  }) => {
    const business = await pipeline.addBusiness({ googleUrl: googleUrl(LISTINGS.small) })
    const other = await pipeline.addBusiness({})
    // No other organization is connected with this account.
    const person = 'only-here@example.test'
    for (const listing of ['small', 'mixed'] as const) await upstream.addLocation(person, listing)
    const { connectionId } = await linked(business, 'small', { person })
    await linked(other, 'mixed', { person })
    await pipeline.collect(business)
    const { runs } = await pipeline.start(other)
    await upstream.forgetRequests()
    await pipeline.api().connections.remove({ id: connectionId })

    expect(await connectionRows(pipeline.account)).toEqual([])
    expect(await rows('SELECT * FROM connection_links WHERE business_id = ?', business.id)).toEqual([])
    expect(await sourceOf(business)).toMatchObject([
      { source: 'google-public', place_id: LISTINGS.small.google.featureId, backfill_state: 'none' },
    ])
    expect(await sourceOf(other)).toEqual([])
    expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
      status: 'cancelled',
      errors: ['Google was disconnected, so collecting through it stopped.'],
    })
    expect(await rows('SELECT id FROM reviews WHERE business_id = ?', business.id)).toHaveLength(3)
    expect(await upstream.requests()).toMatchObject([
      { host: 'oauth2.googleapis.com', path: '/revoke', status: 200 },
    ])
    await expect(pipeline.api().connections.remove({ id: connectionId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const { items } = await pipeline.api().auth.securityEvents()
    expect(items).toContainEqual(expect.objectContaining({ type: 'connection_removed', outcome: 'done' }))
  })

  test('works even if Google does not answer', { meta: { expectsFaults: true } }, async ({
    pipeline,
    linked,
  }) => {
    const business = await pipeline.addBusiness({})
    const { connectionId } = await linked(business, 'small')
    await upstream.addFault({ kind: 'unavailable', host: 'oauth2.googleapis.com' })
    await pipeline.api().connections.remove({ id: connectionId })
    expect(await connectionRows(pipeline.account)).toEqual([])
  })

  test('leaves the same account working for another organization', async ({ pipeline, linked }) => {
    const business = await pipeline.addBusiness({})
    const { connectionId } = await linked(business, 'small')
    const neighbor = await createPipeline({ env: stage.env, now: Date.now() })
    const theirs = await neighbor.addBusiness({})
    const session = await signedIn(neighbor.account)
    const { connectionId: theirConnection } = await stage.connect({ business: theirs, session })
    await upstream.forgetRequests()
    await pipeline.api().connections.remove({ id: connectionId })
    expect((await upstream.requests()).filter(({ path }) => path === '/revoke')).toEqual([])
    const places = await neighbor.api().connections.locations({ connectionId: theirConnection })
    expect(places.problem).toBeNull()
    expect(places.items.length).toBeGreaterThan(0)
  })

  test('one business keeps the connection and the other businesses linked', async ({ pipeline, linked }) => {
    const business = await pipeline.addBusiness({ googleUrl: googleUrl(LISTINGS.small) })
    const other = await pipeline.addBusiness({})
    const { connectionId } = await linked(business, 'small')
    await linked(other, 'mixed')
    await pipeline.api().connections.unlink({ businessId: business.id, platform: 'google' })
    expect(await sourceOf(business)).toMatchObject([{ source: 'google-public' }])
    expect(await sourceOf(other)).toMatchObject([{ source: 'google-business-profile' }])
    const { items } = await pipeline.api().connections.list()
    expect(items).toMatchObject([{ id: connectionId, links: [{ businessId: other.id }] }])
    await expect(
      pipeline.api().connections.unlink({ businessId: business.id, platform: 'google' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Corner Shop is not connected to Google.' })
  })

  test('ends the source if public collection is off, even if the business has a link', async () => {
    const owner = await createPipeline({
      env: stage.env,
      now: Date.now(),
      settings: { PUBLIC_COLLECTION: 'off', GOOGLE_PLACES_API_KEY: undefined },
    })
    const business = await owner.addBusiness({ googleUrl: googleUrl(LISTINGS.small) })
    const session = await signedIn(owner.account)
    const { connectionId } = await stage.connect({ business, session })
    const [place] = (await owner.api().connections.locations({ connectionId })).items
    await owner.api().connections.link({ connectionId, businessId: business.id, placeId: place?.id ?? '' })
    await owner.api().connections.unlink({ businessId: business.id, platform: 'google' })
    expect(await sourceOf(business)).toEqual([])
  })
})

test('a new link queues no replies to earlier reviews', async ({ pipeline, linked }) => {
  const business = await pipeline.addBusiness({})
  await storeReviews(env.DB, [{ business, scrapedAt: pipeline.clock.now }])
  await linked(business, 'small')
  expect(await rows('SELECT review_id FROM reply_posts')).toEqual([])
})
