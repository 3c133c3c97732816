import { and, eq, sql } from 'drizzle-orm'
import { businessSources, scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { allowsPlatform, planName } from '../rules/plans.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { SourceError } from '../sources/source.ts'
import { type ClaimedRun, type CollectableRun, claimRun, type Lease } from './claim-run.ts'
import { closeRun } from './close-run.ts'
import { fetchPage, resolvePlace } from './fetch-page.ts'
import { nextStep } from './next-step.ts'
import { persistently } from './persistently.ts'
import type { Run } from './run-view.ts'
import { savePage } from './save-page.ts'
import { sendStep } from './send-step.ts'
import { whyShort } from './short-list.ts'
import { PUBLIC_COLLECTION_OFF } from './start.ts'
import { resendLateSteps } from './sweep.ts'

const RETRY_BACKOFF_MS = [1 * SECOND_MS, 4 * SECOND_MS, 16 * SECOND_MS] as const
/** A platform that wants to be left alone for longer ends the run; the next one is not due before that. */
const MAX_WAIT_IN_RUN_MS = 5 * MINUTE_MS
const MAX_RESTARTS = 1

/**
 * One step of a run: one page fetched and saved, or the run closed. Any line of it may be the last one before the
 * worker dies, and any message may come twice: the run's row decides what is done.
 *
 * @param lease the hold under which the step is done
 * @throws what nobody expected, such as a database fault; the message should then be delivered again
 */
export async function runStep(ctx: BackgroundContext, message: CollectMessage, lease: Lease): Promise<void> {
  const claimed = await persistently(() => claimRun(ctx, message, lease))
  if (!claimed) {
    // The page may have been saved by a worker that died before it asked for the next one.
    await resendLateSteps(ctx, message.runId)
    return
  }
  const { source } = claimed
  if (!source) return closeRun(ctx, claimed, { status: 'cancelled', error: withoutListing(claimed) })
  const refusal = whyNotCollected(ctx, claimed)
  if (refusal) return closeRun(ctx, claimed, { status: 'failed', error: refusal })
  await stepOf(ctx, { ...claimed, source })
}

async function stepOf(ctx: BackgroundContext, claimed: CollectableRun): Promise<void> {
  const { run, source, plan } = claimed
  const step = nextStep(run, source, claimed.lastPhase)
  if (step.kind === 'finish') return finish(ctx, claimed, step.warning)
  try {
    const placeId = source.placeId ?? (await resolvedId(ctx, claimed))
    const page = await fetchPage(ctx, claimed, placeId, step.cursor)
    const saved = await savePage(ctx, run, plan, { phase: step.phase, cursor: step.cursor, page })
    if (saved) await goOn(ctx, { ...claimed, run: saved })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    await afterFault(ctx, claimed, error)
  }
}

/** After a saved page: close at once where nothing is left to fetch, else ask for the next page. */
async function goOn(ctx: BackgroundContext, claimed: CollectableRun): Promise<void> {
  const { run, source } = claimed
  const step = nextStep(run, source, claimed.lastPhase)
  if (step.kind === 'finish') return finish(ctx, claimed, step.warning)
  await sendStep(ctx, run, run.rateLimitMs)
}

async function finish(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  warning: string | null,
): Promise<void> {
  const said = warning ?? (await whyShort(ctx, claimed.run))
  await closeRun(ctx, claimed, { status: 'succeeded', warnings: said === null ? [] : [said] })
}

function withoutListing({ run }: ClaimedRun): string {
  const name = PLATFORM_NAMES[run.platform]
  return `The ${name} link of this business was removed, so collecting from it stopped.`
}

/** What changed since the run was started and forbids it now, in words for the owner. */
function whyNotCollected(ctx: BackgroundContext, { run, plan, businessIsActive }: ClaimedRun): string | null {
  if (!businessIsActive) return 'This business is switched off, so its reviews are not collected.'
  if (!allowsPlatform(plan, run.platform)) {
    return `${PLATFORM_NAMES[run.platform]} is not part of your ${planName(plan)} plan.`
  }
  return ctx.settings.PUBLIC_COLLECTION === 'on' ? null : PUBLIC_COLLECTION_OFF
}

async function resolvedId(ctx: BackgroundContext, claimed: CollectableRun): Promise<string> {
  const place = await resolvePlace(ctx, claimed)
  await persistently(() =>
    ctx.db
      .update(businessSources)
      .set({ placeId: place.id })
      .where(
        and(
          eq(businessSources.businessId, claimed.run.businessId),
          eq(businessSources.platform, claimed.run.platform),
          eq(businessSources.listingUrl, claimed.source.listingUrl),
        ),
      ),
  )
  return place.id
}

/** Tries again what may pass by itself, begins anew where the list forgot our place, and else says why it ends. */
async function afterFault(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  error: SourceError,
): Promise<void> {
  const { run } = claimed
  if (error.kind === 'cursor_expired' && run.restarts < MAX_RESTARTS) {
    const warnings = [...new Set([...run.warnings, error.message])]
    return tryAgain(ctx, run, run.rateLimitMs, {
      phase: 'backfill',
      cursor: null,
      restarts: run.restarts + 1,
      warnings,
    })
  }
  if (error.kind !== 'unavailable' && error.kind !== 'rate_limited') {
    return closeRun(ctx, claimed, { status: 'failed', error: error.message })
  }
  const asked = (error.retryAfterSeconds ?? 0) * SECOND_MS
  if (run.attempts >= run.retryAttempts || asked > MAX_WAIT_IN_RUN_MS) {
    return closeRun(ctx, claimed, {
      status: 'failed',
      error: error.message.replace(/ We (wait and )?try again\.$/, ''),
      notBefore: ctx.now() + asked,
    })
  }
  const backoff = RETRY_BACKOFF_MS[Math.min(run.attempts, RETRY_BACKOFF_MS.length - 1)] ?? SECOND_MS
  const jitter = Math.random() * SECOND_MS
  await tryAgain(ctx, run, Math.max(asked, backoff) + jitter, { attempts: run.attempts + 1 })
}

/** Gives the run back at the same page, for a later step. */
async function tryAgain(
  ctx: BackgroundContext,
  run: Run,
  delayMs: number,
  change: Partial<Run>,
): Promise<void> {
  const dueAt = ctx.now() + Math.ceil(delayMs)
  const moved = await persistently(() =>
    ctx.db
      .update(scrapeRuns)
      .set({ ...change, leaseUntil: null, dueAt })
      .where(sql`id = ${run.id} AND page = ${run.page} AND status = 'running'`)
      .returning({ id: scrapeRuns.id }),
  )
  if (moved.length > 0) await sendStep(ctx, run, delayMs)
}
