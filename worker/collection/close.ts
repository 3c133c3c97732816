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

/** How a run ends. */
export interface RunEnd {
  status: 'succeeded' | 'failed' | 'cancelled'
  /** Why it ended early, for its owner. */
  error?: string
  recordedAs?: 'error' | 'warning'
  /** What kept a failed run from its source; absent where it was nothing of the source. */
  kind?: FailureKind
  warnings?: string[]
  /** The platform asked to be left alone until then (milliseconds). */
  notBefore?: number
  /** What the place states of itself, where that was asked although its list was refused. */
  numbers?: StatedNumbers | null
}

/**
 * Ends a run, and in the same batch records how far its source came and when it is due again. Where a scan of the whole
 * list ends with it, what the scan did not meet is counted as missed. Does nothing once the run has ended or gone on.
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
  // Ending comes last: it is what makes the others do nothing the next time.
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

/** What the owner should know about how a run ended; null when it is no news. */
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

/** How many reviews of a run's list were marked as removed at that moment. */
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

/** Why the source fails and since when. A run that was stopped, or never got to asking, says nothing of that. */
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
 * Ends an open run; the pages it saved stay, one that is being fetched is not saved any more.
 * @throws DomainError `not_found`, `conflict` when the run has ended by itself
 */
export async function cancelRun(ctx: MemberContext, input: RunId): Promise<RunView> {
  let run = await requireRun(ctx, input.id)
  if (!isOpen(run)) throw new DomainError('conflict', 'This collection has already ended.')
  // Where a page was saved in between, the run is closed as it is after that page.
  while (isOpen(run)) {
    const [around] = await circumstancesQuery(ctx, run.id)
    // How far a file came says nothing about collecting.
    const source = run.source === 'file' ? null : (around?.source ?? null)
    await closeRun(ctx, { run, source, plan: ctx.organization.plan }, { status: 'cancelled' })
    run = await requireRun(ctx, input.id)
  }
  return runView(run, ctx.now())
}
