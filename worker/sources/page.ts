import { failure } from './failure.ts'
import type { ScrapedReview, SourcePage } from './source.ts'

/** Above this share of unreadable records the format has changed, and nothing of the page is used. */
const MAX_UNREADABLE_SHARE = 0.3

/**
 * What a record turned out to be: a review (`recovered` when one of its parts was found in an unusual place), a review
 * of another site that this platform only passes on, or nothing that can be read.
 */
export type Reading = { review: ScrapedReview; recovered: boolean } | 'foreign' | 'unreadable'

/**
 * Reads the records of one answer into a page; a review that is listed twice counts once.
 *
 * @param name what the platform is called, for warnings
 * @throws SourceError `format_changed` when more than 30 % of the records can't be read
 */
export function pageOf(
  name: string,
  records: unknown[],
  read: (record: unknown) => Reading,
  frame: Pick<SourcePage, 'nextCursor' | 'total'> & { warnings?: string[] },
): SourcePage {
  const reviews = new Map<string, ScrapedReview>()
  const counts = { recovered: 0, foreign: 0, unreadable: 0 }
  for (const record of records) {
    const reading = read(record)
    if (typeof reading === 'string') {
      counts[reading] += 1
      continue
    }
    if (reading.recovered) counts.recovered += 1
    const { review } = reading
    if (!reviews.has(review.reviewId)) reviews.set(review.reviewId, review)
  }
  if (counts.unreadable > (records.length - counts.foreign) * MAX_UNREADABLE_SHARE) {
    throw failure(name, 'format_changed')
  }
  return {
    reviews: [...reviews.values()],
    nextCursor: frame.nextCursor,
    total: frame.total,
    warnings: [...warningsOf(name, counts), ...(frame.warnings ?? [])],
    ...(counts.unreadable > 0 && { unreadable: counts.unreadable }),
  }
}

function warningsOf(
  name: string,
  counts: { recovered: number; foreign: number; unreadable: number },
): string[] {
  const { recovered, foreign, unreadable } = counts
  const warnings: string[] = []
  if (foreign > 0)
    warnings.push(`Left out, because a partner site of ${name} holds them: ${reviewsWord(foreign)}.`)
  if (recovered > 0)
    warnings.push(`Read, although ${name} has moved parts of them: ${reviewsWord(recovered)}.`)
  if (unreadable > 0) warnings.push(`Left out, because they could not be read: ${reviewsWord(unreadable)}.`)
  return warnings
}

function reviewsWord(count: number): string {
  return count === 1 ? '1 review' : `${count} reviews`
}
