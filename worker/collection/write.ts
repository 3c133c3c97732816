import { type SQL, sql } from 'drizzle-orm'
import { batch, batchEndingIn, columns as columnsOf, type Database, type Statement } from '#db/client.ts'
import { type Run, scrapeRuns } from '#db/schema/index.ts'
import { recordNumbers, recordPlace } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { logFault } from '../platform/log.ts'
import { mayHaveDuplicates } from '../reviews/duplicate-candidates.ts'
import { ALL_LISTENERS, hasOnly } from '../reviews/reactions.ts'
import { reconcileIds, reconcileImportedIds } from '../reviews/reconcile-ids.ts'
import { giveReviewIds, type IncomingReviews, upsertReviews } from '../reviews/upsert-reviews.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { sourceNamed } from '../sources/registry.ts'
import type { SourcePage } from '../sources/source.ts'
import type { ClaimedRun } from './claimed-run.ts'
import { closeRun } from './close.ts'
import type { Outcome } from './interpret.ts'
import { countWait, usedPlace } from './place-usage.ts'
import { retryTransientFaults } from './retry.ts'
import { advanceRun, recordSaveFault, rescheduleRun, stillAt, whileStillAt } from './run-store.ts'
import { isCycle, type Phase, pagesSeenAfter, phaseColumns, phaseOf } from './scan.ts'
import { sendStep } from './step-messages.ts'

/** Continuation after a step: stop, perform the next step at once, or go on with the run after its saved page. */
type Next = 'done' | 'at once' | { saved: Run }

export async function write(ctx: BackgroundContext, claimed: ClaimedRun, outcome: Outcome): Promise<Next> {
  const { run, source, plan } = claimed
  switch (outcome.kind) {
    case 'close':
      await closeRun(ctx, { run, source: outcome.source, plan }, outcome.end)
      return 'done'
    case 'again': {
      const reschedule = rescheduleRun(ctx.db, run, ctx.now() + Math.ceil(outcome.delayMs), outcome.change)
      const statements = waitOf(ctx, claimed, outcome)
      const rescheduled = await retryTransientFaults(() => batchEndingIn(ctx.db, statements, reschedule))
      if (rescheduled.length > 0) await sendStep(ctx, run, outcome.delayMs)
      return 'done'
    }
    case 'at-place': {
      const reschedule = rescheduleRun(ctx.db, run, ctx.now() + outcome.delayMs, outcome.change)
      const record = placeOf(ctx, run, outcome)
      const rescheduled = await retryTransientFaults(() => batchEndingIn(ctx.db, record, reschedule))
      if (rescheduled.length === 0) return 'done'
      if (outcome.delayMs === 0) return 'at once'
      await sendStep(ctx, run, outcome.delayMs)
      return 'done'
    }
    case 'at-place-too-soon':
      await retryTransientFaults(() => ctx.db.batch(placeOf(ctx, run, outcome)))
      await closeRun(
        ctx,
        { run, source: outcome.source, plan },
        { status: 'cancelled', error: outcome.reason },
      )
      return 'done'
    case 'page': {
      const { phase, cursor } = outcome.action
      const gapSince = phase === 'gap' ? (source?.gapSince ?? null) : null
      const { page, rechecks, isRecorded } = outcome
      const beside = waitOf(ctx, claimed, outcome)
      const fetched = { phase, cursor, gapSince, page, rechecks, isRecorded, beside }
      const saved = await savePage(ctx, claimed, fetched).catch(async (cause: unknown) => {
        await countSaveFault(ctx, run)
        throw cause
      })
      return saved ? { saved } : 'done'
    }
  }
}

function waitOf(ctx: BackgroundContext, { run, source }: ClaimedRun, { waitMs }: { waitMs: number }) {
  if (waitMs === 0 || !source) return []
  return [countWait(ctx.db, usedPlace(run, source), ctx.now() + waitMs, run.id)]
}

/**
 * Statement that stores the place found for a run. Does nothing once the run has ended, as after a change of the
 * listing.
 */
function placeOf(ctx: BackgroundContext, run: Run, { place }: { place: { id: string; url: string } }) {
  const found = { source: run.source, listingUrl: place.url, placeId: place.id }
  return recordPlace(ctx.db, run, found, whileStillAt(run))
}

/**
 * Records in the run that a save failed, so that callers waiting for the run see the failure before the message is
 * redelivered. Tried only once, because the database has just failed.
 */
async function countSaveFault(ctx: BackgroundContext, run: Run): Promise<void> {
  await recordSaveFault(ctx.db, run).catch((cause: unknown) =>
    logFault('save_fault_not_recorded', cause, { runId: run.id }),
  )
}

