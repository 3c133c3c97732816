import type { PlaceUse } from '#db/schema/index.ts'
import {
  isOpen,
  type SourcePlace,
  type SourceSettings,
  sourceToday,
  whyNoSource,
} from '../businesses/choose-source.ts'
import { aboveLocationLimit } from '../businesses/create.ts'
import type { Settings } from '../env.ts'
import { DomainError } from '../errors.ts'
import { HOUR_MS, MINUTE_MS } from '../rules/durations.ts'
import { allowsPlatform, planLimits, platformNotIncluded } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import { sourceNamed } from '../sources/registry.ts'
import { keptOf, whyNotKept } from '../sources/retention.ts'
import type { ReviewSource } from '../sources/source.ts'

// Decides whether a source may be collected now, in three parts: limits of the plan, of the platform's source, and of
// recent requests to the place. Each part is null if it doesn't object.

interface Candidate {
  platform: Platform
  plan: string
  businessIsActive: boolean
  isWithinLimit: boolean
  hasListing: boolean
}

/** @throws DomainError `conflict` if the business is switched off; `invalid_input` without a listing; `plan_limit` */
export function requireCollectable(
  isActive: boolean,
  sources: readonly Pick<Candidate, 'isWithinLimit'>[],
  plan: string,
): void {
  if (!isActive)
    throw new DomainError('conflict', 'This business is paused. Resume collecting to get its reviews.')
  if (sources.length === 0) {
    throw new DomainError(
      'invalid_input',
      'This business has no listing yet. Add its Google or Yelp link first.',
    )
  }
  if (sources.some(({ isWithinLimit }) => !isWithinLimit))
    throw new DomainError('plan_limit', aboveLocationLimit(plan))
}

export function whyNotAllowed(candidate: Candidate): SkippedPlatform | null {
  const { platform, plan } = candidate
  if (!candidate.businessIsActive) {
    return refusal(platform, 'conflict', 'This business is paused, so its reviews are not collected.')
  }
  const notOffered = whyPlatformNotAllowed(candidate)
  if (notOffered) return notOffered
  return candidate.isWithinLimit ? null : refusal(platform, 'plan_limit', aboveLocationLimit(plan))
}

export function whyPlatformNotAllowed({
  platform,
  plan,
  hasListing,
}: Pick<Candidate, 'platform' | 'plan' | 'hasListing'>): SkippedPlatform | null {
  const name = PLATFORM_NAMES[platform]
  if (!allowsPlatform(plan, platform)) {
    return refusal(platform, 'plan_limit', platformNotIncluded(plan, platform))
  }
  if (hasListing) return null
  const reason =
    platform === 'facebook' ? whyNoSource(platform) : `Add the ${name} link of this business first.`
  return refusal(platform, 'invalid_input', reason)
}

type CollectSettings = SourceSettings & Pick<Settings, 'KEEP_REVIEWS'>

export function whyNotCollectable(
  platform: Platform,
  source: ReviewSource | null,
  settings: CollectSettings,
): SkippedPlatform | null {
  if (!source || !isOpen(source, settings)) return refusal(platform, 'conflict', whyNoSource(platform))
  if (keptOf(source, settings.KEEP_REVIEWS) !== 'nothing') return null
  return refusal(platform, 'conflict', whyNotKept(source, settings.KEEP_REVIEWS) ?? '')
}

type SourceToday =
  | { place: SourcePlace; refusal: null }
  | { place: SourcePlace | null; refusal: SkippedPlatform }

/** The place from which a stored source would be collected now, with the reason if it can't be collected. */
export function collectableToday(
  stored: SourcePlace & { platform: Platform },
  settings: CollectSettings,
): SourceToday {
  const { platform } = stored
  const place = sourceToday(stored, settings)
  const refused = whyNotCollectable(platform, place && sourceNamed(place.source), settings)
  return place && !refused
    ? { place, refusal: null }
    : { place, refusal: refused ?? refusal(platform, 'conflict', whyNoSource(platform)) }
}

/** Maximum runs per hour and place, to be polite to the platform. The same for all plans; failed runs count too. */
export const MAX_RUNS_PER_HOUR = 6

/**
 * Maximum runs per hour and source that may save reviews. Runs that ended before their first page don't count, and
 * neither do runs of other sources, so that a newly connected account shows its reviews at once.
 */
export function collectedPerHour(plan: string): number {
  return planLimits(plan).refreshHours === null ? 1 : MAX_RUNS_PER_HOUR
}

/**
 * Reason why a place can't be asked now, with the time when it can be; null if it can be asked now. `mayStartRun`
 * applies the same rule.
 */
export function whyTooSoon(
  source: { platform: Platform; source: string },
  plan: string,
  uses: readonly Pick<PlaceUse, 'kind' | 'source' | 'askedBy' | 'gotNothing' | 'until'>[],
  now: number,
): SkippedPlatform | null {
  const { platform } = source
  const name = PLATFORM_NAMES[platform]
  const refused = (reason: string, until: number) => refusal(platform, 'too_many', reason, until)
  const wait = whyToWait(source, uses, now)
  if (wait) return refused(wait.reason, wait.until)
  const ends = new Map(uses.filter(({ kind }) => kind === 'run').map((run) => [run.askedBy, run]))
  const runs = [...ends.values()].sort((a, b) => b.until - a.until)
  const collected = runs.filter((run) => !run.gotNothing && run.source === source.source)
  const [latest] = collected
  if (latest && collectedPerHour(plan) === 1) {
    return refused(
      `${name} reviews were collected within the last hour. Your plan allows one collection an hour.`,
      latest.until,
    )
  }
  const oldest = runs[MAX_RUNS_PER_HOUR - 1]
  return oldest
    ? refused(
        `We asked ${name} ${MAX_RUNS_PER_HOUR} times within the last hour. Please wait a while.`,
        oldest.until,
      )
    : null
}

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
    reason: `${name} asked us to wait. We can ask again in ${waitText(until - now)}.`,
    until,
  }
}

/** 'a minute', '35 minutes', '2 hours', always rounded up. */
function waitText(waitMs: number): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS)
  if (minutes <= 1) return 'a minute'
  return minutes < 2 * (HOUR_MS / MINUTE_MS) ? `${minutes} minutes` : `${Math.ceil(waitMs / HOUR_MS)} hours`
}

function refusal(
  platform: Platform,
  code: SkippedPlatform['code'],
  reason: string,
  until: number | null = null,
): SkippedPlatform {
  return { platform, code, reason, retryAt: until === null ? null : new Date(until).toISOString() }
}

export interface SkippedPlatform {
  platform: Platform
  /** A sentence for the owner. */
  reason: string
  code: 'plan_limit' | 'invalid_input' | 'conflict' | 'too_many'
  /** Time from which it can be requested again; null if waiting doesn't help. */
  retryAt: string | null
}
