import { expect, test } from 'vitest'
import { googlePublic } from '#worker/sources/google-public/google-public.ts'
import { answerOf, expectOwnerWords, expectSourceError } from '../answers.ts'
import { boqBody, boqRecord, CAPTCHA_PAGE, CONSENT_PAGE, errorBody, LIMITED_PAGE } from '../google-bodies.ts'

const { refusal, parse } = googlePublic

test('a page of reviews is not a refusal, whatever the reviews contain', () => {
  const text =
    '/sorry/ unusual traffic, captcha-form, ConsentUi, limited view of the sea, "er", https://consent.google.com/'
  for (const guard of ['', ")]}'\n"]) {
    const body = boqBody([boqRecord(1, { text })], { guard })
    expect(refusal(answerOf({ body }))).toBeNull()
    expect(parse(body).reviews).toHaveLength(1)
  }
})

test('429 includes the time to wait', () => {
  const error = refusal(answerOf({ status: 429, headers: { 'retry-after': '90' }, body: CAPTCHA_PAGE }))
  expectOwnerWords(error, 'rate_limited')
  expect(error?.retryAfterSeconds).toBe(90)
})

test.each([
  ['blocked', 302, 'https://www.google.com/sorry/index?continue=x'],
  ['blocked', 302, '/sorry/index?continue=x'],
  ['consent', 302, 'https://consent.google.com/ml?continue=x'],
  ['blocked', 301, 'https://www.google.com/elsewhere'],
] as const)('the error is %s for a redirect with status %i to %s', (kind, status, location) => {
  expectOwnerWords(refusal(answerOf({ status, headers: { location } })), kind)
})

test.each([
  ['blocked', 401],
  ['blocked', 403],
  ['not_found', 404],
  ['not_found', 410],
  ['cursor_expired', 400],
  ['unavailable', 408],
  ['unavailable', 500],
  ['unavailable', 502],
  ['unavailable', 503],
  ['format_changed', 405],
] as const)('the error is %s for an empty response with status %i', (kind, status) => {
  expectOwnerWords(refusal(answerOf({ status, body: '' })), kind)
})

test.each([
  ['blocked', CAPTCHA_PAGE],
  ['blocked', '<html><a href="/sorry/index">continue</a></html>'],
  ['blocked', '  \n<html>detected unusual traffic from'],
  ['consent', CONSENT_PAGE],
  ['limited_view', LIMITED_PAGE],
] as const)('%s is recognised in the page %s', (kind, body) => {
  expectOwnerWords(refusal(answerOf({ body })), kind)
  expectOwnerWords(refusal(answerOf({ status: 503, body })), kind)
  expectSourceError(() => parse(body), kind)
})

test('the error for a captcha page names the captcha', () => {
  expect(refusal(answerOf({ body: CAPTCHA_PAGE }))?.message).toContain('captcha')
})

test('an unknown page is not a refusal, but parse reports a changed format', () => {
  const body = '<!doctype html><html><body>Welcome</body></html>'
  expect(refusal(answerOf({ body }))).toBeNull()
  expectSourceError(() => parse(body), 'format_changed')
  expectSourceError(() => parse(`\ufeff \n${body}`), 'format_changed')
})

test.each([
  [400, 'cursor_expired'],
  [401, 'blocked'],
  [403, 'blocked'],
  [404, 'not_found'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [13, 'unavailable'],
  [null, 'unavailable'],
  ['x', 'unavailable'],
] as const)('an error response with code %j means %s', (code, kind) => {
  expectSourceError(() => parse(errorBody(code)), kind)
  expectOwnerWords(refusal(answerOf({ body: errorBody(code) })), kind)
})

test('the code in the body takes precedence over the status', () => {
  expectOwnerWords(refusal(answerOf({ status: 400, body: errorBody(403) })), 'blocked')
  expectOwnerWords(refusal(answerOf({ status: 500, body: errorBody(404) })), 'not_found')
})
