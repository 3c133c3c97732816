import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { googleUrl, LISTINGS, shortLink, tripadvisorUrl, yelpUrl } from '#tests/upstream/listings.ts'
import { createPipeline, type Pipeline, upstream } from './support/pipeline.ts'

test.for([
  ['google', googleUrl(LISTINGS.small)],
  ['google', shortLink(LISTINGS.small)],
] as const)(
  'a link shows its place with the name and the newest review: %s',
  async ([platform, link], { pipeline }) => {
    const truth = await upstream.reviews(platform, 'small')
    const found = await pipeline.api().collection.findPlace({ link })
    expect(found).toMatchObject({ platform, link, name: LISTINGS.small.name, seen: 3, problem: null })
    expect(found.rating).toBeGreaterThanOrEqual(1)
    expect(truth.map(({ rating }) => rating)).toContain(found.newest?.rating)
  },
)

test('a Yelp link shows the name, the number of reviews and the category', async ({ pipeline }) => {
  const truth = await upstream.reviews('yelp', 'mixed')
  const found = await pipeline.api().collection.findPlace({ link: yelpUrl(LISTINGS.mixed) })
  const { category } = LISTINGS.mixed
  expect(found).toMatchObject({
    ...{ platform: 'yelp', total: truth.length, category, problem: null },
    // Yelp's list doesn't state the average.
    isRatingOfSeen: true,
    // Its alias contains the town.
    name: LISTINGS.mixed.name,
    isNameGuessed: false,
  })
  const closed = await createPipeline({ settings: { PUBLIC_COLLECTION: 'off', YELP_API_KEY: undefined } })
  expect(await closed.api().collection.findPlace({ link: yelpUrl(LISTINGS.mixed) })).toMatchObject({
    name: `${LISTINGS.mixed.name} Larkhaven`,
    isNameGuessed: true,
  })
})

test('a link that is not a listing is refused beside its field', async ({ pipeline }) => {
  await expect(
    pipeline.api().collection.findPlace({ link: 'https://www.example.com/our-place' }),
  ).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { fields: { link: expect.stringContaining('Google') } },
  })
})

test('a place is found by name even if its platform may not be asked', async () => {
  const pipeline = await createPipeline({
    settings: { PUBLIC_COLLECTION: 'off', GOOGLE_PLACES_API_KEY: undefined },
  })
  const found = await pipeline.api().collection.findPlace({ link: googleUrl(LISTINGS.small) })
  expect(found).toMatchObject({ name: LISTINGS.small.name, rating: null, seen: 0 })
  expect(found.problem).toContain('switched off')
})

