import { expect, test } from 'vitest'
import { yelpFusion } from '#worker/sources/yelp-fusion/yelp-fusion.ts'
import { answerOf, expectOwnerWords } from '../answers.ts'
import { BUSINESS_ID } from '../yelp-bodies.ts'
import { apiErrorBody, excerpt, excerptsBody } from './bodies.ts'

const { refusal } = yelpFusion

test('a list is not a refusal, whatever it contains', () => {
  const body = excerptsBody([excerpt(1, { text: '"error": {"code": "TOKEN_INVALID"}' })])
  expect(refusal(answerOf({ body }))).toBeNull()
})

test('a business with nothing to show is not a refusal', () => {
  expect(refusal(answerOf({ status: 403, body: apiErrorBody('BUSINESS_UNAVAILABLE') }))).toBeNull()
})

test.each([
  [401, 'TOKEN_INVALID', 'not_allowed', /this service's key/],
  [401, 'TOKEN_MISSING', 'not_allowed', /this service's key/],
  [401, 'UNAUTHORIZED_ACCESS_TOKEN', 'not_allowed', /this service's key/],
  [404, 'NOT_FOUND', 'not_allowed', /plan .* doesn't include reviews/],
  [404, 'BUSINESS_NOT_FOUND', 'not_found', /Check the link/],
  [301, 'BUSINESS_MIGRATED', 'not_found', /merged this listing .* new address/],
  [429, 'TOO_MANY_REQUESTS_PER_SECOND', 'rate_limited', /try again/],
  [429, 'ACCESS_LIMIT_REACHED', 'quota', /midnight UTC/],
  [500, 'INTERNAL_ERROR', 'unavailable', /try again/],
  [503, 'SERVICE_UNAVAILABLE', 'unavailable', /try again/],
  [400, 'VALIDATION_ERROR', 'blocked', /operator/],
  [413, 'REQUEST_ENTITY_TOO_LARGE', 'blocked', /operator/],
  [429, 'SOMETHING_NEW', 'rate_limited', /slow down/],
  [500, 'SOMETHING_NEW', 'unavailable', /try again/],
] as const)('%i %s means %s', (status, code, kind, words) => {
  const present = refusal(answerOf({ status, body: apiErrorBody(code) }))
  expectOwnerWords(present, kind)
  expect(present?.message).toMatch(words)
  const older = refusal(
    answerOf({ status, body: JSON.stringify({ error: { id: code, text: 'Invented.' } }) }),
  )
  expect(older).toMatchObject({ kind, message: present?.message })
})

test.each([
  ['beside its code', apiErrorBody('BUSINESS_MIGRATED', { new_business_id: BUSINESS_ID }), BUSINESS_ID],
  [
    'in the form of 2016',
    JSON.stringify({ error: { id: 'BUSINESS_MIGRATED' }, new_business_id: BUSINESS_ID }),
    BUSINESS_ID,
  ],
  ['nowhere', apiErrorBody('BUSINESS_MIGRATED'), null],
  ['that is none', apiErrorBody('BUSINESS_MIGRATED', { new_business_id: '../x' }), null],
])('a merged listing names its replacement %s', (_, body, id) => {
  const movedTo = id === null ? null : { id, url: `https://www.yelp.com/biz/${id}` }
  expect(refusal(answerOf({ status: 301, body }))).toMatchObject({ kind: 'not_found', movedTo })
})

test.each([
  [401, 'not_allowed'],
  [403, 'not_allowed'],
  [404, 'not_found'],
  [429, 'rate_limited'],
  [502, 'unavailable'],
  [302, 'blocked'],
  [400, 'format_changed'],
] as const)('%i with an unknown body means %s', (status, kind) => {
  expectOwnerWords(refusal(answerOf({ status, body: '<html>No</html>' })), kind)
})

test('too many requests per second wait for a second', () => {
  const body = apiErrorBody('TOO_MANY_REQUESTS_PER_SECOND')
  expect(refusal(answerOf({ status: 429, body }))?.retryAfterSeconds).toBe(1)
})

test.each([
  [
    'until the reset',
    { date: 'Sat, 21 Nov 2026 22:30:00 GMT', 'ratelimit-resettime': '2026-11-22T00:00:00+00:00' },
    5_400,
  ],
  [
    'a day at most',
    { date: 'Sat, 21 Nov 2026 22:30:00 GMT', 'ratelimit-resettime': '2027-11-22T00:00:00+00:00' },
    86_400,
  ],
  [
    'not at all after it',
    { date: 'Sun, 22 Nov 2026 00:00:01 GMT', 'ratelimit-resettime': '2026-11-22T00:00:00+00:00' },
    0,
  ],
  ['as Retry-After says', { 'retry-after': '60', 'ratelimit-resettime': 'soon' }, 60],
  ['for an unknown time', { 'ratelimit-resettime': '2026-11-22T00:00:00+00:00' }, null],
] as const)('the daily limit waits %s', (_, headers, seconds) => {
  const error = refusal(answerOf({ status: 429, headers, body: apiErrorBody('ACCESS_LIMIT_REACHED') }))
  expect(error?.retryAfterSeconds).toBe(seconds)
})
