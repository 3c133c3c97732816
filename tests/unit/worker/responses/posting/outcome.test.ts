import { describe, expect, test } from 'vitest'
import { afterOutcome, failedOutcome, type Outcome } from '#worker/responses/posting/outcome.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { SOURCE_ERROR_KINDS } from '#worker/rules/failures.ts'
import { SourceError } from '#worker/sources/source.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

/** A reply that has not been sent. */
const NEW = {
  version: 3,
  text: 'Thanks',
  sentVersion: null,
  sentAt: null,
  sentText: null,
  isUnsure: false,
  state: 'waiting',
  reason: null,
  attempts: 0,
  checks: 0,
} as const
/** A reply that Google accepted ten minutes ago. */
const SENT = { ...NEW, sentVersion: 3, sentText: 'Thanks', sentAt: NOW - 10 * MINUTE_MS, checks: 2 } as const

const later: Outcome = { kind: 'later', reason: 'Down.', waitMs: 0, isUnsure: true, needsOwner: false }

test('a reply accepted by Google is checked after a minute, whatever happened before', () => {
  const before = { ...NEW, isUnsure: true, attempts: 3, reason: 'Down.', state: 'failed' } as const
  expect(afterOutcome(before, { kind: 'sent' }, NOW)).toEqual({
    state: 'waiting',
    reason: null,
    sentVersion: 3,
    sentAt: NOW,
    sentText: 'Thanks',
    isUnsure: false,
    dueAt: NOW + MINUTE_MS,
    attempts: 0,
    checks: 0,
  })
})

describe('an undecided reply', () => {
  test.each([
    [0, MINUTE_MS, 'waiting', 5 * MINUTE_MS],
    [1, 6 * MINUTE_MS, 'waiting', 15 * MINUTE_MS],
    [2, 21 * MINUTE_MS, 'held', HOUR_MS],
    [3, 81 * MINUTE_MS, 'held', 6 * HOUR_MS],
    [50, 20 * DAY_MS, 'held', 6 * HOUR_MS],
  ])('at check %i after %i ms is %s and checked again %i ms later', (checks, since, state, wait) => {
    const post = { ...SENT, checks, sentAt: NOW - since }
    expect(afterOutcome(post, { kind: 'undecided' }, NOW)).toMatchObject({
      state,
      checks: checks + 1,
      dueAt: NOW + wait,
    })
  })

  test('is not checked any more after 30 days', () => {
    const post = { ...SENT, checks: 120, sentAt: NOW - 30 * DAY_MS }
    expect(afterOutcome(post, { kind: 'undecided' }, NOW)).toMatchObject({ state: 'held', dueAt: null })
  })
})

describe('a reply that could not be sent', () => {
  test('is retried after 1, 2, 4, … minutes up to six hours, and shown as failed from the 4th time', () => {
    const waits: number[] = []
    const states: string[] = []
    let attempts = 0
    for (let count = 0; count < 12; count += 1) {
      const next = afterOutcome({ ...NEW, attempts }, later, NOW)
      waits.push(((next?.dueAt ?? 0) - NOW) / MINUTE_MS)
      states.push(next?.state ?? '')
      attempts = next?.attempts ?? 0
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
    expect(states.slice(0, 4)).toEqual(['waiting', 'waiting', 'waiting', 'failed'])
  })

  test('waits as long as Google asks, if that is longer', () => {
    expect(afterOutcome(NEW, { ...later, waitMs: HOUR_MS }, NOW)).toMatchObject({ dueAt: NOW + HOUR_MS })
  })

  test('is shown as failed at once if the owner has to act', () => {
    expect(afterOutcome(NEW, { ...later, needsOwner: true }, NOW)).toMatchObject({ state: 'failed' })
  })

  test('is given up after 120 attempts', () => {
    expect(afterOutcome({ ...NEW, attempts: 119 }, later, NOW)).toMatchObject({
      state: 'failed',
      dueAt: null,
    })
  })

  test('stays unsure until Google has answered', () => {
    const refused = { ...later, isUnsure: false }
    expect(afterOutcome(NEW, refused, NOW)).toMatchObject({ isUnsure: false })
    expect(afterOutcome({ ...NEW, isUnsure: true }, refused, NOW)).toMatchObject({ isUnsure: true })
    expect(afterOutcome(NEW, later, NOW)).toMatchObject({ isUnsure: true })
  })

  test('stays as it is if it had been accepted, since only the check failed', () => {
    const held = { ...SENT, state: 'held' } as const
    expect(afterOutcome(held, { ...later, needsOwner: true }, NOW)).toMatchObject({
      state: 'held',
      reason: null,
      sentVersion: 3,
      attempts: 1,
      dueAt: NOW + MINUTE_MS,
    })
  })
})

test('a lost connection fails unsent replies and stops checks of sent ones', () => {
  const outcome: Outcome = { kind: 'disconnected', reason: 'Connect again.' }
  expect(afterOutcome(NEW, outcome, NOW)).toMatchObject({
    state: 'failed',
    reason: 'Connect again.',
    dueAt: null,
  })
  expect(afterOutcome(SENT, outcome, NOW)).toMatchObject({ state: 'waiting', reason: null, dueAt: null })
})

test('live and refused replies are not checked any more, and deleted ones are dropped', () => {
  expect(afterOutcome(SENT, { kind: 'live' }, NOW)).toMatchObject({
    state: 'live',
    reason: null,
    dueAt: null,
  })
  expect(afterOutcome(SENT, { kind: 'refused', reason: 'Why.' }, NOW)).toMatchObject({
    state: 'refused',
    reason: 'Why.',
    dueAt: null,
  })
  expect(afterOutcome(SENT, { kind: 'gone' }, NOW)).toBeNull()
})

test.each(SOURCE_ERROR_KINDS)('a request that failed as %s has an outcome with a readable reason', (kind) => {
  const outcome = failedOutcome(new SourceError(kind, 'A sentence.', { retryAfterSeconds: 90 }))
  expect(outcome).toMatchObject({ kind: expect.stringMatching(/later|refused|disconnected/) })
  if (outcome.kind === 'later') expect(outcome.waitMs).toBeGreaterThanOrEqual(90_000)
  expect('reason' in outcome && outcome.reason).toMatch(/^[A-Z].*\.$/)
})

test('an unexpected error is rethrown', () => {
  const fault = new Error('no such table')
  expect(() => failedOutcome(fault)).toThrow(fault)
})
