import { expect, test } from 'vitest'
import {
  chooseSource,
  isConnection,
  operatorKey,
  type SourceSettings,
  sourceToday,
  whyNoSource,
} from '#worker/businesses/choose-source.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'

const NOTHING: SourceSettings = { PUBLIC_COLLECTION: 'off' }
const PUBLIC: SourceSettings = { PUBLIC_COLLECTION: 'on' }
const KEYS: SourceSettings = {
  PUBLIC_COLLECTION: 'off',
  GOOGLE_PLACES_API_KEY: 'places',
  YELP_API_KEY: 'fusion',
  TRIPADVISOR_API_KEY: 'content',
}
const ALL: SourceSettings = { ...KEYS, PUBLIC_COLLECTION: 'on' }

test.each([
  ['google', null, NOTHING, null],
  ['google', null, PUBLIC, 'google-public'],
  ['google', null, KEYS, 'google-places'],
  ['google', null, ALL, 'google-public'],
  ['google', 'google-business-profile', NOTHING, 'google-business-profile'],
  ['google', 'google-business-profile', ALL, 'google-business-profile'],
  ['yelp', null, NOTHING, null],
  ['yelp', null, PUBLIC, 'yelp-public'],
  ['yelp', null, KEYS, 'yelp-fusion'],
  ['yelp', null, ALL, 'yelp-public'],
  ['facebook', null, ALL, null],
  ['facebook', 'facebook', NOTHING, 'facebook'],
  ['tripadvisor', null, PUBLIC, null],
  ['tripadvisor', null, KEYS, 'tripadvisor'],
] as const)('%s, connected as %s, comes with %j from %s', (platform, connected, settings, expected) => {
  expect(chooseSource(platform, connected, settings)?.name ?? null).toBe(expected)
})

test('an empty key is none', () => {
  expect(chooseSource('yelp', null, { ...NOTHING, YELP_API_KEY: '' })).toBeNull()
})

test('each source has its own key, and public pages and connections have none', () => {
  expect(operatorKey('google-places', ALL)).toBe('places')
  expect(operatorKey('yelp-fusion', ALL)).toBe('fusion')
  expect(operatorKey('tripadvisor', ALL)).toBe('content')
  expect(operatorKey('google-public', ALL)).toBeUndefined()
  expect(operatorKey('google-business-profile', ALL)).toBeUndefined()
})

test('what comes with a connection is known by its name', () => {
  expect(['google-business-profile', 'facebook'].every(isConnection)).toBe(true)
  expect(['google-public', 'google-places', 'tripadvisor', 'import'].some(isConnection)).toBe(false)
})

const PUBLIC_PLACE = {
  platform: 'google' as const,
  source: 'google-public',
  listingUrl: 'https://www.google.com/maps/place/?q=place_id:ChIJpTw-PAdTwEcR43snj_VDW50',
  placeId: '0x47c053073c3e3ca5:0x9d5b43f58f277be3',
}

test('a stored source stays what it is while it may be asked', () => {
  expect(sourceToday(PUBLIC_PLACE, ALL)).toBe(PUBLIC_PLACE)
  const connected = {
    ...PUBLIC_PLACE,
    source: 'google-business-profile',
    placeId: 'accounts/1/locations/2',
  }
  expect(sourceToday(connected, NOTHING)).toBe(connected)
})

test('a source that may no longer be asked gives way to another, which finds its own id of the place', () => {
  const places = sourceToday(PUBLIC_PLACE, KEYS)
  expect(places).toEqual({
    source: 'google-places',
    listingUrl: PUBLIC_PLACE.listingUrl,
    placeId: 'ChIJpTw-PAdTwEcR43snj_VDW50',
  })
  if (!places) throw new Error('asked above')
  expect(sourceToday({ platform: 'google' as const, ...places }, PUBLIC)).toEqual({
    source: 'google-public',
    listingUrl: PUBLIC_PLACE.listingUrl,
    placeId: PUBLIC_PLACE.placeId,
  })
})

test('where nothing may be asked there is no source', () => {
  expect(sourceToday(PUBLIC_PLACE, NOTHING)).toBeNull()
})

test('a better source that can not tell which place a listing is leaves it to the former one', () => {
  const unknown = {
    ...PUBLIC_PLACE,
    source: 'google-places',
    listingUrl: 'https://www.google.com/search?q=x',
  }
  expect(sourceToday(unknown, ALL)).toBe(unknown)
  expect(sourceToday(unknown, PUBLIC)).toBeNull()
})

test('an owner whose platform may not be asked is told what to do instead', () => {
  expect(whyNoSource('google')).toContain('Connect your Google Business Profile')
  for (const platform of PLATFORMS) expect(whyNoSource(platform)).toMatch(/^[A-Z].*\.$/)
})
