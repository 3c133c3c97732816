import { expect, test } from 'vitest'
import { googlePlaces } from '#worker/sources/google-places/google-places.ts'
import { isReviewApiAddress } from '#worker/sources/hosts.ts'
import { answerOf, expectOwnerWords, expectSourceError, sourceErrorOf } from '../answers.ts'
import { apiErrorBody, PLACE_ID, placesBody, placesReview } from '../google-api-bodies.ts'

const { request, refusal } = googlePlaces
const PLACE = { id: PLACE_ID, url: 'https://www.google.com/maps/place/?q=place_id:x' }

test('a place is requested with key and field mask, in English, without cookies or redirects', () => {
  const asked = request(PLACE, null, { apiKey: 'K' })
  expect(asked.url).toBe(`https://places.googleapis.com/v1/places/${PLACE_ID}?languageCode=en`)
  expect(isReviewApiAddress(new URL(asked.url))).toBe(true)
  expect(Object.fromEntries(asked.headers)).toEqual({
    accept: 'application/json',
    'accept-language': 'en',
    'x-goog-api-key': 'K',
    'x-goog-fieldmask': 'id,displayName,primaryTypeDisplayName,rating,userRatingCount,googleMapsUri,reviews',
  })
  expect([asked.method, asked.redirect]).toEqual(['GET', 'manual'])
})

test('no request is made without a key', () => {
  expectSourceError(() => request(PLACE, null, {}), 'not_allowed')
  expect(sourceErrorOf(() => request(PLACE, null, { apiKey: '' })).kind).toBe('not_allowed')
})

test.each(['', '0x1a:0x2b', '../places', 'ChIJ/x', 'ChIJDdnwdv0y5xQRRytw1ihZQeU?x=1'])(
  '%j is not a valid Place ID',
  (id) => {
    expect(sourceErrorOf(() => request({ ...PLACE, id }, null, { apiKey: 'K' })).kind).toBe('wrong_listing')
  },
)

test("the source uses the operator's key, may keep only totals and lists some reviews", () => {
  expect(googlePlaces).toMatchObject({
    name: 'google-places',
    platform: 'google',
    access: 'api_key',
    keeps: 'numbers',
    lists: 'some',
    texts: 'full',
  })
})

function refused(code: number, status: string, details: Parameters<typeof apiErrorBody>[2] = {}) {
  return refusal(answerOf({ status: code, body: apiErrorBody(code, status, details) }))
}

test('a place is not a refusal', () => {
  expect(refusal(answerOf({ body: placesBody([placesReview(1)]) }))).toBeNull()
})

test.each([
  ['not_allowed', 403, 'PERMISSION_DENIED', {}],
  ['not_allowed', 401, 'UNAUTHENTICATED', {}],
  ['not_allowed', 400, 'INVALID_ARGUMENT', { reason: 'API_KEY_INVALID' }],
  ['not_allowed', 400, 'INVALID_ARGUMENT', { message: 'API key expired. Please renew the API key.' }],
  ['not_found', 404, 'NOT_FOUND', {}],
  ['not_found', 400, 'INVALID_ARGUMENT', { message: 'Not a valid Place ID: x' }],
  ['blocked', 400, 'INVALID_ARGUMENT', { message: 'Cannot find matching fields for path.' }],
  ['rate_limited', 429, 'RESOURCE_EXHAUSTED', {}],
  ['quota', 429, 'RESOURCE_EXHAUSTED', { reason: 'X', quotaLimit: '500', quotaUnit: '1/d/{project}' }],
  ['not_offered', 429, 'RESOURCE_EXHAUSTED', { reason: 'X', quotaLimit: '0' }],
  ['unavailable', 503, 'UNAVAILABLE', {}],
  ['unavailable', 500, 'INTERNAL', {}],
  ['blocked', 400, 'OUT_OF_TUNE', {}],
] as const)('the error is %s for %i %s %j', (kind, code, status, details) => {
  expectOwnerWords(refused(code, status, details), kind)
})

test.each([
  ['not_allowed', 401],
  ['not_allowed', 403],
  ['not_found', 404],
  ['rate_limited', 429],
  ['unavailable', 503],
  ['blocked', 302],
] as const)('the error is %s for an HTML page with status %i', (kind, status) => {
  expectOwnerWords(refusal(answerOf({ status, body: '<html></html>' })), kind)
})
