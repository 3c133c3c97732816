import { describe, expect, test } from 'vitest'
import { httpsAddress, safeRedirect, withQuery } from '#worker/rules/paths.ts'
import { hasVectors, vectors } from './vectors.ts'

test.each([
  '/app',
  '/app/reviews?rating=1&search=cold%20pizza#r42',
  '/app/reviews?next=https://shop.example/',
  '/checkout?plan=pro',
  '/payment/success?upgrade=success&plan=pro',
  '/invitations/abc',
  '/pricing',
])('the redirect target %s is kept', (target) => {
  expect(safeRedirect(target)).toBe(target)
})

test.each([
  null,
  undefined,
  '',
  'app',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/app\r\nLocation: https://evil.example',
  '/app/..//evil.example',
  '/app/%2e%2e//evil.example',
  '/app/../..//evil.example/app',
  'https://evil.example/app',
  'https:/app',
  'javascript:alert(1)',
  '/apples',
  '/login',
  '/auth/google',
  `/app?${'a'.repeat(2_048)}`,
])('%j is replaced by the fallback', (target) => {
  expect(safeRedirect(target)).toBe('/app')
  expect(safeRedirect(target, '/')).toBe('/')
})

test('a kept path is safe in a header', () => {
  expect(safeRedirect('/app/reviews?search=größe „kalt“')).toMatch(/^[\x21-\x7e]+$/)
})

test.each([
  ['http://shop.example/app?a=b', 'https://shop.example', 'https://shop.example/app?a=b'],
  ['http://evil.example//x', 'https://shop.example', 'https://shop.example//x'],
  ['https://shop.example/app', 'https://shop.example', null],
  ['http://localhost:8787/app', 'http://localhost:8787', null],
])('%s with the origin %s redirects to %s', (address, appOrigin, expected) => {
  expect(httpsAddress(new URL(address), appOrigin)).toBe(expected)
})

test('parameters are added to a path without losing the others', () => {
  expect(withQuery('/app/security', { linked: 'google' })).toBe('/app/security?linked=google')
  expect(withQuery('/app/reviews?search=a&b=c#top', { b: 'd&e' })).toBe('/app/reviews?search=a&b=d%26e#top')
  expect(withQuery('/app/reviews?search=a&b=c', { search: null })).toBe('/app/reviews?b=c')
})

describe.runIf(hasVectors('open_redirect.json'))('collected redirect attacks', () => {
  test.each(['open_redirect.json', 'open_redirect_params.json', 'crlf.json', 'ssrf_urls.json'])(
    '%s: every attack is replaced by the fallback',
    (file) => {
      const payloads = vectors<{ payload?: string; url?: string }>(file).map(
        ({ payload, url }) => payload ?? url,
      )
      expect(payloads.length).toBeGreaterThan(10)
      expect(payloads.filter((payload) => safeRedirect(payload) !== '/app')).toEqual([])
    },
  )
})
