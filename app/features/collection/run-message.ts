import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { EMPTY_PUBLIC_LIST } from '#worker/rules/remedies.ts'
import type { Backfill, RunView, SourceView } from '#worker/rules/views.ts'

export interface RunMessage {
  tone: 'busy' | 'good' | 'bad' | 'quiet'
  /** Its state, in one sentence. */
  headline: string
  /** What went wrong or needs to be known, in sentences. */
  details: string[]
}

/** The state of a collection, said to the owner. */
export function runMessage(run: RunView): RunMessage {
  const name = PLATFORM_NAMES[run.platform]
  const details = [...run.errors, ...run.warnings]
  switch (run.status) {
    case 'queued':
      return { tone: 'busy', headline: `Next in line to ask ${name}.`, details }
    case 'running':
      return { tone: 'busy', headline: progressOf(run, name), details }
    case 'succeeded':
      return { tone: run.errors.length > 0 ? 'bad' : 'good', headline: resultOf(run, name), details }
    case 'cancelled':
      return { tone: 'quiet', headline: `Stopped. ${kept(run)}`, details }
    case 'failed':
      return {
        tone: 'bad',
        headline:
          run.reviewsNew > 0
            ? `Collecting from ${name} broke off. ${kept(run)}`
            : `Collecting from ${name} failed.`,
        details: details.length > 0 ? details : ['No reason was given. Try again in a few minutes.'],
      }
    default:
      return run.status satisfies never
  }
}

function progressOf(run: RunView, name: string): string {
  if (run.pagesScraped === 0) return `Asking ${name} for the newest reviews…`
  return `Page ${run.pagesScraped} of ${Math.max(run.pagesPlanned, run.pagesScraped)}: ${counted(run.reviewsFound, 'review')} found, ${run.reviewsNew} new.`
}

function resultOf(run: RunView, name: string): string {
  if (run.reviewsFound === 0) {
    return run.source === 'google-public'
      ? `${EMPTY_PUBLIC_LIST.headline}.`
      : `${name} shows no reviews for this listing yet.`
  }
  const edited = run.reviewsChanged > 0 ? `${run.reviewsChanged} edited` : ''
  if (run.reviewsNew === 0) {
    return edited ? `Nothing new, ${edited}.` : `No new reviews (${run.reviewsFound} checked).`
  }
  return `${counted(run.reviewsNew, 'new review')}${edited && `, ${edited}`}.`
}

function kept(run: RunView): string {
  return run.reviewsNew > 0
    ? `${counted(run.reviewsNew, 'new review')} kept.`
    : 'Nothing new was found until then.'
}

/** How much has arrived while a first collection runs; null where its platform states no number. */
export function arrivedMessage({ statedTotal }: SourceView, run: RunView | null): string | null {
  if (!run || statedTotal === null || run.reviewsNew === 0 || run.reviewsNew > statedTotal) return null
  return `${run.reviewsNew} of ${counted(statedTotal, 'review')} here${run.reviewsNew < statedTotal ? ', the rest follows' : ''}.`
}

/** How much is here while older reviews are still missing; null when all there are have been fetched. */
export function backfillMessage(source: SourceView): string | null {
  return source.backfilling ? backfillsMessage([source]) : null
}

/** The same of several sources together; null of none. */
export function backfillsMessage(sources: readonly Backfill[]): string | null {
  const [first] = sources
  if (!first) return null
  const sum = (figure: 'statedTotal' | 'storedTotal') =>
    sources.reduce((total, source) => total + (source[figure] ?? Number.NaN), 0)
  const [stored, stated] = [sum('storedTotal'), sum('statedTotal')]
  const isOne = sources.every(({ platform }) => platform === first.platform)
  const rest = `with ${sources.some(({ nextDueAt }) => nextDueAt) ? 'the next collections' : 'each further collection'}`
  return stored < stated
    ? `${stored} of ${counted(stated, 'review')}${isOne ? ` on ${PLATFORM_NAMES[first.platform]}` : ''} are here, the rest follows ${rest}.`
    : `Older reviews follow ${rest}.`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
