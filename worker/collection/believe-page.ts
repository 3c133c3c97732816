import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { type ReviewSource, SourceError, type SourcePage } from '../sources/source.ts'
import type { CollectableRun } from './claim-run.ts'

/**
 * Platforms answer callers they don't like with empty lists. One is not believed where there have to be reviews, and
 * below the first page only when the run before ended at the same place. Lists that never show all may well be empty.
 *
 * @throws SourceError `unavailable` for a page that is not believed
 */
export function believePage(
  claimed: CollectableRun,
  source: ReviewSource,
  page: SourcePage,
  cursor: string | null,
): SourcePage {
  const doubt = source.lists === 'all' ? whyNotBelieved(claimed, page, cursor) : null
  if (doubt) throw new SourceError('unavailable', `${doubt} We try again.`)
  return page
}

function whyNotBelieved(
  { run, source, hasReviews }: CollectableRun,
  page: SourcePage,
  cursor: string | null,
): string | null {
  if (page.reviews.length > 0 || page.nextCursor !== null) return null
  const name = PLATFORM_NAMES[run.platform]
  if (cursor !== null) {
    return cursor === source.backfillCursor || cursor === source.gapCursor
      ? null
      : `${name}'s list broke off before its end.`
  }
  const stated = page.total ?? source.statedTotal
  if (stated !== null) return stated > 0 ? `${name} states ${stated} reviews but sent an empty list.` : null
  return hasReviews
    ? `${name} sent an empty list, although it has shown reviews of this business before.`
    : null
}
