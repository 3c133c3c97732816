import { expect, test } from 'vitest'
import { facebook } from '#worker/sources/facebook/facebook.ts'
import { pagesRequest } from '#worker/sources/facebook/pages.ts'
import { expectSourceError } from '../answers.ts'
import { PAGE_ID } from './bodies.ts'

const PLACE = { id: PAGE_ID, url: 'https://www.facebook.com/harbourinn' }
const ACCESS = { accessToken: 'invented-token' }

test('recommendations are requested at their last API version, with the token in a header', () => {
  const request = facebook.request(PLACE, null, ACCESS)
  const url = new URL(request.url)
  expect(url.origin + url.pathname).toBe(`https://graph.facebook.com/v21.0/${PAGE_ID}/ratings`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    fields:
      'created_time,recommendation_type,review_text,rating,has_rating,has_review,reviewer{id,name},open_graph_story{id}',
    limit: '25',
  })
  expect(request.headers.get('authorization')).toBe('Bearer invented-token')
  expect(request.url).not.toContain('invented-token')
  expect(request.redirect).toBe('manual')
})

test('the request for a later page has the cursor', () => {
  const url = new URL(facebook.request(PLACE, 'QVFIUafter', ACCESS).url)
  expect(url.searchParams.get('after')).toBe('QVFIUafter')
})

test('the pages of an account are requested with its token', () => {
  const request = pagesRequest('invented-token')
  const url = new URL(request.url)
  expect(url.origin + url.pathname).toBe('https://graph.facebook.com/v26.0/me/accounts')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    fields: 'id,name,access_token,link,category',
    limit: '100',
  })
  expect(request.headers.get('authorization')).toBe('Bearer invented-token')
  expect(new URL(pagesRequest('t', 'C').url).searchParams.get('after')).toBe('C')
})

test('once that version ends, recommendations are refused and the totals still requested', () => {
  const ask = (now: number) => facebook.request(PLACE, null, { ...ACCESS, now })
  expect(ask(Date.UTC(2027, 0, 22) - 1).url).toContain('/v21.0/')
  expectSourceError(() => ask(Date.UTC(2027, 0, 22)), 'ended')
  const numbers = facebook.numbers?.request(PLACE, { ...ACCESS, now: Date.UTC(2027, 5, 1) })
  expect(numbers?.url).toMatch(
    new RegExp(`^https://graph\\.facebook\\.com/v26\\.0/${PAGE_ID}\\?fields=overall`),
  )
})

test('no request is made without a token', () => {
  expectSourceError(() => facebook.request(PLACE, null, {}), 'reconnect')
  expectSourceError(() => pagesRequest(undefined), 'reconnect')
})
