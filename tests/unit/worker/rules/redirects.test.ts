import { describe, expect, test } from 'vitest'
import { safeRedirect } from '#worker/rules/redirects.ts'
import { hasVectors, vectors } from './vectors.ts'

test.each([
  '/app',
  '/app/reviews?rating=1&search=cold%20pizza#r42',
  '/app/reviews?next=https://shop.example/',
  '/checkout?plan=pro',
  '/payment/success?upgrade=success&plan=pro',
  '/invitations/abc',
  '/pricing',
])('%s is kept', (target) => {
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
])('%j leads to the fallback', (target) => {
  expect(safeRedirect(target)).toBe('/app')
  expect(safeRedirect(target, '/')).toBe('/')
})

test('what is kept is safe in a header', () => {
  expect(safeRedirect('/app/reviews?search=größe „kalt“')).toMatch(/^[\x21-\x7e]+$/)
})

describe.runIf(hasVectors('open_redirect.json'))('collected redirect attacks', () => {
  test.each(['open_redirect.json', 'open_redirect_params.json', 'crlf.json', 'ssrf_urls.json'])(
    '%s: all lead to the fallback',
    (file) => {
      const payloads = vectors<{ payload?: string; url?: string }>(file).map(
        ({ payload, url }) => payload ?? url,
      )
      expect(payloads.length).toBeGreaterThan(10)
      expect(payloads.filter((payload) => safeRedirect(payload) !== '/app')).toEqual([])
    },
  )
})
