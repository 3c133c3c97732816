import { describe, expect } from 'vitest'
import { createPipeline } from '#tests/edge/collection/support/pipeline.ts'
import { rows } from '#tests/edge/collection/support/stored.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { barrier } from '#tests/edge/support/faults.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import { placeIdOf } from '#tests/upstream/ids.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { Stage } from './flow.ts'
import { linkingTest, sourceOf } from './linking.ts'

const stage = new Stage('link')
const { upstream } = stage

const test = linkingTest(stage)

describe('the places of a Google account', () => {
  test('are listed across all its accounts, page by page, with their public places', async ({ pipeline }) => {
    const business = await pipeline.addBusiness({})
    const session = await signedIn(pipeline.account)
    const { connectionId } = await stage.connect({ business, session })
    const items: { id: string; name: string; googlePlaceId: string | null }[] = []
    let cursor: string | null | undefined
    do {
      const page = await pipeline.api().connections.locations({ connectionId, ...(cursor && { cursor }) })
      expect(page.problem).toBeNull()
      items.push(...page.items)
      cursor = page.nextCursor
    } while (cursor)
    const managed = await upstream.locations('wren')
    expect(items.map(({ id }) => id).sort()).toEqual(managed.map(({ name }) => name).sort())
    const mixed = items.find(({ name }) => name === LISTINGS.mixed.name)
    expect(mixed).toMatchObject({
      id: expect.stringMatching(/^accounts\/\d+\/locations\/\d+$/),
      address: expect.stringContaining(LISTINGS.mixed.address.city),
      url: expect.stringMatching(/^https:\/\/maps\.google\.com\//),
      googlePlaceId: managed.find(({ listing }) => listing === 'mixed')?.placeId,
    })
  })

  test('can be found by a typed name without a server key', async () => {
    const settings = { GOOGLE_PLACES_API_KEY: undefined }
    const pipeline = await createPipeline({ env: stage.env, now: Date.now(), settings })
    const business = await pipeline.addBusiness({})
    await stage.connect({ business, session: await signedIn(pipeline.account) })
    const found = await pipeline.api().collection.findPlace({ link: LISTINGS.small.name })
    expect(found).toMatchObject({ name: LISTINGS.small.name, platform: 'google', problem: null })
    expect(found.address).toContain(LISTINGS.small.address.city)
  })

  test('are an empty list if the account manages none', async ({ pipeline }) => {
    const business = await pipeline.addBusiness({})
    const session = await signedIn(pipeline.account)
    const { connectionId } = await stage.connect({ business, session }, 'odile')
    expect(await pipeline.api().connections.locations({ connectionId })).toEqual({
      items: [],
      nextCursor: null,
      problem: null,
    })
  })

  test.for([
    ['QUOTA_ZERO', 'not_approved', 'Google has not approved this service'],
    ['SERVICE_DISABLED', 'not_approved', "Google's Business Profile API is not switched on"],
    ['RESOURCE_EXHAUSTED', 'later', 'Google asked us to slow down.'],
    ['UNAVAILABLE', 'later', "Google didn't answer."],
  ] as const)(
    'are an empty list with the reason if listing fails with %s',
    async ([variant, kind, message], { pipeline }) => {
      const business = await pipeline.addBusiness({})
      const session = await signedIn(pipeline.account)
      const { connectionId } = await stage.connect({ business, session })
      await upstream.addFault({ kind: 'api_error', variant })
      expect(await pipeline.api().connections.locations({ connectionId })).toEqual({
        items: [],
        nextCursor: null,
        problem: { kind, message: expect.stringContaining(message) },
      })
    },
  )

  test.for(['', '{}', '{"accounts":["accounts/x"],"locations":null,"moreAccounts":null}', 'nonsense'])(
    'cannot be listed from a made-up cursor (%s)',
    async (cursor, { pipeline }) => {
      const business = await pipeline.addBusiness({})
      const session = await signedIn(pipeline.account)
      const { connectionId } = await stage.connect({ business, session })
      await expect(pipeline.api().connections.locations({ connectionId, cursor })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    },
  )
})

test('a linked location becomes the source and is collected to the end, 50 reviews a page', async ({
  pipeline,
  linked,
}) => {
  const business = await pipeline.addBusiness({})
  const { placeId } = await linked(business, 'mixed')
  expect(await sourceOf(business)).toMatchObject([
    {
      source: 'google-business-profile',
      place_id: placeId,
      listing_url: expect.stringMatching(/^https:\/\/maps\.google\.com\//),
      backfill_state: 'none',
      next_due_at: pipeline.clock.now,
    },
  ])
  await upstream.forgetRequests()
  const [run] = await pipeline.collect(business)
  const truth = await upstream.reviews('google', 'mixed')
  expect(run).toMatchObject({ status: 'succeeded', errors: [], reviewsNew: truth.length, pagesScraped: 5 })
  expect(await sourceOf(business)).toMatchObject([{ backfill_state: 'done' }])
  const [stored] = await rows<{ count: number; sources: string }>(
    'SELECT count(*) AS count, group_concat(DISTINCT source) AS sources FROM reviews WHERE business_id = ?',
    business.id,
  )
  expect(stored).toEqual({ count: truth.length, sources: 'google-business-profile' })
  const hosts = new Set((await upstream.requests()).map(({ host }) => host))
  expect([...hosts]).toEqual(['mybusiness.googleapis.com'])
})

test.for(['google', 'facebook'] as const)(
  'the category of a linked place becomes the industry of a business without one: %s',
  async (provider, { pipeline, linked }) => {
    const [unknown, typed] = [await pipeline.addBusiness({}), await pipeline.addBusiness({})]
    await pipeline.api().businesses.update({ id: unknown.id, industry: '' })
    await pipeline.api().businesses.update({ id: typed.id, industry: 'Tea room' })
    const read = 'UPDATE insight_readings SET read_seen_at = 7 WHERE organization_id = ? RETURNING 1'
    await rows(read, pipeline.account.organizationId)
    await linked(typed, 'mixed', { provider })
    const positions = () =>
      rows(
        'SELECT read_seen_at AS at FROM insight_readings WHERE organization_id = ?',
        pipeline.account.organizationId,
      )
    expect(await positions()).toEqual([{ at: 7 }])
    await linked(unknown, 'small', { provider })
    // Reviews are read again because their topics depend on the industry.
    expect(await positions()).toEqual([{ at: -1 }])
    const industries = await rows<{ industry: string | null }>(
      'SELECT industry FROM businesses WHERE id IN (?, ?) ORDER BY industry',
      unknown.id,
      typed.id,
    )
    expect(industries).toEqual([{ industry: LISTINGS.small.category }, { industry: 'Tea room' }])
  },
)

test('reviews collected from the public page are kept and matched with the profile', async ({
  pipeline,
  linked,
}) => {
  const business = await pipeline.addListing('small', 'google')
  await pipeline.collect(business)
  const before = await rows<{ id: number; platform_review_id: string }>(
    'SELECT id, platform_review_id FROM reviews WHERE business_id = ? ORDER BY id',
    business.id,
  )
  expect(before).toHaveLength(3)
  await linked(business, 'small')
  expect(await sourceOf(business)).toMatchObject([
    { source: 'google-business-profile', backfill_state: 'none' },
  ])
  pipeline.clock.now += 2 * 3_600_000
  await pipeline.collect(business)
  const after = await rows<{ id: number; platform_review_id: string; source: string }>(
    'SELECT id, platform_review_id, source FROM reviews WHERE business_id = ? ORDER BY id',
    business.id,
  )
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after.map(({ source }) => source)).toEqual(Array(3).fill('google-business-profile'))
  for (const { platform_review_id } of after) expect(platform_review_id).toHaveLength(76)
})

test('a new link can be collected at once, even on a plan limited to once an hour', async () => {
  const owner = await createPipeline({ env: stage.env, now: Date.now(), plan: 'free' })
  const business = await owner.addListing('small', 'google')
  const [first] = await owner.collect(business)
  expect(first).toMatchObject({ status: 'succeeded' })
  const { connectionId } = await stage.connect({ business, session: await signedIn(owner.account) })
  const [place] = (await owner.api().connections.locations({ connectionId })).items
  await owner.api().connections.link({ connectionId, businessId: business.id, placeId: place?.id ?? '' })
  const screen = await owner.api().screens.sources({ businessId: business.id })
  expect(screen.platforms[0]?.source).toMatchObject({ source: 'google-business-profile', refusal: null })
  const [second] = await owner.collect(business)
  expect(second).toMatchObject({ status: 'succeeded', source: 'google-business-profile' })
  const third = await owner.start(business)
  expect(third.skipped).toMatchObject([{ code: 'too_many' }])
})

test('linking cancels a running collection of the public page and says why it stopped', async ({
  pipeline,
  linked,
}) => {
  const business = await pipeline.addListing('large', 'google')
  const { runs } = await pipeline.start(business)
  await pipeline.deliverOnce()
  await linked(business, 'mixed')
  expect(await pipeline.api().collection.run({ id: runs[0]?.id ?? '' })).toMatchObject({
    status: 'cancelled',
    errors: ['Google was connected, so collecting from the old source stopped.'],
  })
})

test('a business that shares its place with another can still be connected with it', async ({
  pipeline,
  linked,
}) => {
  const [business] = [
    await pipeline.addListing('small', 'google'),
    await pipeline.addListing('small', 'google'),
  ]
  const { placeId } = await linked(business, 'small')
  expect(await sourceOf(business)).toMatchObject([{ place_id: placeId }])
})

test('linking the same place again keeps its progress; another place starts over', async ({
  pipeline,
  linked,
  placeOf,
}) => {
  const business = await pipeline.addBusiness({})
  const { connectionId, placeId } = await linked(business, 'mixed')
  await pipeline.collect(business)
  await pipeline.api().connections.link({ connectionId, businessId: business.id, placeId })
  expect(await sourceOf(business)).toMatchObject([{ place_id: placeId, backfill_state: 'done' }])
  const other = await placeOf(connectionId, LISTINGS.replies.name)
  await pipeline.api().connections.link({ connectionId, businessId: business.id, placeId: other })
  expect(await sourceOf(business)).toMatchObject([{ place_id: other, backfill_state: 'none' }])
  const { items } = await pipeline.api().connections.list()
  expect(items[0]?.links).toEqual([
    expect.objectContaining({ businessId: business.id, placeId: other, placeName: LISTINGS.replies.name }),
  ])
})

test('editing a business keeps its connected source', async ({ pipeline, linked }) => {
  const business = await pipeline.addBusiness({})
  const { placeId } = await linked(business, 'mixed')
  await pipeline.api().businesses.update({ id: business.id, googleBusinessUrl: googleUrl(LISTINGS.small) })
  await pipeline.api().businesses.update({ id: business.id, googleBusinessUrl: '' })
  expect(await sourceOf(business)).toMatchObject([{ source: 'google-business-profile', place_id: placeId }])
})

describe('a place is refused', () => {
  test.for(['google', 'facebook'] as const)(
    'if another business has it through a connection, until that is deleted: %s',
    async (provider, { pipeline, linked }) => {
      const business = await pipeline.addBusiness({})
      const { connectionId, placeId } = await linked(business, 'mixed', { provider })
      const other = await pipeline.addBusiness({})
      const link = () => pipeline.api().connections.link({ connectionId, businessId: other.id, placeId })
      await expect(link()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This place is already in your list, as Corner Shop.',
      })
      expect(await sourceOf(other, provider)).toEqual([])
      await pipeline.api().businesses.remove({ id: business.id })
      await link()
      expect(await sourceOf(other, provider)).toMatchObject([{ place_id: placeId }])
    },
  )

  test('if another business has it by its Maps link, which the list of places says', async ({
    pipeline,
    placeOf,
  }) => {
    const { id } = await pipeline.addListing('small', 'google')
    const business = await pipeline.addBusiness({})
    const session = await signedIn(pipeline.account)
    const { connectionId } = await stage.connect({ business, session })
    const placeId = await placeOf(connectionId, LISTINGS.small.name)
    await expect(
      pipeline.api().connections.link({ connectionId, businessId: business.id, placeId }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    const { items } = await pipeline.api().connections.locations({ connectionId })
    expect(items.filter(({ isListed }) => isListed)).toEqual([
      expect.objectContaining({ id: placeId, listedAs: { id, name: 'Corner Shop' } }),
    ])
  })

  test('if another business gets it at the same moment', async ({ pipeline, placeOf }) => {
    const pair = [await pipeline.addBusiness({}), await pipeline.addBusiness({})] as const
    const session = await signedIn(pipeline.account)
    const { connectionId } = await stage.connect({ business: pair[0], session })
    const placeId = await placeOf(connectionId, LISTINGS.mixed.name)
    const bindings = { ...stage.env, DB: barrier(stage.env.DB, /INSERT INTO connection_links/, pair.length) }
    const api = apiFor(pipeline.account, { env: bindings })
    const outcomes = await Promise.allSettled(
      pair.map(({ id }) => api.connections.link({ connectionId, businessId: id, placeId })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toMatchObject([{ message: 'This place is already in your list, as Corner Shop.' }])
    expect([...(await sourceOf(pair[0])), ...(await sourceOf(pair[1]))]).toHaveLength(1)
  })

  test("if it is not one of the account's", async ({ pipeline }) => {
    const business = await pipeline.addBusiness({})
    const session = await signedIn(pipeline.account)
    const { connectionId } = await stage.connect({ business, session }, 'tomas')
    const [foreign] = (await upstream.locations('wren')).filter(({ listing }) => listing === 'large')
    for (const placeId of [foreign?.name ?? '', 'accounts/1/locations/2']) {
      await expect(
        pipeline.api().connections.link({ connectionId, businessId: business.id, placeId }),
      ).rejects.toMatchObject({ code: expect.stringMatching(/BAD_REQUEST|CONFLICT/) })
    }
    await expect(
      pipeline.api().connections.link({ connectionId, businessId: business.id, placeId: '../../etc' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await sourceOf(business)).toEqual([])
  })

  test('if the account no longer manages it', async ({ pipeline, linked }) => {
    const business = await pipeline.addBusiness({})
    const { connectionId, placeId } = await linked(business, 'mixed')
    await upstream.removeLocation('wren', 'mixed')
    const other = await pipeline.addBusiness({})
    await expect(
      pipeline.api().connections.link({ connectionId, businessId: other.id, placeId }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'wren.alder@example.test does not manage this place on Google. Choose one from the list.',
    })
  })

  test("for another organization's business or connection, and for an unverified user", async ({
    pipeline,
    linked,
  }) => {
    const business = await pipeline.addBusiness({})
    const { connectionId, placeId } = await linked(business, 'mixed')
    const stranger = await createPipeline({ env: stage.env, now: Date.now() })
    const theirs = await stranger.addBusiness({})
    const input = { connectionId, businessId: theirs.id, placeId }
    for (const api of [stranger.api(), pipeline.api()]) {
      await expect(api.connections.link(input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    const unproven = apiFor(pipeline.account, { env: stage.env, isVerified: false })
    await expect(unproven.connections.link({ ...input, businessId: business.id })).rejects.toMatchObject({
      cause: { code: 'email_not_verified' },
    })
    expect(await sourceOf(theirs)).toEqual([])
  })

  test('if Google does not answer, and nothing changes', async ({ pipeline, linked }) => {
    const business = await pipeline.addBusiness({})
    const { connectionId, placeId } = await linked(business, 'mixed')
    const other = await pipeline.addBusiness({})
    await upstream.addFault({ kind: 'unavailable' })
    await expect(
      pipeline.api().connections.link({ connectionId, businessId: other.id, placeId }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: "Google didn't answer. We’ll try again." })
    expect(await sourceOf(other)).toEqual([])
  })
})

test('the connect screen has the allowed platforms and the place behind the link', async ({ pipeline }) => {
  const business = await pipeline.addBusiness({ googleUrl: googleUrl(LISTINGS.small) })
  const screen = await pipeline.api().screens.connect({ businessId: business.id })
  expect(screen).toEqual({
    business: { id: business.id, name: 'Corner Shop' },
    offered: ['google', 'facebook'],
    allowed: ['google', 'facebook'],
    connections: [],
    googlePlaceId: placeIdOf(LISTINGS.small.google.featureId),
  })
  expect(
    await apiFor(pipeline.account, { env: stage.env, plan: 'free' }).screens.connect({
      businessId: business.id,
    }),
  ).toMatchObject({
    allowed: ['google'],
  })
  const unlinked = await pipeline.addBusiness({})
  expect(await pipeline.api().screens.connect({ businessId: unlinked.id })).toMatchObject({
    googlePlaceId: null,
  })
})
