import type { scrapeRuns } from '#db/schema/index.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { saveError } from '../rules/scrape-result.ts'
import type { RunView } from '../rules/views.ts'

export type Run = typeof scrapeRuns.$inferSelect

const NOT_STORED_YET = saveError('The reviews of this page could not be stored. We try again.')
const NOT_STORED = saveError('The reviews of the last page could not be stored.')

/** @param now milliseconds; an open run has been running until then */
export function runView(run: Run, now: number): RunView {
  return {
    id: run.id,
    businessId: run.businessId,
    platform: run.platform,
    source: run.source,
    trigger: run.triggerType,
    status: run.status,
    pagesScraped: run.page,
    // A first page that showed nothing new is not one of those that were planned.
    pagesPlanned: Math.max(run.pagesPlanned, run.page),
    reviewsFound: run.reviewsFound,
    reviewsNew: run.reviewsNew,
    reviewsChanged: run.reviewsChanged,
    errors: isUnsaved(run) ? [...run.errors, NOT_STORED_YET] : run.errors,
    warnings: [...run.warnings, ...ledgerNotes(run), ...(endedUnsaved(run) ? [NOT_STORED] : [])],
    executionTime: run.startedAt === null ? 0 : Math.max(0, (run.finishedAt ?? now) - run.startedAt),
    createdAt: new Date(run.createdAt).toISOString(),
    finishedAt: run.finishedAt === null ? null : new Date(run.finishedAt).toISOString(),
  }
}

/** True while a page that could not be saved is tried again. */
export function isUnsaved({ status, saveFaults }: Run): boolean {
  return saveFaults > 0 && (status === 'queued' || status === 'running')
}

/** True where a run ended at a page that could not be saved. */
function endedUnsaved({ status, saveFaults }: Run): boolean {
  return saveFaults > 0 && (status === 'failed' || status === 'cancelled')
}

/** What a run found out about reviews it knew: never 'deleted', because only the platform knows why. */
function ledgerNotes({ platform, reviewsRemoved, reviewsReturned }: Run): string[] {
  const name = PLATFORM_NAMES[platform]
  const notes: string[] = []
  if (reviewsRemoved > 0) notes.push(`${reviewsAre(reviewsRemoved)} no longer shown by ${name}.`)
  if (reviewsReturned > 0) notes.push(`${reviewsAre(reviewsReturned)} shown by ${name} again.`)
  return notes
}

function reviewsAre(count: number): string {
  return count === 1 ? '1 review is' : `${count} reviews are`
}
