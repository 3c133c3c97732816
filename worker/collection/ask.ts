import { sql } from 'drizzle-orm'
import type { Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { keptPart } from '../sources/retention.ts'
import { type FoundPlace, SourceError, type SourcePage } from '../sources/source.ts'
import type { CollectableRun, RunSource } from './claimed-run.ts'
import { metByScan } from './close.ts'
import type { Action, FetchAction } from './decide.ts'
import { type Asking, fetchNumbers, fetchPage, resolvePlace } from './fetch.ts'
import {
  type Answer,
  type ListCounts,
  mayBeginRecheck,
  mayEndTooSoon,
  reachedBy,
  rechecksFrom,
} from './interpret.ts'
import { countFound, usedPlace } from './place-usage.ts'
import { retryTransientFaults } from './retry.ts'
import { endsScan, recheckSinceOf } from './scan.ts'

/**
 * Makes the requests of an action. Writes only the record that the place was requested. Returns source errors instead
 * of throwing them.
 *
 * @throws any error other than a `SourceError`
 */
export async function ask(ctx: BackgroundContext, action: Action): Promise<Answer> {
  switch (action.kind) {
    case 'close':
    case 'wait':
      return { kind: 'nothing' }
    case 'finish': {
      const { run, source } = action.held
      // Partial lists can't be too short, and a run with warnings already says why its list is short.
      const isAsked =
        action.isWholeList && action.warning === null && run.endOfList && run.warnings.length === 0
      return { kind: 'counts', counts: isAsked ? await countsOf(ctx, run, source) : null }
    }
    default:
      try {
        return action.kind === 'fetch' ? await askPage(ctx, action) : await askPlace(ctx, action)
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        return fault(ctx, action, error)
      }
  }
}

async function askPlace(
  ctx: BackgroundContext,
  { held, asking }: { held: CollectableRun; asking: Asking },
): Promise<Answer> {
  const place = await resolvePlace(ctx, asking)
  return { kind: 'place', place, uses: await usesOf(ctx, held.run, place) }
}

function usesOf(ctx: BackgroundContext, run: Run, { id: placeId, url: listingUrl }: FoundPlace) {
  const used = usedPlace(run, { source: run.source, listingUrl, placeId })
  return retryTransientFaults(() => countFound(ctx, run, used))
}

async function askPage(ctx: BackgroundContext, action: FetchAction): Promise<Answer> {
  const { held, asking, placeId, cursor, phase } = action
  const { run, source } = held
  const fetched = await fetchPage(ctx, asking, placeId, cursor)
  // From here on, only data that the platform lets us store.
  const page = keptPart(asking.source, ctx.settings.KEEP_REVIEWS, fetched)
  const isSized = source.listPages !== null || (page.total ?? source.statedTotal) !== null
  const isUnsized = mayBeginRecheck(held, phase) && page.nextCursor !== null && !isSized
  const rechecks = rechecksFrom(held, phase, page, isUnsized ? await countVisible(ctx, run) : null)
  const reached = reachedBy(run, phase, rechecks)
  const counts = mayEndTooSoon(action, page) ? await countsOf(ctx, reached, source, page) : null
  return { kind: 'page', page, rechecks, seen: counts?.seen ?? null }
}

async function fault(
  ctx: BackgroundContext,
  action: Extract<Action, { asking: Asking }>,
  error: SourceError,
): Promise<Answer> {
  const isListRefused = error.kind === 'not_offered' || error.kind === 'ended'
  const placeId = action.kind === 'fetch' && isListRefused ? action.placeId : null
  return {
    kind: 'fault',
    error,
    numbers: placeId === null ? null : await fetchNumbers(ctx, action.asking, placeId),
    uses: error.movedTo ? await usesOf(ctx, action.held.run, error.movedTo) : [],
  }
}

/**
 * Number of reviews that the platform still shows, as far as we know. Reads one row per day on which reviews were first
 * seen.
 */
async function countVisible(ctx: BackgroundContext, run: Run): Promise<number> {
  const [counted] = await retryTransientFaults(() =>
    ctx.db.all<{ visible: number }>(sql`
      SELECT coalesce(sum(${sql.raw(run.platform)}), 0) AS visible
      FROM review_daily_stats WHERE business_id = ${run.businessId} AND NOT is_removed`),
  )
  return counted?.visible ?? 0
}

async function countsOf(
  ctx: BackgroundContext,
  run: Run,
  source: RunSource,
  unsaved?: SourcePage,
): Promise<ListCounts> {
  const isRecorded = endsScan(run, source) && recheckSinceOf(run, source) !== null
  const saved = isRecorded
    ? metByScan(run)
    : sql`SELECT platform_review_id AS id FROM reviews
        WHERE business_id = ${run.businessId} AND platform = +${run.platform} AND removed_at IS NULL`
  const ids = JSON.stringify((unsaved?.reviews ?? []).map(({ reviewId }) => reviewId))
  const [counts] = await retryTransientFaults(() =>
    ctx.db.all<ListCounts>(sql`
      SELECT stated_total AS stated,
        (SELECT count(*) FROM (${saved} UNION SELECT value FROM json_each(${ids}))) AS seen
      FROM business_sources WHERE business_id = ${run.businessId} AND platform = ${run.platform}`),
  )
  // Missing if the business has dropped the source meanwhile.
  return counts ?? { stated: null, seen: 0 }
}
