import { expect, test } from 'vitest'
import { resolve, yelpFusion } from '#worker/sources/yelp-fusion/yelp-fusion.ts'
import { yelpPublic } from '#worker/sources/yelp-public/yelp-public.ts'
import { answerOf, expectSourceError, place } from '../answers.ts'
import { BUSINESS_ID } from '../yelp-bodies.ts'
import { API_ALIAS, apiErrorBody } from './bodies.ts'

const BY_ALIAS = place(null, `https://www.yelp.com/biz/${API_ALIAS}`)
const SHORT = place(null, 'https://yelp.to/qTJ_abc123')

test.each([
  `https://www.yelp.com/biz/${API_ALIAS}`,
  `https://m.yelp.com/menu/${API_ALIAS}?x=1`,
  `https://www.yelp.de/biz/${BUSINESS_ID}`,
  'https://yelp.to/qTJ_abc123',
  'https://www.yelp.com/search?find_desc=x',
  'https://example.com/biz/x',
])('%s is located as by the public source', (address) => {
  const url = new URL(address)
  expect(yelpFusion.locate(url)).toEqual(yelpPublic.locate(url))
})

test('an alias is requested from the API, with its letters encoded', () => {
  const request = resolve.request(BY_ALIAS, { apiKey: 'invented-key' })
  expect(request.url).toBe(`https://api.yelp.com/v3/businesses/${API_ALIAS}`)
  expect(request.headers.get('authorization')).toBe('Bearer invented-key')
  const other = resolve.request(place(null, 'https://www.yelp.com/biz/b%C3%A4ckerei'), { apiKey: 'k' })
  expect(new URL(other.url).pathname).toBe('/v3/businesses/b%C3%A4ckerei')
})

test('the response gives the id and the current alias', () => {
  const body = JSON.stringify({ id: BUSINESS_ID, alias: 'harbour-inn-renamed', review_count: 3 })
  expect(resolve.parse(BY_ALIAS, answerOf({ body }))).toEqual({
    id: BUSINESS_ID,
    url: 'https://www.yelp.com/biz/harbour-inn-renamed',
  })
})

test.each([
  ['French', { categories: [{ alias: 'french', title: 'French' }, { title: 'Bars' }] }],
  ['', { categories: [] }],
  ['', { categories: null }],
  ['', {}],
])('the response gives the name and its first category: %j', (category, business) => {
  const body = JSON.stringify({ id: BUSINESS_ID, name: 'Harbor Inn', ...business })
  expect(resolve.describe(answerOf({ body }))).toEqual({ name: 'Harbor Inn', category })
})

test('a merged listing is followed to its new id', () => {
  const body = apiErrorBody('BUSINESS_MIGRATED', { new_business_id: BUSINESS_ID })
  expect(resolve.parse(BY_ALIAS, answerOf({ status: 301, body }))).toEqual({
    id: BUSINESS_ID,
    url: `https://www.yelp.com/biz/${BUSINESS_ID}`,
  })
})

test('a short link is followed without the key, and only to Yelp', () => {
  const request = resolve.request(SHORT, { apiKey: 'invented-key' })
  expect(request.url).toBe('https://yelp.to/qTJ_abc123')
  expect(request.headers.has('authorization')).toBe(false)
  const hop = (location: string) => resolve.parse(SHORT, answerOf({ status: 302, headers: { location } }))
  expect(hop(`https://www.yelp.com/biz/${API_ALIAS}?x=1`)).toEqual(BY_ALIAS)
  expectSourceError(() => hop('https://evil.example/biz/x'), 'wrong_listing')
})

test.each([
  [404, apiErrorBody('BUSINESS_NOT_FOUND'), 'not_found'],
  [404, apiErrorBody('NOT_FOUND'), 'not_found'],
  [301, apiErrorBody('BUSINESS_MIGRATED', { new_business_id: '../x' }), 'not_found'],
  [403, apiErrorBody('BUSINESS_UNAVAILABLE'), 'not_found'],
  [401, apiErrorBody('TOKEN_INVALID'), 'not_allowed'],
  [429, apiErrorBody('ACCESS_LIMIT_REACHED'), 'quota'],
  [503, '', 'unavailable'],
  [200, '{"id":', 'unavailable'],
  [200, '{"id":"gary"}', 'format_changed'],
] as const)('%i %s is refused as %s', (status, body, kind) => {
  expectSourceError(() => resolve.parse(BY_ALIAS, answerOf({ status, body })), kind)
})
