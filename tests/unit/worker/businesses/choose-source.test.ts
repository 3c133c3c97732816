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
] as const)('%s, connected as %s, with %j uses the source %s', (platform, connected, settings, expected) => {
  expect(chooseSource(platform, connected, settings)?.name ?? null).toBe(expected)
})

test('an empty key counts as no key', () => {
  expect(chooseSource('yelp', null, { ...NOTHING, YELP_API_KEY: '' })).toBeNull()
})

test('each API source has its own key; public pages and connections have none', () => {
  expect(operatorKey('google-places', ALL)).toBe('places')
  expect(operatorKey('yelp-fusion', ALL)).toBe('fusion')
  expect(operatorKey('tripadvisor', ALL)).toBe('content')
  expect(operatorKey('google-public', ALL)).toBeUndefined()
  expect(operatorKey('google-business-profile', ALL)).toBeUndefined()
})

test('sources that need a connection are recognised by name', () => {
  expect(['google-business-profile', 'facebook'].every(isConnection)).toBe(true)
  expect(['google-public', 'google-places', 'tripadvisor', 'import'].some(isConnection)).toBe(false)
})

const PUBLIC_PLACE = {
  platform: 'google' as const,
  source: 'google-public',
  listingUrl: 'https://www.google.com/maps/place/?q=place_id:ChIJpTw-PAdTwEcR43snj_VDW50',
  placeId: '0x47c053073c3e3ca5:0x9d5b43f58f277be3',
}

test('a stored source is kept while it can still be used', () => {
  expect(sourceToday(PUBLIC_PLACE, ALL)).toBe(PUBLIC_PLACE)
  const connected = {
    ...PUBLIC_PLACE,
    source: 'google-business-profile',
    placeId: 'accounts/1/locations/2',
  }
  expect(sourceToday(connected, NOTHING)).toBe(connected)
})

test("a source that can't be used any more is replaced by one that derives its own place id", () => {
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

test('there is no source if none can be used', () => {
  expect(sourceToday(PUBLIC_PLACE, NOTHING)).toBeNull()
})

test("a preferred source that can't identify the place leaves the former source in use", () => {
  const unknown = {
    ...PUBLIC_PLACE,
    source: 'google-places',
    listingUrl: 'https://www.google.com/search?q=x',
  }
  expect(sourceToday(unknown, ALL)).toBe(unknown)
  expect(sourceToday(unknown, PUBLIC)).toBeNull()
})

test('each platform without a source has a sentence on what to do, such as connecting Google', () => {
  expect(whyNoSource('google')).toContain('Connect your Google Business Profile')
  for (const platform of PLATFORMS) expect(whyNoSource(platform)).toMatch(/^[A-Z].*\.$/)
})
