import { expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import { type PostedCohort, waitingTimes } from '#worker/insights/waiting-times.ts'
import { ANSWER_HOURS } from '#worker/rules/analytics.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const TODAY = Date.UTC(2026, 5, 15)

/** Reviews of a day with the hours until their replies; null if unanswered. */
function cohort(daysAgo: number, hours: readonly (number | null)[]): PostedCohort {
  const answers = hours.filter((one) => one !== null)
  return {
    day: TODAY - daysAgo * DAY_MS,
    count: hours.length,
    answered: answers.length,
    hidden: 0,
    timed: answers.length,
    within: ANSWER_HOURS.map((bound) => answers.filter((one) => one <= bound).length),
  }
}

test('median and 90th percentile of response times are given if every review is answered', () => {
  const times = waitingTimes([cohort(60, [1, 2, 3, 5, 20, 30, 40, 60, 100, 400])], NOW)
  expect(times).toMatchObject({ count: 10, open: 0, undated: 0, needed: 0, medianHours: 24, mostHours: 168 })
  expect(times.withinTarget).toBeCloseTo(0.7)
  expect(times.steps.map(({ answered }) => Math.round(answered * 10))).toEqual([3, 5, 7, 9, 10])
})

test('open reviews count as waiting, and answering them improves the figures', () => {
  const open = waitingTimes([cohort(60, [1, 1, 1, null, null, null, null])], NOW)
  expect(open).toMatchObject({ open: 4, medianHours: null, mostHours: null })
  expect(open.withinTarget).toBeCloseTo(3 / 7)
  const answered = waitingTimes([cohort(60, [1, 1, 1, 30, 30, null, null])], NOW)
  expect(answered.withinTarget).toBeCloseTo(5 / 7)
  expect(answered.medianHours).toBe(48)
})

test('recent reviews do not count towards times longer than their age', () => {
  const old = cohort(60, [2, 2, 2, 2, 2, 2])
  const fresh = cohort(1, [null, null, null, null])
  const times = waitingTimes([old, fresh], NOW)
  expect(times.open).toBe(4)
  // Four of ten waited at least four hours; whether they will wait two days is unknown.
  expect(times.steps.find(({ hours }) => hours === 4)?.answered).toBeCloseTo(0.6)
  expect(times.withinTarget).toBeCloseTo(0.6)
})

test('replies without a date are left out and counted', () => {
  const times = waitingTimes([{ ...cohort(60, [1, 1, 1, 1, 1, 1, null]), count: 10, answered: 9 }], NOW)
  expect(times).toMatchObject({ undated: 3, count: 7, open: 1 })
  expect(times.withinTarget).toBeCloseTo(6 / 7)
})

test('empty and very small inputs never throw', () => {
  expect(waitingTimes([], NOW)).toEqual({
    count: 0,
    answered: 0,
    open: 0,
    hidden: 0,
    undated: 0,
    needed: 5,
    steps: [],
    medianHours: null,
    mostHours: null,
    withinTarget: null,
  })
  expect(waitingTimes([cohort(0, [null])], NOW)).toMatchObject({ steps: [], needed: 4 })
  expect(waitingTimes([cohort(3, [1])], NOW).medianHours).toBe(4)
})

test('shares only increase, stay within 0 and 1, and are exact if all reviews are old', () => {
  const random = randomFrom('waiting')
  for (let run = 0; run < 300; run++) {
    const hours = () =>
      Array.from({ length: random.int(0, 12) }, () => (random.chance(0.3) ? null : random.int(0, 900)))
    const cohorts = Array.from({ length: 20 }, () => cohort(random.int(0, 90), hours()))
    const { steps } = waitingTimes(cohorts, NOW)
    let before = 0
    for (const { answered } of steps) {
      expect(answered).toBeGreaterThanOrEqual(before - 1e-12)
      expect(answered).toBeLessThanOrEqual(1)
      before = answered
    }
    const long = cohorts.map((one) => ({ ...one, day: TODAY - 200 * DAY_MS }))
    const all = long.reduce((sum, { count }) => sum + count, 0)
    for (const [index, { answered }] of waitingTimes(long, NOW).steps.entries()) {
      const within = long.reduce((sum, one) => sum + (one.within[index] ?? 0), 0)
      expect(answered).toBeCloseTo(within / all, 9)
    }
  }
})

test('the hour bounds match the database columns', () => {
  expect(ANSWER_HOURS.map((hours) => hours * HOUR_MS)).toEqual([
    14_400_000, 86_400_000, 172_800_000, 604_800_000, 2_592_000_000,
  ])
})
