import type { Settings } from '../env.ts'
import { planLimits } from '../rules/plans.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { agentOf } from '../sources/agent.ts'
import { sourceNamed } from '../sources/registry.ts'
import type { ReviewSource } from '../sources/source.ts'
import type { ClaimedRun, CollectableRun, RunSource } from './claimed-run.ts'
import type { RunEnd } from './close.ts'
import { whyNotAllowed, whyNotCollectable } from './eligibility.ts'
import type { Asking } from './fetch.ts'
import { nextStep, type Phase } from './scan.ts'

/** Action of a step. All kinds except `close` need a listing that still exists. */
export type Action =
  /**
   * Collecting is no longer allowed or makes no sense. `source` is null if the listing is gone or has another source
   * now: then there is no progress to record.
   */
  | { kind: 'close'; source: RunSource | null; end: RunEnd }
  | { kind: 'finish'; held: CollectableRun; warning: string | null; isWholeList: boolean }
  /** The platform asked another run or a preview to wait until `until` (milliseconds). */
  | { kind: 'wait'; held: CollectableRun; until: number }
  /** Finds the listing's id: a separate step, with a lease long enough for it. */
  | { kind: 'find-place'; held: CollectableRun; asking: Asking }
  | FetchAction

export interface FetchAction {
  kind: 'fetch'
  held: CollectableRun
  asking: Asking
  placeId: string
  phase: Phase
  cursor: string | null
}

export function decide(claimed: ClaimedRun, settings: Settings): Action {
  const { run, source, waitUntil } = claimed
  const name = PLATFORM_NAMES[run.platform]
  if (!source) {
    const error = `The ${name} link of this business was removed, so collecting from it stopped.`
    return { kind: 'close', source, end: { status: 'cancelled', error } }
  }
  const asked = sourceNamed(run.source)
  // The run's reviews are stored under other ids now, and its progress means nothing to the new source.
  if (!asked || source.source !== run.source) {
    const error = `${name} reviews now come from another source, so collecting from the old one stopped.`
    return { kind: 'close', source: null, end: { status: 'cancelled', error } }
  }
  const refusal = whyNotCollected(claimed, asked, settings)
  if (refusal) return { kind: 'close', source, end: { status: 'failed', error: refusal.reason } }

  const held = withinPlan({ ...claimed, source })
  const step = nextStep(held.run, source)
  if (step.kind === 'finish')
    return { kind: 'finish', held, warning: step.warning, isWholeList: asked.lists === 'all' }
  if (waitUntil !== null) return { kind: 'wait', held, until: waitUntil }
  const asking: Asking = {
    source: asked,
    organizationId: run.organizationId,
    businessId: run.businessId,
    listingUrl: source.listingUrl,
    timeoutMs: run.timeoutMs,
    agent: agentOf(run),
  }
  const { placeId } = source
  if (placeId === null) return { kind: 'find-place', held, asking }
  return { kind: 'fetch', held, asking, placeId, phase: step.phase, cursor: step.cursor }
}

function whyNotCollected(claimed: ClaimedRun, asked: ReviewSource, settings: Settings) {
  const { plan, businessIsActive, olderBusinesses } = claimed
  const { platform } = claimed.run
  const isWithinLimit = olderBusinesses < planLimits(plan).locations
  return (
    whyNotAllowed({ platform, plan, businessIsActive, isWithinLimit, hasListing: true }) ??
    whyNotCollectable(platform, asked, settings)
  )
}

/** Caps the planned pages, because the plan may have been reduced since the run was started. */
function withinPlan(claimed: CollectableRun): CollectableRun {
  const { run, plan } = claimed
  return {
    ...claimed,
    run: { ...run, pagesPlanned: Math.min(run.pagesPlanned, planLimits(plan).scrapePages) },
  }
}
