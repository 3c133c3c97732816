import { expect, test } from 'vitest'
import { googleUrl, LISTINGS, shortLink, yelpUrl } from '#tests/upstream/listings.ts'
import { PLATFORMS, type Platform } from '#worker/rules/platforms.ts'
import { cidOf } from '#worker/sources/google-public/locate.ts'
import { placeNames } from '#worker/sources/place-names.ts'
import { sourceNamed } from '#worker/sources/registry.ts'

const FEATURE_ID = '0x23f0753c3e3eeca5:0x9d5bf7342d827be3'

function listed(source: string, address: string, placeId?: string): string[] {
  const place = sourceNamed(source)?.locate(new URL(address))
  const platform = PLATFORMS.find((name) => source.startsWith(name)) as Platform
  return placeNames({
    platform,
    source,
    listingUrl: place?.url ?? address,
    placeId: placeId ?? place?.id ?? null,
  })
}

test('all spellings of a Google place have the same name, in every source', () => {
  const spellings = [
    listed('google-public', `https://www.google.com/maps/place/x/data=!1s${FEATURE_ID}`),
    listed(
      'google-public',
      `https://maps.google.de/maps?ftid=${FEATURE_ID.toUpperCase().replaceAll('X', 'x')}`,
    ),
    listed('google-places', `https://www.google.com/maps/place/?ftid=${FEATURE_ID}`),
  ]
  for (const names of spellings) expect(names).toEqual(['0x9d5bf7342d827be3'])
  const profile = `https://maps.google.com/maps?cid=${cidOf(FEATURE_ID)}`
  expect(listed('google-business-profile', profile, 'accounts/1/locations/2')).toEqual([
    '0x9d5bf7342d827be3',
    'locations/2',
  ])
})

test('an unlisted location has the same name in every account that manages it', () => {
  const home = 'https://business.google.com/locations'
  for (const account of [1, 2]) {
    const names = listed('google-business-profile', home, `accounts/${account}/locations/77`)
    expect(names).toEqual(['locations/77'])
  }
})

test('a short link is its own name, plus the id once it is known', () => {
  const link = shortLink(LISTINGS.small)
  expect(listed('google-public', link)).toEqual([link])
  expect(listed('google-public', link, FEATURE_ID)).toEqual(['0x9d5bf7342d827be3', link])
})

test('a Yelp alias has one name in any spelling, and the id is used if it is known', () => {
  const names = listed('yelp-public', 'https://www.yelp.com/biz/caf%C3%A9-x')
  expect(names).toEqual(['https://www.yelp.com/biz/café-x'])
  expect(listed('yelp-public', 'https://m.yelp.com/biz/CAF%c3%89-%78?osq=a')).toEqual(names)
  const id = LISTINGS.small.yelp?.encid ?? ''
  expect(listed('yelp-fusion', yelpUrl(LISTINGS.small), id)[0]).toBe(id)
  expect(listed('yelp-public', `https://www.yelp.com/biz/${id}`)).toEqual([id])
})

test('Facebook pages and TripAdvisor locations are named by their ids', () => {
  expect(listed('facebook', 'https://www.facebook.com/pages/', '1234567')).toEqual(['1234567'])
  expect(listed('tripadvisor', 'https://www.tripadvisor.com/Hotel_Review-g1-d89575-Reviews-x.html')).toEqual([
    '89575',
  ])
})

test('different places have different names', () => {
  expect(listed('google-public', googleUrl(LISTINGS.small))).not.toEqual(
    listed('google-public', googleUrl(LISTINGS.large)),
  )
})
