import { and, eq, type SQL, sql } from 'drizzle-orm'
import { batch } from '#db/client.ts'
import { businesses, type Run } from '#db/schema/index.ts'
import { platformNameOf } from '../businesses/own-platforms.ts'
import { recordNumbers, recordOutcome } from '../businesses/source-state.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import {
  type NewNotification,
  type NewReviewsAlert,
  notify,
  notifyAndAlert,
} from '../notifications/notify.ts'
import { markMissed } from '../reviews/mark-removed.ts'
import type { RunId, RunView } from '../rules/collection.ts'
import { type FailureKind, failureNotice } from '../rules/failures.ts'
import { newReviewsText } from '../rules/notifications.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { NEWS_MS } from '../rules/reviews.ts'
import type { StatedNumbers } from '../sources/source.ts'
import { announceTrouble } from '../webhooks/announce.ts'
import { type ClaimedRun, circumstancesQuery, type RunSource } from './claimed-run.ts'
import { countWait, usedPlace } from './place-usage.ts'
import { isOpen, requireRun, runView } from './queries.ts'
import { retryTransientFaults } from './retry.ts'
import { endRun, type ImportRun, whileStillAt } from './run-store.ts'
import { COMPLETE_SHARE, endsScan, recheckSinceOf, type ScanColumns, scanAfter } from './scan.ts'
import { nextDueAt } from './schedule.ts'

export interface RunEnd {
  status: 'succeeded' | 'failed' | 'cancelled'
  /** Shown to the owner. */
  error?: string
  recordedAs?: 'error' | 'warning'
  /** Kind of failure; absent if it isn't the source's fault. */
  kind?: FailureKind
  warnings?: string[]
  /** Time until which the platform asked us to wait (milliseconds). */
  notBefore?: number
  /** The place's review count and average rating, if they could be fetched after the list was refused. */
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

async function newsOf(ctx: BackgroundContext, run: Run, source: RunSource, outcome: RunEnd, now: number) {
  if (outcome.status === 'succeeded') return run.triggerType === 'schedule' ? newsOfReviews(ctx, run) : null
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

function removedAt(run: Run, moment: number) {
  return sql`(SELECT count(*) FROM reviews
    WHERE business_id = ${run.businessId} AND platform = +${run.platform} AND removed_at = ${moment})`
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
 * Columns that record why the source has been failing, and since when. A cancelled run changes nothing, and neither
 * does a run that never reached the source.
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
 * Pages already saved stay; a page being fetched isn't saved.
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

export async function newsOfReviews(ctx: BackgroundContext, run: ImportRun): Promise<NewReviewsAlert | null> {
  if (run.reviewsNew === 0) return null
  // Reviews first stored by a run have its creation time as `scraped_at`.
  const stored = sql`FROM reviews WHERE business_id = ${run.businessId} AND scraped_at = ${run.createdAt}
    AND platform = +${run.platform} AND coalesce(review_date, scraped_at) >= ${run.createdAt - NEWS_MS}`
  const [brought] = await ctx.db
    .select({
      name: businesses.name,
      platformName: platformNameOf(sql`${run.platform}`, run.organizationId).as('platform_name'),
      found: sql<number>`(SELECT count(*) ${stored})`.as('found'),
      waiting: sql<number>`(SELECT count(*) ${stored} AND responded = 0)`.as('waiting'),
    })
    .from(businesses)
    .where(isOf(run))
  if (!brought || brought.found === 0) return null
  const query = new URLSearchParams({
    businessId: run.businessId,
    ...(brought.waiting > 0 && { status: 'pending' }),
  })
  return {
    organizationId: run.organizationId,
    businessId: run.businessId,
    kind: 'new_reviews',
    message: `${brought.name}: ${newReviewsText(brought.platformName, brought.found, brought.waiting)}`,
    link: `/app/reviews?${query}`,
    dedupeKey: `run:${run.id}`,
    runId: run.id,
  }
}

/**
 * Notification about a failing source, if its owner can do something about it. The key contains the kind of failure and
 * the time of the first failure since the last success, so that each kind is reported once until the source works
 * again.
 */
async function newsOfTrouble(
  ctx: BackgroundContext,
  run: Run,
  source: RunSource,
  trouble: { kind: FailureKind; since: number; failures: number },
): Promise<NewNotification | null> {
  const text = failureNotice(PLATFORM_NAMES[run.platform], trouble.kind, trouble.failures)
  if (text === null) return null
  const [business] = await ctx.db.select({ name: businesses.name }).from(businesses).where(isOf(run))
  if (!business) return null
  return {
    organizationId: run.organizationId,
    businessId: run.businessId,
    kind: 'source_needs_owner',
    message: `${business.name}: ${text}`,
    link: `/app/businesses/${run.businessId}/sources`,
    dedupeKey: `source:${source.businessId}:${source.platform}:${trouble.kind}:${trouble.since}`,
  }
}

function isOf(run: Pick<Run, 'businessId' | 'organizationId'>) {
  return and(eq(businesses.id, run.businessId), eq(businesses.organizationId, run.organizationId))
}

/** Minimum share of the source's stored visible reviews that a complete list shows, if the platform states no total. */
const MIN_SHARE = 0.5
/** Number of reviews in Google's limited view, which doesn't always say that it is limited. */
const LIMITED_VIEW = 5

/**
 * Statements that end a scan; none if no scan ends with this run. After a complete scan, reviews that it didn't see are
 * counted as missed; a review missed for the second time is marked as removed.
 *
 * A scan is complete if the list ended by itself, every page could be read, and about as many reviews were seen as the
 * platform states. Only reviews that this source's own list showed before the scan can be missed, because other sources
 * use other ids.
 */
function endScan(ctx: BackgroundContext, run: Run, source: ScanColumns, now: number, guard: SQL) {
  const since = recheckSinceOf(run, source)
  if (since === null || !endsScan(run, source)) return []
  const own = sql`business_id = ${run.businessId} AND platform = ${run.platform}`
  const expected = sql`reviews.business_id = ${run.businessId} AND reviews.platform = +${run.platform}
    AND reviews.organization_id = ${run.organizationId} AND reviews.source = ${run.source}
    AND reviews.removed_at IS NULL AND reviews.scraped_at < ${since}`
  const isMissed = sql`${expected} AND platform_review_id NOT IN (${metByScan(run)})
      AND ${run.cursor === null ? sql`true` : sql`false`}
      AND NOT EXISTS (SELECT 1 FROM scan_pages WHERE ${own} AND NOT is_whole)
      AND (SELECT CASE WHEN stated_total IS NOT NULL THEN met >= stated_total * ${COMPLETE_SHARE}
          ELSE met <> ${LIMITED_VIEW} AND met >= (SELECT count(*) * ${MIN_SHARE} FROM reviews WHERE ${expected}) END
        FROM business_sources, (SELECT count(*) AS met FROM (${metByScan(run)})) WHERE ${own})
      AND ${guard}`
  const forget = ctx.db.statement(sql`DELETE FROM scan_pages WHERE ${own} AND ${guard}`)
  return [...markMissed(ctx, run, isMissed, now), forget]
}

/** Query for the platform ids of reviews seen by a run's scan, one row each (`id`). */
export function metByScan(run: Run): SQL {
  // A run that rechecks has seen all of them itself; pages recorded by earlier runs belong to an older scan.
  return sql`SELECT DISTINCT met.value AS id FROM scan_pages, json_each(scan_pages.review_ids) AS met
    WHERE scan_pages.business_id = ${run.businessId} AND scan_pages.platform = ${run.platform}
      AND scan_pages.run_seq >= ${run.rechecks ? run.seq : 0}`
}