test('an organization can look up 20 places an hour', async ({ pipeline }) => {
  const api = pipeline.api()
  const links = [LISTINGS.small, LISTINGS.mixed].map(googleUrl)
  for (let place = 0; place < 20; place += 1) await api.collection.findPlace({ link: links[place % 2] ?? '' })
  await expect(api.collection.findPlace({ link: links[0] ?? '' })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
})

const problemOf = (link: string, { pipeline }: { pipeline: Pipeline }) =>
  pipeline
    .api()
    .collection.findPlace({ link })
    .then(
      () => null,
      (error: { cause?: { fields?: { link?: string }; message?: string } }) =>
        error.cause?.fields?.link ?? error.cause?.message,
    )

test("a link shared by Google's app is followed to its place", async ({ pipeline }) => {
  const link = `https://share.google/${LISTINGS.small.google?.shortCode}`
  const found = await pipeline.api().collection.findPlace({ link })
  expect(found).toMatchObject({ platform: 'google', name: LISTINGS.small.name, seen: 3 })
})

test.for(['https://share.google/search', 'https://share.google/page'])(
  '%s is refused because it leads to a search',
  async (link, { pipeline }) => {
    expect(await problemOf(link, { pipeline })).toContain('only a name')
  },
)

test('a link works with text around it and without https', async ({ pipeline }) => {
  const link = shortLink(LISTINGS.small)
  const pasted = `Marlowe & Daughter "${link.replace('https', 'http')}".`
  expect(await pipeline.api().collection.findPlace({ link: pasted })).toMatchObject({ link, seen: 3 })
})

test('a typed name is searched with the key and returns the best match and the others', async ({
  pipeline,
}) => {
  const found = await pipeline.api().collection.findPlace({ link: 'Marlowe & Daughter, Larkhaven' })
  expect(found).toMatchObject({ platform: 'google', name: LISTINGS.small.name, seen: 3, problem: null })
  expect(found.address).toContain('Larkhaven')
  const several = await pipeline.api().collection.findPlace({ link: 'Larkhaven' })
  expect(several.others.length).toBeGreaterThan(0)
  const [other] = several.others
  expect(await pipeline.api().collection.findPlace({ link: other?.link ?? '' })).toMatchObject({
    platform: 'google',
  })
})

test('an unknown name asks for the town or the link', async ({ pipeline }) => {
  expect(await problemOf('Alder & Salt Portland', { pipeline })).toContain('Add its town')
})

test('without a key and a connection a typed name is answered with what to do', async () => {
  const pipeline = await createPipeline({ settings: { GOOGLE_PLACES_API_KEY: undefined } })
  const told = await problemOf('Alder & Salt Portland', { pipeline })
  expect(told).toBe(
    'That isn’t a link. Open your business on Google Maps, choose Share and paste the link it gives you.',
  )
  expect(pipeline.requests).toEqual([])
})

test('a search refused by Google asks for the link instead', async () => {
  const pipeline = await createPipeline({ settings: { GOOGLE_PLACES_API_KEY: 'revoked' } })
  expect(await problemOf('Marlowe & Daughter', { pipeline })).toContain('That isn’t a link.')
})

test('a Facebook link is refused with the advice to connect the page', async () => {
  const free = await createPipeline({ plan: 'free' })
  const link = 'https://www.facebook.com/harborbooks'
  expect(await problemOf(link, { pipeline: free })).toContain('Facebook pages are connected, with Pro.')
  const highest = await createPipeline({ plan: 'ai_insights' })
  expect(await problemOf(link, { pipeline: highest })).not.toContain('Pro')
})

test('a platform missing from the plan is refused before anything is requested or created', async () => {
  const pipeline = await createPipeline({ plan: 'free' })
  const link = tripadvisorUrl(LISTINGS.small)
  await expect(pipeline.api().collection.findPlace({ link })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    cause: { code: 'plan_limit', message: 'TripAdvisor is not part of your Free plan.' },
  })
  await expect(
    pipeline.api().businesses.create({ name: 'Castell', tripadvisorUrl: link }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await pipeline.api().businesses.count()).toBe(0)
  expect(pipeline.requests).toEqual([])
})

test('a TripAdvisor place is checked for existence although its reviews are not kept', async ({
  pipeline,
}) => {
  const found = await pipeline.api().collection.findPlace({ link: tripadvisorUrl(LISTINGS.small) })
  expect(found).toMatchObject({ platform: 'tripadvisor', problem: null })
  expect(found.seen).toBeGreaterThan(0)
  const link = 'https://www.tripadvisor.com/Restaurant_Review-g35805-d123-Reviews-Castell.html'
  expect(await problemOf(link, { pipeline })).toContain('TripAdvisor')
})

test('an unknown short link is refused', async ({ pipeline }) => {
  expect(await problemOf('https://maps.app.goo.gl/NoSuchPlace1', { pipeline })).toBe(
    'Google doesn’t find this place. Copy the link again from Google Maps > Share.',
  )
})

test.for([
  ['google', googleUrl(LISTINGS.small)],
  ['google', shortLink(LISTINGS.small)],
  ['yelp', yelpUrl(LISTINGS.mixed)],
] as const)('a place that is already listed is shown as such: %s', async ([platform, link], { pipeline }) => {
  const { id } = await pipeline.addListing(platform === 'google' ? 'small' : 'mixed', platform)
  const listedAs = { id, name: 'Corner Shop' }
  expect(await pipeline.api().collection.findPlace({ link })).toMatchObject({
    isListed: true,
    listedAs,
    mayBelongTo: [],
  })
  const closed = await createPipeline({ settings: { PUBLIC_COLLECTION: 'off' } })
  expect(await closed.api().collection.findPlace({ link })).toMatchObject({ isListed: false, listedAs: null })
})

test('a link may belong to a business without a listing on its platform', async ({ pipeline }) => {
  const { id } = await pipeline.addListing('small', 'google')
  const { isListed, mayBelongTo } = await pipeline
    .api()
    .collection.findPlace({ link: yelpUrl(LISTINGS.mixed) })
  expect({ isListed, mayBelongTo }).toEqual({ isListed: false, mayBelongTo: [{ id, name: 'Corner Shop' }] })
  const other = await pipeline.api().collection.findPlace({ link: googleUrl(LISTINGS.mixed) })
  expect(other).toMatchObject({ isListed: false, mayBelongTo: [] })
})