const MAX_WARNINGS = 20

const PAGE_COUNTS = [
  'reviewsFound',
  'reviewsNew',
  'reviewsChanged',
  'reviewsReturned',
  'reviewsOverQuota',
  'historyOverQuota',
  'lastPageFresh',
  'endsKnown',
  'topKnown',
] as const

interface FetchedPage {
  phase: Phase
  /** True if the run reads the list from this page to its end instead of stopping at known reviews. */
  rechecks: boolean
  /** True if the ids of the page's reviews are stored in `scan_pages`, for a recheck of the whole list. */
  isRecorded: boolean
  /** Statements to run in the batch whether or not the page is saved. */
  beside?: readonly Statement[]
  /**
   * Set for a page in the gap, the part of the list that earlier runs left unread: creation time of the first such run.
   */
  gapSince?: number | null
  cursor: string | null
  page: SourcePage
}

/**
 * Stores a page's reviews and advances the run. Every statement requires the run to be still on this page, so repeating
 * them changes nothing. New reviews count as first seen when the run was created. Beyond the plan's limits only known
 * reviews are updated.
 *
 * @returns the run right after this page; null if it has moved on or ended
 */
export async function savePage(
  ctx: BackgroundContext,
  claimed: Pick<ClaimedRun, 'run' | 'plan' | 'mayHaveDuplicates' | 'listeners' | 'tagRules'>,
  fetched: FetchedPage,
): Promise<Run | null> {
  const saved = await saveOnce(ctx, claimed, fetched)
  if (saved) return saved
  // Duplicates or listeners may have appeared since the run was claimed.
  const all = { mayHaveDuplicates: true, listeners: ALL_LISTENERS }
  const wasPartial = !claimed.mayHaveDuplicates || claimed.listeners.length < ALL_LISTENERS.length
  const found = wasPartial ? await saveOnce(ctx, { ...claimed, ...all }, fetched) : null
  return found ?? (await savedBefore(ctx, claimed.run))
}

/**
 * @returns null if the run is no longer on this page, or if duplicates or listeners have appeared since it was claimed
 */
async function saveOnce(
  ctx: BackgroundContext,
  { run, plan, mayHaveDuplicates: looksForDuplicates, listeners, tagRules }: Parameters<typeof savePage>[1],
  fetched: FetchedPage,
): Promise<Run | null> {
  const { page } = fetched
  const now = ctx.now()
  const source = sourceNamed(run.source)
  const hasNoDuplicates = looksForDuplicates ? sql`` : sql`AND NOT ${mayHaveDuplicates(run)}`
  const isUntouched = sql`${stillAt(run)} ${hasNoDuplicates} AND ${hasOnly(run, listeners)}`
  const guard = sql`EXISTS (SELECT 1 FROM scrape_runs WHERE ${isUntouched})`
  const incoming: IncomingReviews = {
    organizationId: run.organizationId,
    businessId: run.businessId,
    platform: run.platform,
    source: run.source,
    authority: source?.lists === 'some' ? 'partial' : 'authoritative',
    texts: source?.texts ?? 'full',
    seenAt: run.createdAt,
    now,
    plan,
    reviews: page.reviews,
    guard,
    listeners,
    tagRules,
  }
  const upserted = upsertReviews(ctx, incoming)
  const pagesSeen = pagesSeenAfter(
    fetched.phase === phaseOf(run) ? run.pagesSeen : null,
    fetched.cursor,
    page.reviews,
  )
  const repeats = isCycle(pagesSeen, page.nextCursor)
  const cycleWarnings = repeats
    ? [`${PLATFORM_NAMES[run.platform]}'s list repeated itself, so some reviews may be missing.`]
    : []
  const columns = {
    ...phaseColumns(fetched.phase),
    pageCursor: fetched.cursor,
    cursor: page.nextCursor,
    endOfList: page.nextCursor === null || repeats,
    pagesSeen,
    page: run.page + 1,
    rechecks: fetched.rechecks,
    attempts: 0,
    saveFaults: 0,
    warnings: [...new Set([...run.warnings, ...page.warnings, ...cycleWarnings])].slice(0, MAX_WARNINGS),
    leaseUntil: null,
    dueAt: now + Math.max(run.rateLimitMs, (page.pauseSeconds ?? 0) * SECOND_MS),
  }
  const counts: Partial<Record<(typeof PAGE_COUNTS)[number], SQL>> = {
    // Pages overlap: reviews stored by an earlier page of this run were counted there.
    reviewsFound: sql`reviews_found + ${page.reviews.length} - counted.repeated`,
    reviewsNew: sql`reviews_new + counted.added`,
    reviewsChanged: sql`reviews_changed + counted.changed`,
    reviewsReturned: sql`reviews_returned + counted.back`,
    reviewsOverQuota: sql`reviews_over_quota + ${page.reviews.length} - counted.stored`,
    historyOverQuota: sql`history_over_quota + ${upserted.historyCount} - counted.stored_history`,
    lastPageFresh: sql`counted.fresh`,
    endsKnown: sql`counted.last_known`,
    ...(run.page === 0 && { topKnown: sql`counted.fresh = 0` }),
  }
  const counted = countPage(upserted, incoming, fetched)
  // Returns only the counts: a statement that names all columns takes longer to build than the others together.
  const moveOn = advanceRun(ctx.db, { ...columns, ...counts }, counted, isUntouched).returning(
    columnsOf(scrapeRuns, ...PAGE_COUNTS),
  )

  const { total, rating = null } = page
  const hasNumbers = total !== null || rating !== null
  // Leave out statements with nothing to do: sending one costs more than most of them do.
  const statements = [
    ...(fetched.beside ?? []),
    ...(looksForDuplicates
      ? [...reconcileIds(ctx.db, incoming), reconcileImportedIds(ctx.db, incoming)]
      : []),
    ...upserted.statements,
    ...(hasNumbers ? [recordNumbers(ctx.db, run, { total, rating }, guard)] : []),
    ...(fetched.isRecorded ? [recordScanPage(ctx.db, run, page, guard)] : []),
  ]
  const all = [...statements, moveOn, giveReviewIds(ctx.db)]
  const answers = await retryTransientFaults(() => batch(ctx.db, all))
  // Safe: a batch returns one result per statement.
  const [moved] = answers.at(-2) as Awaited<typeof moveOn>
  return moved ? { ...run, ...columns, ...moved } : null
}

