import { expect, test } from 'vitest'
import { yelpFusion } from '#worker/sources/yelp-fusion/yelp-fusion.ts'
import { expectOwnerWords, sourceErrorOf } from '../answers.ts'
import { BUSINESS_ID } from '../yelp-bodies.ts'

const ACCESS = { apiKey: 'invented-key' }

test('the newest excerpts are requested by id, with the key in a header', () => {
  const place = { id: BUSINESS_ID, url: 'https://www.yelp.com/biz/x' }
  const request = yelpFusion.request(place, null, ACCESS)
  const url = new URL(request.url)
  expect(request.method).toBe('GET')
  expect(url.origin + url.pathname).toBe(`https://api.yelp.com/v3/businesses/${BUSINESS_ID}/reviews`)
  expect(Object.fromEntries(url.searchParams)).toEqual({ limit: '7', sort_by: 'newest', locale: 'en_US' })
  expect(request.headers.get('authorization')).toBe('Bearer invented-key')
  expect(request.redirect).toBe('manual')
  expect(request.url).not.toContain('invented-key')
})

test("an id can't lead to another path", () => {
  const { url } = yelpFusion.request({ id: '../../x?y#z', url: 'https://www.yelp.com/biz/x' }, null, ACCESS)
  expect(new URL(url).pathname).toBe('/v3/businesses/..%2F..%2Fx%3Fy%23z/reviews')
})

test('no request is made without a key', () => {
  const place = { id: BUSINESS_ID, url: 'https://www.yelp.com/biz/x' }
  const error = sourceErrorOf(() => yelpFusion.request(place, null, {}))
  expectOwnerWords(error, 'not_allowed')
})
