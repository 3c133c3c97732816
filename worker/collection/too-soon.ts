import { HOUR_MS, MINUTE_MS } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { SkippedPlatform } from '../rules/views.ts'
import type { Run } from './run-view.ts'

/** Of one platform of one business, whatever the plan and however they ended: politeness towards the platform. */
export const MAX_RUNS_PER_HOUR = 6

type RecentRun = Pick<Run, 'page' | 'source' | 'createdAt'>

/**
 * Why a platform was not asked again just now, and when it can be.
 *
 * @param recent its runs of the last hour, newest first
 */
export function tooSoon(
  source: { platform: string; source: string; notBefore: number | null },
  plan: string,
  recent: RecentRun[],
  now: number,
): SkippedPlatform {
  const platform = source.platform as Platform
  const name = PLATFORM_NAMES[platform]
  const refused = (reason: string, retryAt: number | undefined): SkippedPlatform => ({
    platform,
    code: 'too_many',
    reason,
    retryAt: retryAt === undefined ? null : new Date(retryAt).toISOString(),
  })
  if (source.notBefore !== null && source.notBefore > now) {
    const wait = waitWords(source.notBefore - now)
    return refused(
      `${name} asked to be left alone for now. It can be asked again in ${wait}.`,
      source.notBefore,
    )
  }
  const isOnceAnHour = planLimits(plan).refreshHours === null
  const collected = isOnceAnHour ? recent.find((run) => hasCollected(run, source)) : undefined
  if (collected) {
    return refused(
      `${name} was collected within the last hour. On your plan it can be collected once an hour.`,
      collected.createdAt + HOUR_MS,
    )
  }
  const oldest = recent[MAX_RUNS_PER_HOUR - 1]
  return refused(
    `${name} was asked ${MAX_RUNS_PER_HOUR} times within the last hour. Please wait a while.`,
    oldest && oldest.createdAt + HOUR_MS,
  )
}

/** Whether `insertRun` would refuse, for the screens; the statement itself decides. `recent` as for `tooSoon`. */
export function isTooSoon(
  source: { source: string; notBefore: number | null },
  plan: string,
  recent: RecentRun[],
  now: number,
): boolean {
  const collected = recent.filter((run) => hasCollected(run, source)).length
  return (
    (source.notBefore ?? 0) > now ||
    recent.length >= MAX_RUNS_PER_HOUR ||
    (planLimits(plan).refreshHours === null && collected > 0)
  )
}

/** What a plan without refresh has once an hour, from each source. */
function hasCollected(run: RecentRun, { source }: { source: string }): boolean {
  return run.page > 0 && run.source === source
}

/** 'a minute', '35 minutes', '2 hours': never less than it takes. */
function waitWords(waitMs: number): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS)
  if (minutes <= 1) return 'a minute'
  return minutes < 2 * (HOUR_MS / MINUTE_MS) ? `${minutes} minutes` : `${Math.ceil(waitMs / HOUR_MS)} hours`
}
