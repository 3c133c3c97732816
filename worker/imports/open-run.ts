import type { Run } from '#db/schema/index.ts'
import { createImport } from '../collection/run-store.ts'
import type { BackgroundContext } from '../context.ts'
import { HOUR_MS } from '../rules/durations.ts'
import type { ArrivalSource } from '../rules/imports.ts'
import type { Platform } from '../rules/platforms.ts'

export type ArrivalRun = Run

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

/** A statement that opens a run of many steps, one a chunk. */
export function openImport(ctx: BackgroundContext, arrival: NewArrival, chunks: number) {
  const now = ctx.now()
  return createImport(ctx.db, {
    ...arrival,
    id: ctx.createId(),
    status: 'running',
    pagesPlanned: chunks,
    dueAt: now + ABANDONED_AFTER_MS,
    createdAt: now,
  })
}

/**
 * A statement that opens a run of one step. It counts as failed until that step is done, so that no run is left open by a
 * worker that dies in between.
 *
 * @param error why it failed, where that is known from the start
 */
export function openAtOnce(ctx: BackgroundContext, arrival: NewArrival, error = NOT_DONE) {
  const now = ctx.now()
  return createImport(ctx.db, {
    ...arrival,
    id: ctx.createId(),
    status: 'failed',
    pagesPlanned: 1,
    errors: [error],
    dueAt: now,
    createdAt: now,
    finishedAt: now,
  })
}