/** Counts all figures in one pass over the page's rows. */
function countPage(
  { isOfRun, isNew, cameAsHistory, stored }: ReturnType<typeof upsertReviews>,
  { seenAt, now, reviews }: IncomingReviews,
  { gapSince = null }: FetchedPage,
): SQL {
  // A page may come twice: reviews stored or changed by this run don't show where the known ones begin. In a gap,
  // neither do those stored by any run since the one that left the gap.
  const isStored = gapSince === null ? isOfRun : sql`reviews.scraped_at >= ${gapSince}`
  const since = gapSince ?? seenAt
  const isFresh = sql`(${isStored} OR reviews.edited_at >= ${since} OR reviews.returned_at >= ${since})`
  return sql`(SELECT count(*) AS stored,
      count(*) FILTER (WHERE ${cameAsHistory}) AS stored_history,
      count(*) FILTER (WHERE ${isOfRun} AND NOT ${isNew}) AS repeated,
      count(*) FILTER (WHERE ${isNew}) AS added,
      count(*) FILTER (WHERE reviews.edited_at = ${now}) AS changed,
      count(*) FILTER (WHERE reviews.returned_at = ${now}) AS back,
      count(*) FILTER (WHERE ${isFresh}) AS fresh,
      count(*) FILTER (WHERE item.key = ${reviews.length - 1} AND ${isFresh} IS NOT TRUE) AS last_known
    FROM ${stored}) AS counted`
}

/** Records the ids of a page's reviews in one row, so that a recheck of 4,000 reviews doesn't write to each review. */
function recordScanPage(db: Database, run: Run, page: SourcePage, guard: SQL) {
  const reviewIds = page.reviews.map(({ reviewId }) => reviewId)
  return db.statement(sql`
    INSERT INTO scan_pages (business_id, platform, run_seq, page, review_ids, is_whole)
    SELECT business_id, platform, ${run.seq}, ${run.page}, ${JSON.stringify(reviewIds)}, ${page.unreadable ? 0 : 1}
    FROM business_sources
    WHERE business_id = ${run.businessId} AND platform = ${run.platform} AND ${guard}
    ON CONFLICT DO NOTHING`)
}

/** The run after a page that was saved by another consumer, or by a call whose response was lost. */
async function savedBefore(ctx: BackgroundContext, run: Run): Promise<Run | null> {
  const found = await retryTransientFaults(() =>
    ctx.db
      .select()
      .from(scrapeRuns)
      .where(stillAt({ id: run.id, page: run.page + 1 })),
  )
  return found[0] ?? null
}
