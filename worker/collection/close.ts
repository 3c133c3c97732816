import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#db/client.ts'
import type { Run } from '#db/schema/index.ts'
import { recordNumbers, recordOutcome } from '../businesses/source-state.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import {
  type NewNotification,
  type NewReviewsAlert,
  notify,
  notifyAndAlert,
} from '../notifications/notify.ts'
import type { RunId } from '../rules/collection.ts'
import type { FailureKind } from '../rules/failures.ts'
import type { RunView } from '../rules/views.ts'
import type { StatedNumbers } from '../sources/source.ts'
import { announceTrouble } from '../webhooks/announce.ts'
import { type ClaimedRun, circumstancesQuery, type RunSource } from './claimed-run.ts'
import { endScan } from './end-scan.ts'
import { countWait, usedPlace } from './place-usage.ts'
import { isOpen, requireRun, runView } from './queries.ts'
import { retryTransientFaults } from './retry.ts'
import { newsOfReviews, newsOfTrouble } from './run-news.ts'
import { endRun, whileStillAt } from './run-store.ts'
import { endsScan, scanAfter } from './scan.ts'
import { nextDueAt } from './schedule.ts'

/** The outcome of a run. */
export interface RunEnd {
  status: 'succeeded' | 'failed' | 'cancelled'
  /** Reason for an early end, for its owner. */
  error?: string
  recordedAs?: 'error' | 'warning'
  /** Kind of failure; absent if the source isn't to blame. */
  kind?: FailureKind
  warnings?: string[]
  /** The platform asked us to wait until then (milliseconds). */
  notBefore?: number
  /** The place's own numbers, if they were fetched although the list was refused. */
  numbers?: StatedNumbers | null
}

/**
 * Ends a run and, in the same batch, records the source's progress and when it is due again. After a complete scan,
 * counts unseen reviews as missed. Does nothing if the run has already ended or moved on.
 */
export async function closeRun(
  ctx: BackgroundContext,
  { run, source, plan }: Pick<ClaimedRun, 'run' | 'source' | 'plan'>,
  outcome: RunEnd,
): Promise<void> {
  const now = ctx.now()
  const guard = whileStillAt(run)
  const scanEnd = source ? endScan(ctx, run, source, now, guard) : []
  const news = source && (await retryTransientFaults(() => newsOf(ctx, run, source, outcome, now)))
  const { numbers, notBefore = 0 } = outcome
  const ofSource = source
    ? [
        recordOutcome(ctx.db, run, sourceAfter(run, source, plan, outcome, now), guard),
        ...(notBefore > now ? [countWait(ctx.db, usedPlace(run, source), notBefore, run.id)] : []),
      ]
    : []
  // Must be last: the other statements are guarded by the run still being open.
  const end = endRun(ctx.db, run, {
    status: outcome.status,
    errorKind: outcome.kind ?? null,
    finishedAt: now,
    ...(scanEnd.length > 0 && { reviewsRemoved: removedAt(run, now) }),
    ...messagesAfter(run, outcome),
  })
  const statements = [
    ...scanEnd,
    ...ofSource,
    ...(numbers ? [recordNumbers(ctx.db, run, numbers, guard)] : []),
    ...(news ? tellOf(ctx, run, news, guard) : []),
    end,
  ]
  await retryTransientFaults(() => batch(ctx.db, statements))
}

function tellOf(ctx: BackgroundContext, run: Run, news: NewReviewsAlert | NewNotification, guard: SQL) {
  if (news.kind === 'new_reviews') return notifyAndAlert(ctx, news, guard)
  return [notify(ctx, news, guard), ...announceTrouble(ctx, run, news.message)]
}

/** Notification about the outcome for the owner; null if there is nothing to report. */
async function newsOf(ctx: BackgroundContext, run: Run, source: RunSource, outcome: RunEnd, now: number) {
  if (outcome.status === 'succeeded') return newsOfReviews(ctx, run)
  if (outcome.status === 'cancelled' || !outcome.kind) return null
  const since = source.failingSince ?? now
  return newsOfTrouble(ctx, run, source, { kind: outcome.kind, since, failures: source.failures + 1 })
}

function messagesAfter(
  run: Run,
  { error, recordedAs = 'error', warnings = [] }: RunEnd,
): Pick<Run, 'errors' | 'warnings'> {
  const why = error === undefined ? [] : [error]
  return {
    errors: recordedAs === 'error' ? [...run.errors, ...why] : run.errors,
    warnings: [...new Set([...run.warnings, ...warnings, ...(recordedAs === 'warning' ? why : [])])],
  }
}

/** Number of reviews of the run's list that were marked as removed at that moment. */
function removedAt(run: Run, moment: number) {
  return sql`(SELECT count(*) FROM reviews
    WHERE business_id = ${run.businessId} AND platform = ${run.platform} AND removed_at = ${moment})`
}

function sourceAfter(run: Run, source: RunSource, plan: string, outcome: RunEnd, now: number) {
  const failures = { succeeded: 0, failed: source.failures + 1, cancelled: source.failures }[outcome.status]
  return {
    ...scanAfter(run, source),
    ...(endsScan(run, source) && {
      recheckedAt: now,
      listPages: run.phase === 'newest' && run.restarts === 0 ? run.page : null,
    }),
    failures,
    ...troubleAfter(source, outcome, now),
    nextDueAt: nextDueAt(plan, run.businessId, now, failures, outcome.notBefore),
    ...(outcome.status === 'succeeded' && {
      lastSucceededAt: now,
      waitingNew: run.reviewsOverQuota - run.historyOverQuota,
      waitingHistory: run.historyOverQuota,
    }),
  }
}

/**
 * Why the source has been failing, and since when. A cancelled run, or one that never reached the source, changes
 * nothing.
 */
function troubleAfter(source: RunSource, outcome: RunEnd, now: number): Partial<RunSource> {
  if (outcome.status === 'succeeded') {
    return { lastAttemptAt: now, lastError: null, lastErrorKind: null, failingSince: null }
  }
  if (outcome.status === 'cancelled' || !outcome.kind) return {}
  return {
    lastAttemptAt: now,
    lastError: outcome.error ?? null,
    lastErrorKind: outcome.kind,
    failingSince: source.failingSince ?? now,
  }
}

/**
 * Cancels an open run. Pages already saved stay; a page being fetched isn't saved.
 * @throws DomainError `not_found`; `conflict` if the run has already ended
 */
export async function cancelRun(ctx: MemberContext, input: RunId): Promise<RunView> {
  let run = await requireRun(ctx, input.id)
  if (!isOpen(run)) throw new DomainError('conflict', 'This collection has already ended.')
  // If a page is saved in between, read the run again and close it after that page.
  while (isOpen(run)) {
    const [around] = await circumstancesQuery(ctx, run.id)
    // A file import's progress says nothing about collecting.
    const source = run.source === 'file' ? null : (around?.source ?? null)
    await closeRun(ctx, { run, source, plan: ctx.organization.plan }, { status: 'cancelled' })
    run = await requireRun(ctx, input.id)
  }
  return runView(run, ctx.now())
}
