import fc from 'fast-check'
import { expect, test } from 'vitest'
import { doubling, every, nextTryAt, waitAfter } from '#worker/platform/due.ts'

const wait = fc.integer({ min: 1, max: 1e9 })
const backOff = fc.record({
  waitsMs: fc.array(wait, { minLength: 1, maxLength: 12 }),
  maxTries: fc.integer({ min: 1, max: 50 }),
})
const tries = fc.integer({ min: 1, max: 100 })

test('waits double up to their maximum and stay there', () => {
  expect(doubling(1, 8)).toEqual([1, 2, 4, 8])
  expect(doubling(60, 360)).toEqual([60, 120, 240, 360])
  fc.assert(
    fc.property(wait, wait, tries, (first, max, count) => {
      const waitsMs = doubling(first, max)
      expect(waitAfter(waitsMs, count)).toBe(Math.min(first * 2 ** (count - 1), max))
    }),
  )
})

test('work is given up after its last try and not before', () => {
  fc.assert(
    fc.property(backOff, tries, (policy, count) => {
      expect(nextTryAt(policy, count, 0) === null).toBe(count >= policy.maxTries)
    }),
  )
})

test('the next try is in the future, after one of the waits', () => {
  fc.assert(
    fc.property(backOff, tries, fc.integer({ min: 0, max: 2 ** 41 }), (policy, count, now) => {
      const at = nextTryAt(policy, count, now)
      if (at === null) return
      expect(at).toBeGreaterThan(now)
      expect(policy.waitsMs).toContain(at - now)
    }),
  )
})

test('work without a try limit keeps its wait', () => {
  fc.assert(
    fc.property(wait, tries, (waitMs, count) => {
      expect(nextTryAt(every(waitMs), count, 0)).toBe(waitMs)
    }),
  )
})
