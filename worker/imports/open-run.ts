import { scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { HOUR_MS } from '../rules/durations.ts'
import type { ArrivalSource } from '../rules/imports.ts'
import type { Platform } from '../rules/platforms.ts'

export type ArrivalRun = typeof scrapeRuns.$inferSelect

/** An import that sends nothing for so long will not go on. */
export const ABANDONED_AFTER_MS = HOUR_MS

/** What stands in the history when nothing further happens to the run. */
const NOT_DONE = 'Something went wrong on our side, and nothing of it was stored. Please send it again.'

export interface NewArrival {
  organizationId: string
  businessId: string
  platform: Platform
  source: ArrivalSource
}

/** The columns of a run that nothing is fetched for. */
function columns(ctx: BackgroundContext, arrival: NewArrival) {
  const now = ctx.now()
  return {
    ...arrival,
    id: ctx.createId(),
    triggerType: 'manual' as const,
    phase: 'newest' as const,
    rateLimitMs: 0,
    timeoutMs: 0,
    retryAttempts: 0,
    dueAt: now,
    createdAt: now,
    startedAt: now,
  }
}

/** A statement that opens a run of many steps, one a chunk. */
export function openImport(ctx: BackgroundContext, arrival: NewArrival, chunks: number) {
  return ctx.db
    .insert(scrapeRuns)
    .values({
      ...columns(ctx, arrival),
      status: 'running',
      pagesPlanned: chunks,
      dueAt: ctx.now() + ABANDONED_AFTER_MS,
    })
    .returning()
}

/**
 * A statement that opens a run of one step. It counts as failed until that step is done, so that no run is left open by a
 * worker that dies in between.
 *
 * @param error why it failed, where that is known from the start
 */
export function openAtOnce(ctx: BackgroundContext, arrival: NewArrival, error = NOT_DONE) {
  return ctx.db
    .insert(scrapeRuns)
    .values({
      ...columns(ctx, arrival),
      status: 'failed',
      pagesPlanned: 1,
      errors: [error],
      finishedAt: ctx.now(),
    })
    .returning()
}
