import { HOUR_MS, MINUTE_MS } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { SkippedPlatform } from '../rules/views.ts'
import { MAX_RUNS_PER_HOUR, type PlaceUse } from './place-usage.ts'

/**
 * Runs an hour of one source of a place that may save something. One that ended before it saved a page does not use up
 * the one that a plan without refresh has, and neither does one of another source: who has just connected an account
 * sees its reviews at once.
 */
export function collectedPerHour(plan: string): number {
  return planLimits(plan).refreshHours === null ? 1 : MAX_RUNS_PER_HOUR
}

/**
 * Why a place can't be asked again just now, and when it can be; null where it can. `mayStartRun` decides by the same
 * rule.
 *
 * @param uses what counts of the place now
 */
export function whyTooSoon(
  source: { platform: Platform; source: string },
  plan: string,
  uses: readonly Pick<PlaceUse, 'kind' | 'source' | 'askedBy' | 'gotNothing' | 'until'>[],
  now: number,
): SkippedPlatform | null {
  const { platform } = source
  const name = PLATFORM_NAMES[platform]
  const refused = (reason: string, retryAt: number): SkippedPlatform => ({
    platform,
    code: 'too_many',
    reason,
    retryAt: new Date(retryAt).toISOString(),
  })
  const wait = whyToWait(source, uses, now)
  if (wait) return refused(wait.reason, wait.until)
  const ends = new Map(uses.filter(({ kind }) => kind === 'run').map((run) => [run.askedBy, run]))
  const runs = [...ends.values()].sort((a, b) => b.until - a.until)
  const collected = runs.filter((run) => !run.gotNothing && run.source === source.source)
  const [latest] = collected
  if (latest && collectedPerHour(plan) === 1) {
    return refused(
      `${name} was collected within the last hour. On your plan it can be collected once an hour.`,
      latest.until,
    )
  }
  const oldest = runs[MAX_RUNS_PER_HOUR - 1]
  return oldest
    ? refused(
        `${name} was asked ${MAX_RUNS_PER_HOUR} times within the last hour. Please wait a while.`,
        oldest.until,
      )
    : null
}

/** What is said while the platform wants to be left alone; null where it does not. */
export function whyToWait(
  { platform, source }: { platform: Platform; source: string },
  uses: readonly Pick<PlaceUse, 'kind' | 'source' | 'until'>[],
  now: number,
): { reason: string; until: number } | null {
  const waits = uses.filter((use) => use.kind === 'wait' && use.source === source)
  if (waits.length === 0) return null
  const until = Math.max(...waits.map((wait) => wait.until))
  const name = PLATFORM_NAMES[platform]
  return {
    reason: `${name} asked to be left alone for now. It can be asked again in ${waitWords(until - now)}.`,
    until,
  }
}

/** 'a minute', '35 minutes', '2 hours': never less than it takes. */
function waitWords(waitMs: number): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS)
  if (minutes <= 1) return 'a minute'
  return minutes < 2 * (HOUR_MS / MINUTE_MS) ? `${minutes} minutes` : `${Math.ceil(waitMs / HOUR_MS)} hours`
}
