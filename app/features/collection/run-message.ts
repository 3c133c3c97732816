import type { RunView } from '#worker/rules/collection.ts'
import { counted, type NumberFormat } from '#worker/rules/counted.ts'
import { HISTORY_WARNING, QUOTA_WARNING } from '#worker/rules/plans.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { EMPTY_PUBLIC_LIST, historyLimitText } from '#worker/rules/remedies.ts'
import type { Backfill, SourceView } from '#worker/rules/source-health.ts'

const LIMIT_WARNINGS: readonly string[] = [QUOTA_WARNING, HISTORY_WARNING]

export interface RunMessage {
  tone: 'busy' | 'good' | 'bad' | 'quiet'
  headline: string
  details: string[]
}

export function runMessage(run: RunView, format: NumberFormat): RunMessage {
  const name = run.platformName
  // Limits are shown with the source, because the plan may have changed since the run.
  const details = [...run.errors, ...run.warnings.filter((warning) => !LIMIT_WARNINGS.includes(warning))]
  switch (run.status) {
    case 'queued':
      return { tone: 'busy', headline: `Waiting in line to collect from ${name}.`, details }
    case 'running':
      return { tone: 'busy', headline: progressOf(run, name, format), details }
    case 'succeeded':
      return { tone: run.errors.length > 0 ? 'bad' : 'good', headline: resultOf(run, name, format), details }
    case 'cancelled':
      return { tone: 'quiet', headline: `Stopped. ${kept(run, format)}`, details }
    case 'failed':
      return {
        tone: 'bad',
        headline:
          run.reviewsNew > 0
            ? `Collecting from ${name} was interrupted. ${kept(run, format)}`
            : `Collecting from ${name} failed.`,
        details: details.length > 0 ? details : ['No reason was given. Try again in a few minutes.'],
      }
    default:
      return run.status satisfies never
  }
}

function progressOf(run: RunView, name: string, format: NumberFormat): string {
  if (run.pagesScraped === 0) return `Asking ${name} for the newest reviews…`
  return `Page ${run.pagesScraped} of ${Math.max(run.pagesPlanned, run.pagesScraped)}: ${counted(run.reviewsFound, 'review', format)} found, ${format.number(run.reviewsNew)} new.`
}

function resultOf(run: RunView, name: string, format: NumberFormat): string {
  if (run.reviewsFound === 0) {
    return run.source === 'google-public'
      ? `${EMPTY_PUBLIC_LIST.headline}.`
      : `${name} shows no reviews for this listing yet.`
  }
  const edited = run.reviewsChanged > 0 ? `${format.number(run.reviewsChanged)} edited` : ''
  if (run.reviewsNew === 0) {
    return edited ? `Nothing new, ${edited}.` : 'Nothing new.'
  }
  return `${counted(run.reviewsNew, 'new review', format)}${edited && `, ${edited}`}.`
}

function kept(run: RunView, format: NumberFormat): string {
  return run.reviewsNew > 0
    ? `${counted(run.reviewsNew, 'new review', format)} kept.`
    : 'Nothing new was found before that.'
}

/** Progress of a first collection; null if its platform doesn't state its total. */
export function arrivedMessage(
  { statedTotal }: SourceView,
  run: RunView | null,
  format: NumberFormat,
): string | null {
  if (!run || statedTotal === null || run.reviewsNew === 0 || run.reviewsNew > statedTotal) return null
  return `${format.number(run.reviewsNew)} of ${counted(statedTotal, 'review', format)} here${run.reviewsNew < statedTotal ? '; the rest will follow' : ''}.`
}

/** Progress while older reviews are still missing; null once all are fetched. */
export function backfillMessage(source: SourceView, format: NumberFormat): string | null {
  return source.backfilling ? backfillsMessage([source], format) : null
}

/** Like `backfillMessage`, for several sources together; null if there are none. */
export function backfillsMessage(sources: readonly Backfill[], format: NumberFormat): string | null {
  const [first] = sources
  if (!first) return null
  const sum = (figure: 'statedTotal' | 'storedTotal') =>
    sources.reduce((total, source) => total + (source[figure] ?? Number.NaN), 0)
  const [stored, stated] = [sum('storedTotal'), sum('statedTotal')]
  const limit = sources.find((source) => source.limit?.kind === 'history')?.limit
  const isOne = sources.every(({ platform }) => platform === first.platform)
  const place = isOne ? ` on ${PLATFORM_NAMES[first.platform]}` : ''
  const here = `${format.number(stored)} of ${counted(stated, 'review', format)}${place} ${stored === 1 ? 'is' : 'are'} here`
  if (limit) return stored < stated ? `${here}. ${historyLimitText(limit)}` : historyLimitText(limit)
  if (sources.some(({ nextDueAt }) => nextDueAt)) {
    return stored < stated
      ? `Getting older reviews: ${format.number(stored)} of ${format.number(stated)}${place}.`
      : 'Older reviews come with the next checks.'
  }
  return stored < stated
    ? `${here}; the rest comes each time you collect.`
    : 'Older reviews come each time you collect.'
}
