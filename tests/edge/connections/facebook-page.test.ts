import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { rows } from '#tests/edge/collection/support/stored.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import { facebookUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { healthStatus } from '#worker/rules/source-health.ts'
import { connectionRows, Stage } from './flow.ts'
import { linkingTest, sourceOf } from './linking.ts'

const stage = new Stage('linkFacebook')
const { upstream } = stage

const test = linkingTest(stage)

describe('a Facebook page', () => {
  test('is connected, linked and collected with its own token', async ({ pipeline, linked }) => {
    const business = await pipeline.addBusiness({})
    const { placeId } = await linked(business, 'mixed', { provider: 'facebook' })
    expect(await connectionRows(pipeline.account)).toMatchObject([
      { provider: 'facebook', label: 'Wren Alder', sealed_refresh_token: null, state: 'active' },
    ])
    expect(await sourceOf(business, 'facebook')).toMatchObject([
      { source: 'facebook', place_id: placeId, listing_url: facebookUrl(LISTINGS.mixed) },
    ])
    const [link] = await rows<{ sealed_token: string }>(
      'SELECT sealed_token FROM connection_links WHERE business_id = ?',
      business.id,
    )
    expect(link?.sealed_token).toMatch(/^[\w-]{16}\.[\w-]{40,}$/)
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({ status: 'succeeded', errors: [] })
    const truth = await upstream.reviews('facebook', 'mixed')
    const stored = await rows('SELECT id FROM reviews WHERE business_id = ?', business.id)
    expect(stored.length).toBeGreaterThanOrEqual(Math.floor(truth.length * 0.95))
  })

  test('keeps the page fetched near the usage limit and delays the next one', async ({
    pipeline,
    linked,
  }) => {
    const business = await pipeline.addBusiness({})
    await linked(business, 'mixed', { provider: 'facebook' })
    await upstream.addFault({ kind: 'high_usage', platform: 'facebook', listing: 'mixed', times: 1 })
    const asked = pipeline.requests.length
    const { runs } = await pipeline.start(business, ['facebook'])
    await pipeline.deliverOnce()
    const id = runs[0]?.id ?? ''
    const afterOne = await pipeline.api().collection.run({ id })
    expect(afterOne).toMatchObject({ status: 'running', pagesScraped: 1, errors: [] })
    expect(afterOne.reviewsNew).toBeGreaterThan(0)
    await pipeline.settle()
    const truth = await upstream.reviews('facebook', 'mixed')
    expect(await pipeline.api().collection.run({ id })).toMatchObject({
      status: 'succeeded',
      errors: [],
      reviewsNew: truth.length,
    })
    const [first, second] = pipeline.requests.slice(asked).map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(15 * 60_000)
    expect((second ?? 0) - (first ?? 0)).toBeLessThan(16 * 60_000)
  })

  test("is still collected after its owner's token expires, and asks to reconnect if it is revoked", async ({
    pipeline,
    linked,
  }) => {
    const business = await pipeline.addBusiness({})
    await linked(business, 'small', { provider: 'facebook' })
    await upstream.expireFacebookTokens()
    const [first] = await pipeline.collect(business)
    expect(first).toMatchObject({ status: 'succeeded' })
    await upstream.revokeFacebook('wren')
    pipeline.clock.now += 2 * 3_600_000
    const [second] = await pipeline.collect(business)
    expect(second).toMatchObject({ status: 'failed', errors: [expect.stringContaining('Connect it again')] })
    expect((await pipeline.api().connections.list()).items).toMatchObject([
      { state: 'revoked', fault: expect.stringContaining('Facebook no longer lets us in') },
    ])
  })

  test('is collected with its new token after the owner removed us and connected again on another page', async ({
    pipeline,
    linked,
  }) => {
    const business = await pipeline.addBusiness({})
    const other = await pipeline.addBusiness({})
    await linked(business, 'small', { provider: 'facebook' })
    await linked(other, 'mixed', { provider: 'facebook' })
    await upstream.revokeFacebook('wren')
    await stage.connect({ business, session: await signedIn(pipeline.account) }, 'wren', 'facebook')
    const [run] = await pipeline.collect(other)
    expect(run).toMatchObject({ status: 'succeeded', errors: [] })
    expect(await connectionRows(pipeline.account)).toMatchObject([{ state: 'active', fault: null }])
    // The new token is stored: the list of pages isn't requested again.
    pipeline.clock.now += 2 * 3_600_000
    const asked = pipeline.requests.length
    await pipeline.collect(other)
    expect(pipeline.requests.slice(asked).filter(({ url }) => url.includes('/me/accounts'))).toEqual([])
  })

  test('that the account no longer manages fails alone, and the connection stays', async ({
    pipeline,
    linked,
  }) => {
    const business = await pipeline.addBusiness({})
    const { placeId } = await linked(business, 'small', { provider: 'facebook' })
    await env.DB.prepare('UPDATE connection_links SET place_id = ? WHERE business_id = ?')
      .bind(`${placeId}9`, business.id)
      .run()
    await upstream.revokeFacebook('wren')
    await stage.connect({ business, session: await signedIn(pipeline.account) }, 'wren', 'facebook')
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({ status: 'failed', errors: [expect.stringContaining('Connect it again')] })
    expect(await connectionRows(pipeline.account)).toMatchObject([{ state: 'active', fault: null }])
  })

  test('still updates its rating and keeps its reviews when Facebook stops giving recommendations', async ({
    pipeline,
    linked,
  }) => {
    const business = await pipeline.addBusiness({})
    await linked(business, 'mixed', { provider: 'facebook' })
    await pipeline.collect(business)
    const reviews = () =>
      rows('SELECT id, rating, removed_at FROM reviews WHERE business_id = ? ORDER BY id', business.id)
    const before = await reviews()
    await env.DB.prepare('UPDATE business_sources SET stated_total = NULL, stated_rating = NULL').run()
    const fault = {
      kind: 'api_error',
      platform: 'facebook',
      variant: '12',
      listing: 'mixed',
      times: 1,
    } as const
    await upstream.addFault(fault)
    pipeline.clock.now += 2 * 3_600_000
    const [run] = await pipeline.collect(business)
    expect(run).toMatchObject({
      status: 'failed',
      errors: ['Facebook no longer gives reviews to apps.'],
    })
    expect(await sourceOf(business, 'facebook')).toMatchObject([
      { stated_total: 60, stated_rating: expect.any(Number), last_error_kind: 'ended' },
    ])
    expect(before.length).toBeGreaterThan(0)
    expect(await reviews()).toEqual(before)
  })

  test.for([
    ['before its version’s last day, when Facebook answers with a later one', 0, 1],
    ['after that day, when it is not asked any more', Date.UTC(2027, 0, 22), 0],
  ] as const)(
    'explains that reviews have ended and what to do instead, and keeps stored ones: %s',
    async ([_, now, asked], { pipeline, linked }) => {
      const business = await pipeline.addBusiness({})
      const { placeId } = await linked(business, 'mixed', { provider: 'facebook' })
      await pipeline.collect(business)
      const count = 'SELECT count(*) AS count FROM reviews WHERE business_id = ?'
      const before = await rows(count, business.id)
      await upstream.endFacebookVersion()
      pipeline.clock.now = Math.max(now, pipeline.clock.now + 2 * 3_600_000)
      const former = pipeline.requests.length
      const [run] = await pipeline.collect(business, ['facebook'])
      expect(run).toMatchObject({ status: 'failed', errors: ['Facebook no longer gives reviews to apps.'] })
      const urls = pipeline.requests.slice(former).map(({ url }) => new URL(url).pathname)
      expect(urls.filter((path) => path === `/v21.0/${placeId}/ratings`)).toHaveLength(asked)
      expect(urls.filter((path) => path === `/v26.0/${placeId}`)).toHaveLength(1)
      expect(urls).toHaveLength(asked + 1)
      expect(await rows(count, business.id)).toEqual(before)
      const { platforms } = await pipeline.api().screens.sources({ businessId: business.id })
      const entry = platforms.find(({ platform }) => platform === 'facebook')
      expect(entry && healthStatus(entry, { isActive: true, aboveLimit: false })).toMatchObject({
        headline: 'Facebook no longer gives reviews to apps',
        text: 'Reviews collected so far are kept. Add new ones by e-mail, from a file or by pasting them.',
        remedy: 'import',
      })
      const { items } = await pipeline.api().notifications.list()
      expect(items.filter(({ message }) => message.includes('no longer gives reviews to apps'))).toHaveLength(
        1,
      )
    },
  )

  test('is not part of the free plan', async ({ pipeline, placeOf }) => {
    const business = await pipeline.addBusiness({})
    const session = await signedIn(pipeline.account)
    const { connectionId } = await stage.connect({ business, session }, 'wren', 'facebook')
    const placeId = await placeOf(connectionId, LISTINGS.small.name)
    const onFree = apiFor(pipeline.account, { env: stage.env, plan: 'free' }).connections
    const refused = { code: 'FORBIDDEN', message: 'Facebook is not part of your Free plan.' }
    await expect(onFree.locations({ connectionId })).rejects.toMatchObject(refused)
    const choice = { connectionId, businessId: business.id, placeId }
    await expect(onFree.link(choice)).rejects.toMatchObject(refused)
    // The plan is lowered while the platform is asked.
    await pipeline.setPlan('free')
    await expect(
      apiFor(pipeline.account, { env: stage.env, plan: 'pro' }).connections.link(choice),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await sourceOf(business)).toEqual([])
    await pipeline.setPlan('ai_insights')
  })
})
