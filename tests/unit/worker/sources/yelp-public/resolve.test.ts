import { expect, test } from 'vitest'
import { resolve } from '#worker/sources/yelp-public/yelp-public.ts'
import { answerOf, expectSourceError, place } from '../answers.ts'
import {
  ALIAS,
  apolloScript,
  BUSINESS_ID,
  BUSINESS_STATE,
  DATADOME_PAGE,
  htmlBody,
  SORRY_PAGE,
} from '../yelp-bodies.ts'

const PLACE = place(null, 'https://www.yelp.com/biz/old-alias')

function redirectTo(location: string, status = 301) {
  return answerOf({ status, headers: { location } })
}

test('the page of the listing is requested', () => {
  expect(resolve.request(PLACE).url).toBe(PLACE.url)
})

test('the id and the canonical URL are read from the head of the page', () => {
  expect(resolve.parse(PLACE, answerOf({ body: htmlBody() }))).toEqual({
    id: BUSINESS_ID,
    url: `https://www.yelp.com/biz/${ALIAS}`,
  })
})

test("the id is read from the page's cache if the head has none", () => {
  const body = htmlBody({ encid: null, scripts: [apolloScript(BUSINESS_STATE)] })
  expect(resolve.parse(PLACE, answerOf({ body })).id).toBe(BUSINESS_ID)
})

test.each([
  ['Pizza', [{ __ref: 'BusinessCategory:c1' }, { __ref: 'BusinessCategory:c2' }]],
  ['', [{ __ref: 'BusinessCategory:unknown' }]],
  ['', []],
  ['', 'Pizza'],
  ['', undefined],
])('the page gives the name and its first category: %j', (category, categories) => {
  const state = {
    'Business:other': { encid: 'other', categories: [{ __ref: 'BusinessCategory:c2' }] },
    [`Business:${BUSINESS_ID}`]: { encid: BUSINESS_ID, name: 'Harbor Inn', categories },
    'BusinessCategory:c1': { title: 'Pizza' },
    'BusinessCategory:c2': { title: 'Buffets' },
  }
  expect(resolve.describe(answerOf({ body: htmlBody({ scripts: [apolloScript(state)] }) }))).toEqual({
    name: 'Harbor Inn',
    category,
  })
})

test('a page without a usable canonical URL keeps the requested one', () => {
  const body = htmlBody({ canonical: 'https://evil.example/biz/x' })
  expect(resolve.parse(PLACE, answerOf({ body }))).toEqual({ id: BUSINESS_ID, url: PLACE.url })
})

test('a page that mentions several businesses but is about none is not a listing', () => {
  const other = { 'Business:x': { encid: 'x'.repeat(22), reviewCount: 3 } }
  const body = htmlBody({ encid: null, scripts: [apolloScript({ ...BUSINESS_STATE, ...other })] })
  expectSourceError(() => resolve.parse(PLACE, answerOf({ body })), 'wrong_listing')
})

test.each([301, 302, 307, 308])('a redirect to a new alias (status %i) is followed', (status) => {
  expect(resolve.parse(PLACE, redirectTo('/biz/new-alias?x=1', status))).toEqual({
    id: null,
    url: 'https://www.yelp.com/biz/new-alias',
  })
})

test('a redirect to a country site is followed there', () => {
  expect(resolve.parse(PLACE, redirectTo('https://www.yelp.ca/biz/old-alias'))).toEqual({
    id: null,
    url: 'https://www.yelp.ca/biz/old-alias',
  })
})

test('a short link resolves to its listing', () => {
  const short = place(null, 'https://yelp.to/abc')
  expect(resolve.parse(short, redirectTo(`https://www.yelp.com/biz/${BUSINESS_ID}`))).toEqual({
    id: BUSINESS_ID,
    url: `https://www.yelp.com/biz/${BUSINESS_ID}`,
  })
})

test.each([
  ['wrong_listing', redirectTo('https://www.yelp.com/search?find_loc=x')],
  ['wrong_listing', redirectTo('https://evil.example/biz/x')],
  ['wrong_listing', redirectTo('http://www.yelp.com/biz/x')],
  ['wrong_listing', redirectTo('https://[::1')],
  ['wrong_listing', redirectTo(PLACE.url)],
  ['blocked', redirectTo('https://geo.captcha-delivery.com/captcha/?x=1')],
  ['blocked', answerOf({ status: 403, body: DATADOME_PAGE })],
  ['blocked', answerOf({ status: 403, body: 'Forbidden' })],
  ['blocked', answerOf({ status: 503, body: SORRY_PAGE })],
  ['not_found', answerOf({ status: 404, body: '<html>' })],
  ['rate_limited', answerOf({ status: 429 })],
  ['unavailable', answerOf({ status: 502 })],
  ['wrong_listing', answerOf({ body: '<html><title>Search</title></html>' })],
  ['wrong_listing', answerOf({ body: '' })],
] as const)('a failing response is reported as %s', (kind, answer) => {
  expectSourceError(() => resolve.parse(PLACE, answer), kind)
})
