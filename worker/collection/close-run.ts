import { and, eq, inArray, sql } from 'drizzle-orm'
import { businessSources, scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS, HOUR_MS } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import { type ClaimedRun, OPEN_STATUSES, type RunSource } from './claim-run.ts'
import { backfillAfter } from './next-step.ts'
import { persistently } from './persistently.ts'
import type { Run } from './run-view.ts'

const MAX_BACKOFF_MS = DAY_MS

interface Outcome {
  status: 'succeeded' | 'failed' | 'cancelled'
  error?: string
  warnings?: string[]
  /** The platform asked to be left alone until then (milliseconds). */
  notBefore?: number
}

/**
 * Ends a run and notes on its source how far it came and when it is due again, in one batch. A run that was ended or
 * went on to another page in the meantime stays as it is.
 */
export async function closeRun(
  ctx: BackgroundContext,
  { run, source, plan }: Pick<ClaimedRun, 'run' | 'source' | 'plan'>,
  outcome: Outcome,
): Promise<void> {
  const now = ctx.now()
  const stands = and(
    eq(scrapeRuns.id, run.id),
    eq(scrapeRuns.page, run.page),
    inArray(scrapeRuns.status, OPEN_STATUSES),
  )
  const close = ctx.db
    .update(scrapeRuns)
    .set({
      status: outcome.status,
      finishedAt: now,
      leaseUntil: null,
      errors: outcome.error ? [...run.errors, outcome.error] : run.errors,
      warnings: [...new Set([...run.warnings, ...(outcome.warnings ?? [])])],
    })
    .where(stands)
  const note =
    source &&
    ctx.db
      .update(businessSources)
      .set(sourceAfter(run, source, plan, outcome, now))
      .where(
        and(
          eq(businessSources.businessId, run.businessId),
          eq(businessSources.platform, run.platform),
          sql`EXISTS (SELECT 1 FROM ${scrapeRuns} WHERE ${stands})`,
        ),
      )
  await persistently(() => ctx.db.batch(note ? [note, close] : [close]))
}

function sourceAfter(run: Run, source: RunSource, plan: string, outcome: Outcome, now: number) {
  const failures = { succeeded: 0, failed: source.failures + 1, cancelled: source.failures }[outcome.status]
  return {
    ...backfillAfter(run, source),
    failures,
    nextDueAt: nextDueAt(plan, run.businessId, now, failures, outcome.notBefore),
    ...(outcome.status === 'succeeded' && { lastSucceededAt: now }),
  }
}

/**
 * When a source is collected again by itself; null where the plan leaves that to the button.
 *
 * Each business has its own moment within the plan's interval, so that a fleet does not fire at once. The moment taken is
 * the one closest to an interval from now, doubled with every failure in a row up to a day, and none before `notBefore`.
 */
export function nextDueAt(
  plan: string,
  businessId: string,
  now: number,
  failures: number,
  notBefore = 0,
): number | null {
  const { refreshHours } = planLimits(plan)
  if (refreshHours === null) return null
  const interval = refreshHours * HOUR_MS
  const wait = Math.min(interval * 2 ** failures, MAX_BACKOFF_MS - interval / 2)
  const earliest = Math.max(notBefore, now + wait - interval / 2)
  // The end of a UUIDv7 is random.
  const own = Number.parseInt(businessId.slice(-8), 16) % interval
  return Math.ceil((earliest - own) / interval) * interval + own
}
