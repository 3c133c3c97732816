import { expect, test } from 'vitest'
import { resolve } from '#worker/sources/google-public/google-public.ts'
import { answerOf, expectSourceError, place, sourceErrorOf } from '../answers.ts'
import { CAPTCHA_PAGE, CONSENT_PAGE } from '../google-bodies.ts'

const SHORT = place(null, 'https://maps.app.goo.gl/AbCdEf123')
const LISTING = 'https://www.google.com/maps/place/Inn/data=!4m6!1s0x14e732fd76f0d90d:0xe5415928d6702b47!8m2'

function redirectTo(location: string, status = 302) {
  return answerOf({ status, headers: { location }, body: '<HTML><BODY>The document has moved</BODY></HTML>' })
}

test('the short link itself is requested', () => {
  expect(resolve.request(SHORT).url).toBe('https://maps.app.goo.gl/AbCdEf123')
})

test.each([301, 302, 303, 307, 308])('a redirect with status %i to a listing gives its id', (status) => {
  expect(resolve.parse(SHORT, redirectTo(LISTING, status)).id).toBe('0x14e732fd76f0d90d:0xe5415928d6702b47')
})

test('a redirect to another short link is followed once more', () => {
  const next = resolve.parse(SHORT, redirectTo('https://goo.gl/maps/xyz'))
  expect(next).toEqual({ id: null, url: 'https://goo.gl/maps/xyz' })
})

test('a relative redirect is resolved against its link', () => {
  expect(resolve.parse(SHORT, redirectTo('/Other'))).toEqual({
    id: null,
    url: 'https://maps.app.goo.gl/Other',
  })
})

test('a redirect to itself is not a listing', () => {
  expectSourceError(() => resolve.parse(SHORT, redirectTo('/AbCdEf123?x=1')), 'wrong_listing')
})

test.each([
  ['https://evil.example/maps/place/data=!1s0x1:0x2'],
  ['http://www.google.com/maps/place/X/data=!1s0x1:0x2'],
  ['https://www.google.com/maps/place/Harbour+Inn'],
  ['https://maps.google.com/?cid=16519582940102929223'],
  ['https://www.google.com/search?q=inn&kgmid=/g/11c5'],
  ['https://127.0.0.1/'],
  ['https://[::1'],
])('a redirect to %s is not a listing', (location) => {
  expectSourceError(() => resolve.parse(SHORT, redirectTo(location)), 'wrong_listing')
})

test('the error says what the link led to', () => {
  const error = sourceErrorOf(() => resolve.parse(SHORT, redirectTo('https://maps.google.com/?cid=1')))
  expect(error.message).toContain('only a short ID')
})

test.each([
  ['consent', redirectTo('https://consent.google.com/m?continue=https://www.google.com/maps')],
  ['consent', redirectTo('https://consent.google.de/m?continue=x')],
  ['blocked', redirectTo('https://www.google.com/sorry/index?continue=x')],
  ['blocked', answerOf({ status: 403 })],
  ['blocked', answerOf({ body: CAPTCHA_PAGE })],
  ['consent', answerOf({ body: CONSENT_PAGE })],
  ['not_found', answerOf({ status: 404, body: '<html>' })],
  ['rate_limited', answerOf({ status: 429, headers: { 'retry-after': '60' }, body: CAPTCHA_PAGE })],
  ['unavailable', answerOf({ status: 503 })],
  ['wrong_listing', answerOf({ body: '<html>a page without a redirect</html>' })],
] as const)('a failing response is reported as %s', (kind, answer) => {
  expectSourceError(() => resolve.parse(SHORT, answer), kind)
})
