import { expect, test } from 'vitest'
import {
  FAILURE_KINDS,
  FAILURES,
  type FailureKind,
  failureNotice,
  passesByItself,
} from '#worker/rules/failures.ts'
import { SourceError } from '#worker/sources/source.ts'

const AT_ONCE: FailureKind[] = [
  'reconnect',
  'wrong_listing',
  'not_found',
  'not_allowed',
  'not_offered',
  'ended',
  'limited_view',
]
const AT_THIRD: FailureKind[] = ['blocked', 'consent']

test.each(FAILURE_KINDS)('the owner is notified of %s at once, from the third failure or never', (kind) => {
  const told = [1, 2, 3, 4].map((failures) => failureNotice('Google', kind, failures) !== null)
  if (AT_ONCE.includes(kind)) expect(told).toEqual([true, true, true, true])
  else if (AT_THIRD.includes(kind)) expect(told).toEqual([false, false, true, true])
  else expect(told).toEqual([false, false, false, false])
})

test.each([...AT_ONCE, ...AT_THIRD])(
  'the notice for %s names the platform and has one or two sentences',
  (kind) => {
    const text = failureNotice('Google', kind, 3) ?? ''
    expect(text).toContain('Google')
    expect(text).toMatch(/^[A-Z][^.]*\.( [A-Z][^.]*\.)?$/)
  },
)

test.each(FAILURE_KINDS)('the message for %s does not end by promising a retry', (kind) => {
  expect(FAILURES[kind].sentence('Google')).not.toMatch(/ try again\.$/)
})

test('an error promises a retry only if it passes by itself and has not ended the run', () => {
  expect(FAILURE_KINDS.filter(passesByItself)).toEqual(['unavailable', 'rate_limited'])
  const down = new SourceError('unavailable', 'Google is down.')
  expect(down.message).toBe('Google is down. We’ll try again.')
  expect(down.finalMessage).toBe('Google is down.')
  const refused = new SourceError('blocked', 'Google refused.')
  expect([refused.message, refused.finalMessage]).toEqual(['Google refused.', 'Google refused.'])
})
