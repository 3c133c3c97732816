import { afterEach, expect, test, vi } from 'vitest'
import { ownTimeZone } from '#app/lib/locale.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the time zone comes from Temporal', () => {
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Asia/Tokyo' } })
  expect(ownTimeZone()).toBe('Asia/Tokyo')
})

test('the time zone comes from Intl if there is no Temporal', () => {
  vi.stubGlobal('Temporal', undefined)
  expect(ownTimeZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
})
