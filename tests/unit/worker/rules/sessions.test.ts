import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import {
  MAX_SESSIONS,
  REPLACED_TOKEN_MS,
  renewedExpiry,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
  SESSION_REFRESH_MS,
  sessionEndsAt,
} from '#worker/rules/sessions.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

test('the session limits are as specified', () => {
  expect([SESSION_LIFETIME_MS, SESSION_IDLE_MS, SESSION_REFRESH_MS, MAX_SESSIONS, REPLACED_TOKEN_MS]).toEqual(
    [24 * HOUR_MS, 30 * MINUTE_MS, 5 * MINUTE_MS, 3, 10 * SECOND_MS],
  )
})

test('an unused session ends when it is idle too long or expires, whichever comes first', () => {
  expect(sessionEndsAt({ lastActivityAt: NOW, expiresAt: NOW + HOUR_MS })).toBe(NOW + 30 * MINUTE_MS)
  expect(sessionEndsAt({ lastActivityAt: NOW, expiresAt: NOW + MINUTE_MS })).toBe(NOW + MINUTE_MS)
})

test.each([
  ['too early', { expiresAt: NOW + 5 * MINUTE_MS + 1, authenticatedAt: NOW - DAY_MS, factorAt: null }, null],
  [
    'in time',
    { expiresAt: NOW + 5 * MINUTE_MS, authenticatedAt: NOW - DAY_MS, factorAt: null },
    NOW + 5 * MINUTE_MS + DAY_MS,
  ],
  ['at its end', { expiresAt: NOW, authenticatedAt: NOW - DAY_MS, factorAt: null }, null],
  [
    'in the last day of a week',
    { expiresAt: NOW + 1, authenticatedAt: NOW - 7 * DAY_MS + HOUR_MS, factorAt: null },
    NOW + HOUR_MS,
  ],
  [
    'at the end of a week',
    { expiresAt: NOW + 1, authenticatedAt: NOW + 1 - 7 * DAY_MS, factorAt: null },
    null,
  ],
  [
    'a day after the code',
    { expiresAt: NOW + 1, authenticatedAt: NOW + 1 - DAY_MS, factorAt: NOW + 1 - DAY_MS },
    null,
  ],
  [
    'hours after another code',
    { expiresAt: NOW + 1, authenticatedAt: NOW - DAY_MS, factorAt: NOW - HOUR_MS },
    NOW + 23 * HOUR_MS,
  ],
])('a session used %s gets the new expiry %j', (_, session, renewed) => {
  expect(renewedExpiry(session, NOW)).toBe(renewed)
})
