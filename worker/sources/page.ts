import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import { failure } from './failure.ts'
import type { ScrapedReview, SourcePage } from './source.ts'

/** Maximum share of unreadable records. A higher share means that the format has changed, so the page is discarded. */
const MAX_UNREADABLE_SHARE = 0.3

/** `recovered`: a part was in an unusual place. `foreign`: a review from another site. */
export type Reading = { review: ScrapedReview; recovered: boolean } | 'foreign' | 'unreadable'

/** Some fields are required from every source; the others default to empty. */
type StatedReview = Partial<ScrapedReview> &
  Pick<ScrapedReview, 'reviewId' | 'authorName' | 'rating' | 'reviewText' | 'reviewDate'>

export function readingOf(stated: StatedReview, recovered = false): Reading {
  const unsaid = { helpfulVotes: 0, userVerified: false, ownerResponse: null, language: null, url: null }
  return { review: { ...unsaid, ...stated }, recovered }
}

/** Null if the text is blank. */
export function responseOf(text: string, date: string | null): ScrapedReview['ownerResponse'] {
  return text.trim() === '' ? null : { text, date }
}

export interface Frame {
  nextCursor: string | null
  total: number | null
  /** The average that the place states; undefined for responses that never state one. */
  rating?: number | null | undefined
  category?: string | null
  warnings?: string[]
  /** Number of unreadable records that the source has already removed from `records`. */
  leftOut?: number
}

/**
 * Drops repeated reviews.
 * @throws SourceError `format_changed` if more than 30 % of the records are unreadable
 */
export function pageOf(
  platform: Platform,
  records: unknown[],
  read: (record: unknown) => Reading,
  { nextCursor, total, rating, category, warnings = [], leftOut = 0 }: Frame,
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
    throw failure(platform, 'format_changed')
  }
  const unreadable = counts.unreadable + leftOut
  return {
    reviews: [...reviews.values()],
    nextCursor,
    total,
    ...(rating !== undefined && { rating }),
    ...(category && { category }),
    warnings: [...warningsOf(PLATFORM_NAMES[platform], counts), ...warnings],
    ...(unreadable > 0 && { unreadable }),
  }
}

function warningsOf(
  name: string,
  { recovered, foreign, unreadable }: { recovered: number; foreign: number; unreadable: number },
): string[] {
  return [
    foreign > 0 && `Left out because they come from a partner site of ${name}: ${reviewCount(foreign)}.`,
    recovered > 0 && `Read even though ${name} changed their format: ${reviewCount(recovered)}.`,
    unreadable > 0 && `Left out because they could not be read: ${reviewCount(unreadable)}.`,
  ].filter((warning) => warning !== false)
}

export function reviewCount(count: number): string {
  return count === 1 ? '1 review' : `${count} reviews`
}
