import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { googleUrl, LISTINGS, shortLink, yelpUrl } from '#tests/upstream/listings.ts'
import { createPipeline, upstream } from './support/pipeline.ts'

test.for([
  ['google', googleUrl(LISTINGS.small)],
  ['google', shortLink(LISTINGS.small)],
] as const)(
  'the place of a link is shown with its name and newest review: %s',
  async ([platform, link], { pipeline }) => {
    const truth = await upstream.reviews(platform, 'small')
    const found = await pipeline.api().collection.findPlace({ link })
    expect(found).toMatchObject({ platform, link, name: LISTINGS.small.name, seen: 3, problem: null })
    expect(found.rating).toBeGreaterThanOrEqual(1)
    expect(truth.map(({ rating }) => rating)).toContain(found.newest?.rating)
  },
)

test('Yelp states how many reviews there are', async ({ pipeline }) => {
  const truth = await upstream.reviews('yelp', 'mixed')
  const found = await pipeline.api().collection.findPlace({ link: yelpUrl(LISTINGS.mixed) })
  expect(found).toMatchObject({ platform: 'yelp', total: truth.length, problem: null })
})

test('what is no listing is refused beside its field', async ({ pipeline }) => {
  await expect(
    pipeline.api().collection.findPlace({ link: 'https://www.example.com/our-place' }),
  ).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { fields: { link: expect.stringContaining('Google') } },
  })
})

test('a platform that may not be asked is no reason not to add the place', async () => {
  const pipeline = await createPipeline({
    settings: { PUBLIC_COLLECTION: 'off', GOOGLE_PLACES_API_KEY: undefined },
  })
  const found = await pipeline.api().collection.findPlace({ link: googleUrl(LISTINGS.small) })
  expect(found).toMatchObject({ name: LISTINGS.small.name, rating: null, seen: 0 })
  expect(found.problem).toContain('switched off')
})

test('an organization looks up 20 places an hour', async ({ pipeline }) => {
  const api = pipeline.api()
  const links = [LISTINGS.small, LISTINGS.mixed].map(googleUrl)
  for (let place = 0; place < 20; place += 1) await api.collection.findPlace({ link: links[place % 2] ?? '' })
  await expect(api.collection.findPlace({ link: links[0] ?? '' })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
})
