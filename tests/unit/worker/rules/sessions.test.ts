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
  sessionProblem,
  sessionState,
} from '#worker/rules/sessions.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

test('sessions live as specified', () => {
  expect([SESSION_LIFETIME_MS, SESSION_IDLE_MS, SESSION_REFRESH_MS, MAX_SESSIONS, REPLACED_TOKEN_MS]).toEqual(
    [24 * HOUR_MS, 30 * MINUTE_MS, 5 * MINUTE_MS, 3, 10 * SECOND_MS],
  )
})

test.each([
  [0, DAY_MS, 'active'],
  [30 * MINUTE_MS - 1, DAY_MS, 'active'],
  [30 * MINUTE_MS, DAY_MS, 'idle'],
  [0, 5 * MINUTE_MS + 1, 'active'],
  [0, 5 * MINUTE_MS, 'near_expiry'],
  [0, 1, 'near_expiry'],
  [0, 0, 'expired'],
  [31 * MINUTE_MS, 0, 'expired'],
])('used %d ms ago and with %d ms to live a session is %s', (idle, left, state) => {
  expect(sessionState({ lastActivityAt: NOW - idle, expiresAt: NOW + left }, NOW)).toBe(state)
})

test.each([
  ['No session found', null],
  ['Invalid or expired session', { lastActivityAt: NOW - 30 * MINUTE_MS, expiresAt: NOW + DAY_MS }],
  ['Invalid or expired session', { lastActivityAt: NOW, expiresAt: NOW }],
  [null, { lastActivityAt: NOW - 30 * MINUTE_MS + 1, expiresAt: NOW + 1 }],
])('%j is said of the session %j', (problem, session) => {
  expect(sessionProblem(session, NOW)).toBe(problem)
})

test('an unused session ends when it has idled or when it expires, whichever is first', () => {
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
])('a session that is used %s ends at %j', (_, session, renewed) => {
  expect(renewedExpiry(session, NOW)).toBe(renewed)
})
