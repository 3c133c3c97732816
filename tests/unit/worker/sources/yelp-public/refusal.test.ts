import { expect, test } from 'vitest'
import { yelpPublic } from '#worker/sources/yelp-public/yelp-public.ts'
import { answerOf, expectOwnerWords, expectSourceError } from '../answers.ts'
import {
  DATADOME_JSON,
  DATADOME_PAGE,
  feedBody,
  feedElement,
  gqlBody,
  gqlNode,
  htmlBody,
  NOT_ALLOWED_PAGE,
  SORRY_PAGE,
} from '../yelp-bodies.ts'

const { refusal, parse } = yelpPublic

test('a page of reviews is not a refusal, whatever the reviews contain', () => {
  const words =
    'geo.captcha-delivery.com Please enable JS and disable any ad blocker, not allowed to access this page'
  const bodies = [
    gqlBody([gqlNode(1, { text: { full: words, language: 'en' } })]),
    feedBody([feedElement(1, { comment: { text: words, language: 'en' } })]),
  ]
  for (const body of bodies) {
    expect(refusal(answerOf({ body, headers: { 'x-datadome': 'protected' } }))).toBeNull()
    expect(parse(body).reviews[0]?.reviewText).toBe(words)
  }
})

test('an ordinary page with the script of the bot protection is not a block', () => {
  const body = htmlBody()
  expect(body).toContain('js.datadome.co/tags.js')
  expect(refusal(answerOf({ body, headers: { 'x-datadome': 'protected' } }))).toBeNull()
})

test.each([
  ['a page with 403', answerOf({ status: 403, headers: { 'x-datadome': 'protected' }, body: DATADOME_PAGE })],
  ['the headers alone', answerOf({ status: 403, headers: { 'x-datadome': 'protected' } })],
  ['a page with 200', answerOf({ body: DATADOME_PAGE })],
  ['JSON with 403', answerOf({ status: 403, body: DATADOME_JSON })],
  ['JSON with 200', answerOf({ body: DATADOME_JSON })],
  ['its words alone', answerOf({ body: '<html>Please enable JS and disable any ad blocker</html>' })],
])('the bot protection is recognised: %s', (_, answer) => {
  const error = refusal(answer)
  expectOwnerWords(error, 'blocked')
  expect(error?.message).toContain('captcha')
})

test.each([
  ['not allowed', answerOf({ status: 403, body: NOT_ALLOWED_PAGE })],
  ['not allowed with 200', answerOf({ body: NOT_ALLOWED_PAGE })],
  ['sorry', answerOf({ status: 503, body: SORRY_PAGE })],
  ['403', answerOf({ status: 403, body: '<html>No</html>' })],
  ['a redirect', answerOf({ status: 302, headers: { location: 'https://www.yelp.com/' } })],
])('a blocked address is recognised: %s', (_, answer) => {
  expectOwnerWords(refusal(answer), 'blocked')
})

test('an unknown document id is a changed format, not a block', () => {
  const error = refusal(answerOf({ status: 403, body: 'Forbidden' }))
  expectOwnerWords(error, 'format_changed')
  expect(error?.message).toContain('not a block')
  expectSourceError(() => parse('Forbidden'), 'format_changed')
  expectOwnerWords(refusal(answerOf({ status: 403, body: 'Forbidden.' })), 'blocked')
})

test.each([
  [404, 'not_found'],
  [410, 'not_found'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [400, 'format_changed'],
] as const)('status %i means %s', (status, kind) => {
  const error = refusal(answerOf({ status, headers: { 'retry-after': '7' } }))
  expectOwnerWords(error, kind)
  if (kind === 'rate_limited' || kind === 'unavailable') expect(error?.retryAfterSeconds).toBe(7)
})

test.each([DATADOME_PAGE, DATADOME_JSON, NOT_ALLOWED_PAGE])('parse also refuses %s', (body) => {
  expectSourceError(() => parse(body), 'blocked')
})
