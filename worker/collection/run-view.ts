import type { scrapeRuns } from '#db/schema/index.ts'
import type { RunView } from '../rules/views.ts'

export type Run = typeof scrapeRuns.$inferSelect

/** @param now milliseconds; an open run has been running until then */
export function runView(run: Run, now: number): RunView {
  return {
    id: run.id,
    businessId: run.businessId,
    platform: run.platform,
    status: run.status,
    pagesScraped: run.page,
    pagesPlanned: run.pagesPlanned,
    reviewsFound: run.reviewsFound,
    reviewsNew: run.reviewsNew,
    reviewsChanged: run.reviewsChanged,
    errors: run.errors,
    warnings: run.warnings,
    executionTime: run.startedAt === null ? 0 : Math.max(0, (run.finishedAt ?? now) - run.startedAt),
    createdAt: new Date(run.createdAt).toISOString(),
    finishedAt: run.finishedAt === null ? null : new Date(run.finishedAt).toISOString(),
  }
}
