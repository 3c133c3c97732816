import { expect, test } from 'vitest'
import { retryAfterSeconds } from '#worker/sources/failure.ts'

const SENT_AT = 'Thu, 30 Jul 2026 16:57:08 GMT'

test.each([
  ['120', 120],
  ['0', 0],
  [' 30 ', 30],
  ['999999999', 86_400],
  ['Thu, 30 Jul 2026 16:58:08 GMT', 60],
  ['Thu, 30 Jul 2026 16:00:00 GMT', 0],
  ['Mon, 01 Jan 2035 00:00:00 GMT', 86_400],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['2026-07-30', null],
  ['Thu, 99 Jul 2026 99:99:99 GMT', null],
])('Retry-After %j means %j seconds', (value, seconds) => {
  expect(retryAfterSeconds(new Headers({ 'retry-after': value, date: SENT_AT }))).toBe(seconds)
})

test("without the header there is no wait, and a date needs the response's own date", () => {
  expect(retryAfterSeconds(new Headers())).toBeNull()
  expect(retryAfterSeconds(new Headers({ 'retry-after': SENT_AT }))).toBeNull()
})
