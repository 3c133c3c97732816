import { expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import { nextDueAt } from '#worker/collection/schedule.ts'
import { createId } from '#worker/platform/ids.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

test.each([
  ['pro', 6],
  ['ai_insights', 2],
])('on %s a business is collected every %i hours at its own time', (plan, hours) => {
  const interval = hours * HOUR_MS
  for (let count = 0; count < 200; count += 1) {
    const business = createId()
    const first = nextDueAt(plan, business, NOW, 0) ?? 0
    expect(first - NOW).toBeGreaterThanOrEqual(interval / 2)
    // Never later than the plan allows, even if the last collection was at another time.
    expect(first - NOW).toBeLessThanOrEqual(interval)
    const moment = nextDueAt(plan, business, first, 0) ?? 0
    expect(moment - first).toBeLessThanOrEqual(interval)
    // A run takes a few minutes; the time of day stays the same.
    expect(nextDueAt(plan, business, moment + 5 * 60_000, 0)).toBe(moment + interval)
  }
})

test('businesses are spread evenly over the interval', () => {
  const moments = Array.from({ length: 400 }, () => {
    const business = createId()
    const first = nextDueAt('ai_insights', business, NOW, 0) ?? 0
    return (((nextDueAt('ai_insights', business, first, 0) ?? 0) - NOW) % (2 * HOUR_MS)) + HOUR_MS
  })
  const tenths = new Set(moments.map((moment) => Math.floor((moment - HOUR_MS) / (0.2 * HOUR_MS))))
  expect(tenths.size).toBe(10)
})

test('each failure doubles the wait, up to a day', () => {
  const random = randomFrom('waits')
  for (let failures = 0; failures < 40; failures += 1) {
    const now = NOW + random.int(0, DAY_MS)
    const wait = (nextDueAt('pro', createId(), now, failures) ?? 0) - now
    expect(wait).toBeLessThanOrEqual(DAY_MS)
    expect(wait).toBeGreaterThanOrEqual(Math.min(6 * 2 ** failures, 21) * HOUR_MS - 3 * HOUR_MS)
  }
})

test('a platform that asked for more time is not collected earlier', () => {
  const notBefore = NOW + 3 * DAY_MS
  const dueAt = nextDueAt('ai_insights', createId(), NOW, 1, notBefore) ?? 0
  expect(dueAt).toBeGreaterThanOrEqual(notBefore)
  expect(dueAt).toBeLessThan(notBefore + 2 * HOUR_MS)
})

test('plans without refresh are never due', () => {
  expect(nextDueAt('free', createId(), NOW, 0)).toBeNull()
  expect(nextDueAt('free', createId(), NOW, 3, NOW + DAY_MS)).toBeNull()
  expect(nextDueAt('unheard-of', createId(), NOW, 0)).toBeNull()
})
