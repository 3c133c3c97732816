import type { Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import type { Lease } from '../platform/due.ts'
import { logFault } from '../platform/log.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { agentOf } from '../sources/agent.ts'
import { reviewCount } from '../sources/page.ts'
import { sourceNamed } from '../sources/registry.ts'
import { keptPart } from '../sources/retention.ts'
import { type ReviewSource, SourceError, type SourcePage } from '../sources/source.ts'
import type { ClaimedRun, CollectableRun } from './claimed-run.ts'
import { closeRun } from './close.ts'
import { whyNotAllowed, whyNotCollectable } from './eligibility.ts'
import { type Asking, fetchPage, resolvePlace } from './fetch.ts'
import { recheckOf } from './recheck.ts'
import { retryTransientFaults } from './retry.ts'
import { claimRun, recordSaveFault } from './run-store.ts'
import { savePage } from './save-page.ts'
import { nextStep, type Phase, phaseColumns } from './scan.ts'
import { endsTooSoon, shortListWarning } from './short-list.ts'
import { afterFault, goToPlace, pauseBefore, recordWait, tryAgain, waitFor } from './step-again.ts'
import { putOffEarlyStep, resendLateSteps, sendStep } from './step-messages.ts'

const AT_END = { cursor: null, endOfList: true } as const

/**
 * One step of a run: its listing's id is found, a page is fetched and saved, or the run is closed. Any line may be the
 * last before the worker dies, any message may come twice: the row decides. True when the next step can follow at once.
 * @throws what nobody expected, such as a database fault; the message should then be delivered again
 */
export async function runStep(
  ctx: BackgroundContext,
  message: CollectMessage,
  lease: Lease,
): Promise<boolean> {
  const claimed = await retryTransientFaults(() => claimRun(ctx, message, lease))
  if (!claimed) {
    await putOffEarlyStep(ctx, message)
    // The page may have been saved by a worker that died before it asked for the next one.
    await resendLateSteps(ctx, message.runId)
    return false
  }
  const { run, source } = claimed
  const name = PLATFORM_NAMES[run.platform]
  if (!source) {
    const error = `The ${name} link of this business was removed, so collecting from it stopped.`
    await closeRun(ctx, claimed, { status: 'cancelled', error })
    return false
  }
  const asked = sourceNamed(run.source)
  // What the run would store is stored under other ids now, and how far it came means nothing to the other source.
  if (!asked || source.source !== run.source) {
    const error = `${name} reviews now come from another source, so collecting from the old one stopped.`
    await closeRun(ctx, { ...claimed, source: null }, { status: 'cancelled', error })
    return false
  }
  const refusal = whyNotCollected(ctx, claimed, asked)
  if (refusal) {
    await closeRun(ctx, claimed, { status: 'failed', error: refusal.reason })
    return false
  }
  return nextOf(ctx, { ...claimed, run: withinPlan(claimed), source }, asked)
}

/** What has changed since the run was started and forbids it now. */
function whyNotCollected(ctx: BackgroundContext, claimed: ClaimedRun, asked: ReviewSource) {
  const { plan, businessIsActive, olderBusinesses } = claimed
  const { platform } = claimed.run
  const isWithinLimit = olderBusinesses < planLimits(plan).locations
  return (
    whyNotAllowed({ platform, plan, businessIsActive, isWithinLimit, hasListing: true }) ??
    whyNotCollectable(platform, asked, ctx.settings)
  )
}

/** The plan may have fewer pages than it had when the run was started. */
function withinPlan({ run, plan }: Pick<ClaimedRun, 'run' | 'plan'>): Run {
  return { ...run, pagesPlanned: Math.min(run.pagesPlanned, planLimits(plan).scrapePages) }
}

async function nextOf(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  asked: ReviewSource,
): Promise<boolean> {
  const { run, source, waitUntil } = claimed
  const step = nextStep(run, source)
  if (step.kind === 'finish') {
    await finish(ctx, claimed, step.warning)
    return false
  }
  if (waitUntil !== null) {
    await waitFor(ctx, claimed, waitUntil)
    return false
  }
  const asking: Asking = {
    source: asked,
    organizationId: run.organizationId,
    businessId: run.businessId,
    listingUrl: source.listingUrl,
    timeoutMs: run.timeoutMs,
    agent: agentOf(run),
  }
  try {
    // Finding the id of a listing is a step of its own, under a lease as long as that may take.
    if (source.placeId === null) return await goToPlace(ctx, claimed, await resolvePlace(ctx, asking))
    await pageStep(ctx, claimed, asking, { ...step, placeId: source.placeId })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    await afterFault(ctx, claimed, asking, step.phase, error)
  }
  return false
}

async function pageStep(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  asking: Asking,
  { phase, cursor, placeId }: { phase: Phase; cursor: string | null; placeId: string },
): Promise<void> {
  const { run, source } = claimed
  const fetched = await fetchPage(ctx, asking, placeId, cursor)
  if (fetched.pauseSeconds) await recordWait(ctx, claimed, fetched.pauseSeconds * SECOND_MS)
  const doubt = asking.source.lists === 'all' ? whySuspicious(claimed, fetched, cursor) : null
  if (doubt) throw new SourceError('unavailable', doubt)
  // Nothing of a page goes further than this but what its platform lets us keep.
  const page = keptPart(asking.source, ctx.settings.KEEP_REVIEWS, fetched)
  const recheck = await recheckOf(ctx, claimed, { phase }, page)
  const reached = {
    ...run,
    ...phaseColumns(phase),
    ...AT_END,
    page: run.page + 1,
    rechecks: recheck.rechecks,
  }
  if (asking.source.lists === 'all' && (await endsTooSoon(ctx, claimed, reached, page))) {
    return tryAgain(ctx, run, pauseBefore(run), { attempts: run.attempts + 1 })
  }
  const gapSince = phase === 'gap' ? source.gapSince : null
  const saved = await savePage(ctx, claimed, { phase, cursor, gapSince, page, ...recheck }).catch(
    async (cause: unknown) => {
      await countSaveFault(ctx, run)
      throw cause
    },
  )
  if (saved) await goOn(ctx, { ...claimed, run: withinPlan({ ...claimed, run: saved }) })
}

/**
 * Platforms answer callers they don't like with empty lists: why one is rejected where there have to be reviews, and below
 * the first page unless the run before ended at the same place.
 */
function whySuspicious(
  { run, source, hasReviews }: CollectableRun,
  page: SourcePage,
  cursor: string | null,
): string | null {
  if (page.reviews.length > 0 || page.nextCursor !== null) return null
  const name = PLATFORM_NAMES[run.platform]
  if (cursor !== null) {
    return cursor === source.backfillCursor || cursor === source.gapCursor
      ? null
      : `${name}'s list was cut off before the end.`
  }
  const stated = page.total ?? source.statedTotal
  if (stated !== null)
    return stated > 0 ? `${name} reports ${reviewCount(stated)} but sent an empty list.` : null
  return hasReviews
    ? `${name} sent an empty list, although it has shown reviews of this business before.`
    : null
}

/** So that whoever waits for the run learns of it before the message comes again. Tried once: the database has just failed. */
async function countSaveFault(ctx: BackgroundContext, run: Run): Promise<void> {
  await recordSaveFault(ctx.db, run).catch((cause: unknown) =>
    logFault('save_fault_not_recorded', cause, { runId: run.id }),
  )
}

/** After a saved page: close at once where nothing is left to fetch, else ask for the next page. */
async function goOn(ctx: BackgroundContext, claimed: CollectableRun): Promise<void> {
  const { run, source } = claimed
  const step = nextStep(run, source)
  if (step.kind === 'finish') return finish(ctx, claimed, step.warning)
  await sendStep(ctx, run, Math.max(0, run.dueAt - ctx.now()))
}

async function finish(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  warning: string | null,
): Promise<void> {
  // A list that never shows all is not short.
  const isWhole = sourceNamed(claimed.run.source)?.lists === 'all'
  const said = warning ?? (isWhole ? await shortListWarning(ctx, claimed) : null)
  await closeRun(ctx, claimed, { status: 'succeeded', warnings: said === null ? [] : [said] })
}
