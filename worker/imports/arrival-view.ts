import type { ImportCounts, ImportView } from '../rules/imports.ts'
import type { ArrivalRun } from './open-run.ts'

export function countsOf(run: ArrivalRun): ImportCounts {
  const { reviewsFound, reviewsNew, reviewsChanged, reviewsOverQuota } = run
  return {
    stored: reviewsNew,
    updated: reviewsChanged,
    unchanged: reviewsFound - reviewsNew - reviewsChanged - reviewsOverQuota,
    overQuota: reviewsOverQuota,
  }
}

export function importView(run: ArrivalRun): ImportView {
  return {
    runId: run.id,
    platform: run.platform,
    status: run.status,
    nextChunk: run.page,
    ...countsOf(run),
  }
}
