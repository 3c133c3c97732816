import { ANSWER_HOURS, TARGET_HOURS, type WaitingTimes } from '../rules/analytics.ts'
import { DAY_MS, HOUR_MS } from '../rules/durations.ts'
import type { PostedFigures } from './posted-figures.ts'

/** Reviews posted on one day that need a reply. Only replies that guests can see count as answers. */
export interface PostedCohort {
  /** 00:00 UTC, milliseconds. */
  day: number
  count: number
  answered: number
  /** Replies saved but not posted. */
  hidden: number
  /** Number of reviews answered within each of `ANSWER_HOURS`. */
  within: readonly number[]
  /** Number of answered reviews with a known reply time. */
  timed: number
}

export function cohortsOf(days: readonly PostedFigures[]): PostedCohort[] {
  return days.map(({ day, count, responded, settled, visible, within, timed }) => ({
    day: Date.parse(day),
    count: count - settled,
    answered: visible,
    hidden: responded - settled - visible,
    within,
    timed,
  }))
}

const MIN_REVIEWS = 5
/** Tolerance, so that half of ten is five despite rounding in earlier steps. */
const ROUNDING = 1e-9

/**
 * Estimates how long reviews wait, from posting, for a reply that guests can see. Unanswered reviews count as still
 * waiting, so skipping the hard ones doesn't improve the figures (Kaplan & Meier 1958, with the steps of
 * `ANSWER_HOURS`).
 *
 * Each step only counts reviews of days that are at least as long ago as the step. Replies without a date are left out
 * and counted separately.
 */
export function waitingTimes(cohorts: readonly PostedCohort[], now: number): WaitingTimes {
  const total = (figure: (cohort: PostedCohort) => number) =>
    cohorts.reduce((sum, cohort) => sum + figure(cohort), 0)
  const undated = total(({ answered, timed }) => answered - timed)
  const count = total((cohort) => cohort.count) - undated
  const steps: WaitingTimes['steps'] = []
  let waiting = 1
  for (const [index, hours] of ANSWER_HOURS.entries()) {
    const old = cohorts.filter(({ day }) => day + DAY_MS + hours * HOUR_MS <= now)
    if (old.length === 0) break
    let open = 0
    let answered = 0
    for (const cohort of old) {
      const before = index === 0 ? 0 : (cohort.within[index - 1] ?? 0)
      open += cohort.count - (cohort.answered - cohort.timed) - before
      answered += (cohort.within[index] ?? 0) - before
    }
    // If no more reviews wait, the share stays the same.
    if (open > 0) waiting *= 1 - answered / open
    steps.push({ hours, answered: 1 - waiting })
  }
  const reached = (share: number) => steps.find((step) => step.answered >= share - ROUNDING)?.hours ?? null
  return {
    count,
    answered: total(({ answered }) => answered),
    open: total((cohort) => cohort.count - cohort.answered),
    hidden: total(({ hidden }) => hidden),
    undated,
    needed: Math.max(0, MIN_REVIEWS - count),
    steps,
    medianHours: reached(0.5),
    mostHours: reached(0.9),
    withinTarget: steps.find(({ hours }) => hours === TARGET_HOURS)?.answered ?? null,
  }
}
