import { expect, test } from 'vitest'
import { parseAccounts, parseLocations } from '#worker/sources/google-business-profile/locations.ts'
import { expectSourceError } from '../answers.ts'
import { apiErrorBody, PLACE_ID } from '../google-api-bodies.ts'

const ACCOUNT = 'accounts/100000000000000000001'
const RECORD = {
  name: 'locations/2000000000000000002',
  title: 'Harbour Inn',
  storefrontAddress: {
    regionCode: 'US',
    postalCode: '98099',
    administrativeArea: 'WA',
    locality: 'Larkhaven',
    addressLines: ['14 Quince Lane', 'Floor 2'],
  },
  metadata: { placeId: PLACE_ID, mapsUri: 'https://maps.google.com/maps?cid=123' },
  categories: { primaryCategory: { name: 'categories/gcid:hotel', displayName: 'Hotel' } },
}

function only(changes: Record<string, unknown>) {
  return parseLocations(JSON.stringify({ locations: [{ ...RECORD, ...changes }] }), ACCOUNT).locations[0]
}

test('a location is read with its account, its Place ID and its map link', () => {
  expect(parseLocations(JSON.stringify({ locations: [RECORD], nextPageToken: 'P' }), ACCOUNT)).toEqual({
    locations: [
      {
        id: `${ACCOUNT}/locations/2000000000000000002`,
        title: 'Harbour Inn',
        address: '14 Quince Lane, Floor 2, Larkhaven, WA 98099',
        placeId: PLACE_ID,
        mapsUri: 'https://maps.google.com/maps?cid=123',
        category: 'Hotel',
      },
    ],
    nextPageToken: 'P',
  })
})

test('a location without a map entry, an address or a name is listed too', () => {
  expect(
    only({ metadata: {}, storefrontAddress: undefined, categories: undefined, title: ' ' }),
  ).toMatchObject({
    title: 'Location without a name',
    category: '',
    address: '',
    placeId: null,
    mapsUri: null,
  })
})

test('foreign URLs and invalid values are left out', () => {
  expect(only({ metadata: { mapsUri: 'https://evil.example/maps', placeId: '../x' } })).toMatchObject({
    placeId: null,
    mapsUri: null,
  })
  expect(only({ storefrontAddress: { addressLines: ['x', 1, null], locality: 7 } })?.address).toBe('x')
})

test.each(['', 'locations/', 'locations/x', 'places/2', 'locations/1/reviews/2', 7, null])(
  'a location without a valid number is left out: %j',
  (name) => {
    expect(only({ name })).toBeUndefined()
  },
)

test('accounts without a name get a default name', () => {
  const accounts = [
    { name: ACCOUNT, accountName: 'Wren Alder', type: 'PERSONAL' },
    { name: 'accounts/2' },
    { name: 'people/3', accountName: 'x' },
  ]
  expect(parseAccounts(JSON.stringify({ accounts }))).toEqual({
    accounts: [
      { id: ACCOUNT, name: 'Wren Alder' },
      { id: 'accounts/2', name: 'Account without a name' },
    ],
    nextPageToken: null,
  })
})

test('an empty response gives an empty list', () => {
  expect(parseAccounts('{}')).toEqual({ accounts: [], nextPageToken: null })
  expect(parseLocations('{}', ACCOUNT)).toEqual({ locations: [], nextPageToken: null })
})

test.each([
  [
    'not_offered',
    apiErrorBody(429, 'RESOURCE_EXHAUSTED', { reason: 'RATE_LIMIT_EXCEEDED', quotaLimit: '0' }),
  ],
  ['format_changed', '{"places": []}'],
  ['format_changed', '<html></html>'],
  ['unavailable', '{"accounts": ['],
] as const)('the error is %s for the body %s', (kind, body) => {
  for (const parse of [parseAccounts, (text: string) => parseLocations(text, ACCOUNT)]) {
    expectSourceError(() => parse(body), kind)
  }
})
