import { expect, test } from 'vitest'
import { googlePublic, resolve } from '#worker/sources/google-public/google-public.ts'

const PLACE = { id: '0x1a:0x2b', url: 'https://www.google.com/maps/place/?q=place_id:x' }

function listArguments(request: Request): unknown[] {
  const payload = JSON.parse(new URL(request.url).searchParams.get('reqpld') ?? '')
  expect(payload[0]).toBeNull()
  expect(payload[1]).toHaveLength(10)
  expect(payload[1].slice(0, 9)).toEqual(new Array(9).fill(null))
  return payload[1][9]
}

test('the first page is requested newest first, in English, without a token', () => {
  const request = googlePublic.request(PLACE, null, {})
  const url = new URL(request.url)
  expect(url.origin + url.pathname).toBe(
    'https://www.google.com/httpservice/web/PrivateLocalSearchUiDataService/GetLocalBoqProxy',
  )
  expect(url.searchParams.get('msc')).toBe('gwsrpc')
  expect(url.searchParams.get('hl')).toBe('en')
  const list = listArguments(request)
  expect(list[1]).toBe(2)
  expect(list[9]).toBe(10)
  expect(list[11]).toEqual(['0x1a:0x2b'])
  expect(list[16]).toEqual([1, 1, null, [[3], [4], [5], [6], [7]]])
  expect(list[19]).toBe('')
  expect(list[23]).toBe(0)
})

test('the request for a later page has the complete token', () => {
  const token = 'OkRD+/=&#" %é'
  const request = googlePublic.request(PLACE, token, {})
  expect(listArguments(request)[19]).toBe(token)
})

test('requests identify the product, send no cookies and follow no redirects', () => {
  for (const request of [googlePublic.request(PLACE, null, {}), resolve.request(PLACE)]) {
    expect(request.method).toBe('GET')
    expect(request.redirect).toBe('manual')
    expect(request.headers.get('user-agent')).toMatch(/^ReviewDashboard\/1\.0 /)
    expect(request.headers.get('accept-language')).toBe('en')
    expect(request.headers.has('cookie')).toBe(false)
  }
})
