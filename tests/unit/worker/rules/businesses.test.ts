import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  BusinessId,
  CreateBusinessInput,
  ListBusinessesInput,
  UpdateBusinessInput,
} from '#worker/rules/businesses.ts'
import { messageOf } from './messages.ts'

const ID = '0199a3c4-7d1e-7c2b-9f00-0123456789ab'

const DETAIL_NAMES = [
  'industry',
  'location',
  'phone',
  'website',
  'description',
  'email',
  'googleBusinessUrl',
  'yelpBusinessUrl',
  'tripadvisorUrl',
  'fullAddress',
  'city',
  'state',
  'zipCode',
  'country',
  'logoUrl',
]

test('a business needs only a name; missing details are null and unknown fields are dropped', () => {
  expect(v.parse(CreateBusinessInput, { name: ' Pizza Nova ', plan: 'ai_insights', userId: 'x' })).toEqual({
    name: 'Pizza Nova',
    ...Object.fromEntries(DETAIL_NAMES.map((detail) => [detail, null])),
    address: {},
    settings: {},
  })
})

test.each(DETAIL_NAMES)('an empty %s becomes null', (detail) => {
  for (const empty of ['', '   ', null]) {
    expect(v.parse(CreateBusinessInput, { name: 'Pizza Nova', [detail]: empty })).toMatchObject({
      [detail]: null,
    })
    expect(v.parse(UpdateBusinessInput, { id: ID, [detail]: empty })).toEqual({ id: ID, [detail]: null })
  }
})

test('an update contains only the given fields', () => {
  expect(v.parse(UpdateBusinessInput, { id: ID })).toEqual({ id: ID })
  expect(v.parse(UpdateBusinessInput, { id: ID, name: ' Nova ', isActive: false, userId: 'x' })).toEqual({
    id: ID,
    name: 'Nova',
    isActive: false,
  })
})

test.each([
  [{ name: undefined }, 'Enter the name of the business.'],
  [{ name: 7 }, 'Name must be text.'],
  [{ name: '  ' }, 'Enter the name of the business.'],
  [{ name: 'x'.repeat(120) }, null],
  [{ name: 'x'.repeat(121) }, 'Name can have at most 120 characters.'],
  [{ description: 'x'.repeat(2_000) }, null],
  [{ description: 'x'.repeat(2_001) }, 'Description can have at most 2,000 characters.'],
  [{ email: 'nova' }, 'Invalid email format'],
  [{ website: 'pizza-nova' }, 'Invalid URL format'],
  [{ googleBusinessUrl: 'javascript:alert(1)' }, 'Invalid URL format'],
  [{ yelpBusinessUrl: 'ftp://yelp.example/biz/nova' }, 'Invalid URL format'],
  [{ website: 'https://user:pass@example.test' }, 'Invalid URL format'],
  [{ logoUrl: 'http://example.test/logo.png' }, 'Invalid URL format'],
  [{ logoUrl: 'data:image/png;base64,AAAA' }, 'Invalid URL format'],
  [{ address: 'Rua 1' }, 'Address must be an object.'],
  [{ city: 7 }, 'City must be text.'],
  [{ city: 'a\0b' }, "City contains a character that can't be stored. Type it again."],
])('creating a business with %j gives %j', (change, message) => {
  expect(messageOf(CreateBusinessInput, { name: 'Pizza Nova', ...change })).toBe(message)
})

test.each([
  [{ name: '' }, 'Enter the name of the business.'],
  [{ isActive: 'yes' }, 'Active must be on or off.'],
  [{ id: 'x' }, 'Unknown business. Choose one from the list.'],
])('updating a business with %j gives %j', (change, message) => {
  expect(messageOf(UpdateBusinessInput, { id: ID, ...change })).toBe(message)
})

test('businesses can be listed without any input', () => {
  expect(v.parse(ListBusinessesInput, undefined)).toEqual({})
  expect(v.parse(ListBusinessesInput, { search: ' nova ', isActive: true })).toEqual({
    search: 'nova',
    isActive: true,
  })
})

test('a business id is a UUID', () => {
  expect(v.parse(BusinessId, { id: ID })).toEqual({ id: ID })
  expect(messageOf(BusinessId, { id: '1' })).toBe('Unknown business. Choose one from the list.')
})
