import { expect, test } from 'vitest'
import { MAX_REPLY_BYTES } from '#worker/rules/responses.ts'
import {
  googleBusinessProfile,
  reviewNameOf,
} from '#worker/sources/google-business-profile/google-business-profile.ts'
import { accountsRequest, locationsRequest } from '#worker/sources/google-business-profile/locations.ts'
import { replyRequest, reviewRequest } from '#worker/sources/google-business-profile/reply.ts'
import { isReviewApiAddress } from '#worker/sources/hosts.ts'
import { sourceErrorOf } from '../answers.ts'
import { LOCATION, profileReviewId } from '../google-api-bodies.ts'

const { request, locate } = googleBusinessProfile
const PLACE = { id: LOCATION, url: 'https://www.google.com/maps/place/?q=place_id:x' }
const NAME = reviewNameOf(LOCATION, profileReviewId(1))
const ACCOUNT = 'accounts/100000000000000000001'

test('a page of 50 reviews is requested, latest edit first', () => {
  const url = new URL(request(PLACE, null, { accessToken: 'T' }).url)
  expect(url.origin + url.pathname).toBe(`https://mybusiness.googleapis.com/v4/${LOCATION}/reviews`)
  expect(Object.fromEntries(url.searchParams)).toEqual({ pageSize: '50', orderBy: 'updateTime desc' })
})

test('the request for a later page has the complete token', () => {
  const token = 'Ax+/=&#" %é'
  expect(new URL(request(PLACE, token, { accessToken: 'T' }).url).searchParams.get('pageToken')).toBe(token)
})

test.each([
  ['a page', () => request(PLACE, null, { accessToken: 'T' })],
  ['accounts', () => accountsRequest('T')],
  ['locations', () => locationsRequest(ACCOUNT, 'T')],
  ['a review', () => reviewRequest(NAME, 'T')],
  ['a reply', () => replyRequest(NAME, 'Thanks', 'T')],
  ['no reply', () => replyRequest(NAME, null, 'T')],
])('%s is requested at the official API with token, in English, without cookies or redirects', (_, make) => {
  const asked = make()
  expect(asked.redirect).toBe('manual')
  expect(asked.headers.get('authorization')).toBe('Bearer T')
  expect(asked.headers.get('accept-language')).toBe('en')
  expect(asked.headers.has('cookie')).toBe(false)
  expect(isReviewApiAddress(new URL(asked.url))).toBe(true)
})

test.each([
  ['a page', () => request(PLACE, null, {})],
  ['accounts', () => accountsRequest(undefined)],
  ['locations', () => locationsRequest(ACCOUNT, '')],
  ['a review', () => reviewRequest(NAME, undefined)],
  ['a reply', () => replyRequest(NAME, 'Thanks', undefined)],
])("%s can't be requested without a connection", (_, make) => {
  expect(sourceErrorOf(make).kind).toBe('reconnect')
})

test.each([
  '0x1a:0x2b',
  'accounts/1',
  'accounts/1/locations/2/reviews/3',
  'accounts/1/locations/..%2f..',
  'accounts/x/locations/2',
  '../../v1/accounts/1/locations/2',
  'accounts/1/locations/2?x=',
  '',
])('%j is not a valid location', (id) => {
  expect(sourceErrorOf(() => request({ ...PLACE, id }, null, { accessToken: 'T' })).kind).toBe(
    'wrong_listing',
  )
})

test.each([
  '',
  'accounts/1/locations/2',
  `${LOCATION}/reviews/`,
  `${LOCATION}/reviews/a/b`,
  `${LOCATION}/reviews/..`,
  `${LOCATION}/reviews/a?b`,
])('%j is not a valid review', (name) => {
  expect(sourceErrorOf(() => reviewRequest(name, 'T')).kind).toBe('wrong_listing')
  expect(sourceErrorOf(() => replyRequest(name, 'x', 'T')).kind).toBe('wrong_listing')
})

test.each(['', 'accounts', 'accounts/1/2', 'accounts/..', `${LOCATION}`])(
  '%j is not a valid account',
  (id) => {
    expect(sourceErrorOf(() => locationsRequest(id, 'T')).kind).toBe('wrong_listing')
  },
)

test('a reply is sent as JSON and deleted without a body', async () => {
  const put = replyRequest(NAME, 'Thanks “so” much\n😀', 'T')
  expect([put.method, put.url]).toEqual(['PUT', `https://mybusiness.googleapis.com/v4/${NAME}/reply`])
  expect(put.headers.get('content-type')).toBe('application/json')
  expect(await put.json()).toEqual({ comment: 'Thanks “so” much\n😀' })
  const remove = replyRequest(NAME, null, 'T')
  expect([remove.method, remove.url, remove.body]).toEqual(['DELETE', put.url, null])
  expect(MAX_REPLY_BYTES).toBe(4096)
})

test('accounts and locations are requested in pages, locations with the fields that are read', () => {
  const accounts = new URL(accountsRequest('T', 'P').url)
  expect(accounts.href).toBe(
    'https://mybusinessaccountmanagement.googleapis.com/v1/accounts?pageSize=20&pageToken=P',
  )
  const locations = new URL(locationsRequest(ACCOUNT, 'T', 'P').url)
  expect(locations.pathname).toBe(`/v1/${ACCOUNT}/locations`)
  expect(Object.fromEntries(locations.searchParams)).toEqual({
    readMask: 'name,title,metadata,storefrontAddress,categories',
    pageSize: '100',
    pageToken: 'P',
  })
})

test.each([
  'https://business.google.com/dashboard/l/2000000000000000002',
  'https://business.google.com/n/2000000000000000002/profile',
  'https://www.google.com/maps/place/?q=place_id:ChIJDdnwdv0y5xQRRytw1ihZQeU',
  'https://www.yelp.com/biz/harbour-inn',
])("no address is located as an account's location: %s", (address) => {
  expect(locate(new URL(address))).toBeNull()
})

test("the source uses the owner's connection, may keep reviews and lists all in full", () => {
  expect(googleBusinessProfile).toMatchObject({
    name: 'google-business-profile',
    platform: 'google',
    access: 'connection',
    keeps: 'reviews',
    lists: 'all',
    texts: 'full',
    resolve: null,
  })
})
