import { afterEach, expect, test, vi } from 'vitest'
import { ownTimeZone } from '#app/lib/locale.tsx'

afterEach(() => vi.unstubAllGlobals())

test('Temporal names the time zone', () => {
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Asia/Tokyo' } })
  expect(ownTimeZone()).toBe('Asia/Tokyo')
})

test('where there is no Temporal, Intl does', () => {
  vi.stubGlobal('Temporal', undefined)
  expect(ownTimeZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
})
