import type { Platform } from './platforms.ts'
import type { Topic } from './review-features.ts'
import type { Sentiment } from './sentiment.ts'

type FindingKind =
  | 'rating_fell'
  | 'rating_rose'
  | 'complaint_grew'
  | 'complaint_fell'
  | 'praise_grew'
  | 'new_theme'
  | 'location_apart'
  | 'platform_apart'
  | 'many_reviews'
  | 'few_reviews'
  | 'copied_texts'
  | 'replies_stopped'
  | 'replies_slowed'
  | 'competitor_overtook'
  | 'action_worked'
  | 'action_harmed'
  | 'action_unclear'
  | 'nothing_unusual'

/** Filters of `reviews.list` that match exactly the reviews of a finding. Days are UTC and both included. */
export interface FindingFilters {
  businessId?: string
  platform?: Platform
  sentiment?: Sentiment
  status?: 'pending'
  visibility?: 'public' | 'removed'
  topic?: Topic
  opinion?: Sentiment
  term?: string
  ids?: string[]
  from?: string
  to?: string
}

/** All parts of a bridge add up to the whole change. */
export interface BridgePart {
  kind: 'complaints' | 'praise' | 'theme' | 'copied' | 'other_reviews' | 'edited' | 'removed' | 'returned'
  topic?: Topic
  phrase?: string
  /** Rounded to hundredths, so that the parts add up to exactly `after - before`. */
  stars: number
  n: number
  reviews: FindingFilters
}

/** Averages are rounded to hundredths. */
export interface Bridge {
  before: number
  after: number
  parts: BridgePart[]
}

export interface Finding {
  kind: FindingKind
  businessId: string
  sentence: string
  n: number
  reviews: FindingFilters
  /** UTC days, both included. */
  from: string
  to: string
  topic?: Topic
  phrase?: string
  platform?: Platform
  actionId?: string
  /** 90% interval of the action's effect, in stars or as a share of reviews. */
  interval?: { low: number; high: number }
  /** Averages, shares or counts, as in the sentence. */
  before?: number
  after?: number
  isGood: boolean
  button: string
  /** Explains the certainty of the finding and how it was tested; shown on request. */
  method: string
  /** Effect on the average in stars; kinds without such an effect have a small fixed value. */
  effect: number
  /** Sorts findings, highest first: effect × certainty × recency. */
  score: number
  bridge?: Bridge
}

/** A finding that isn't about a single location, for example about all locations together. */
export type LocationlessFinding = Omit<Finding, 'businessId'>

/** ISO 8601 time at which the finding was first made. The figures may be from a later time. */
export interface StoredFinding extends Finding {
  foundAt: string
}

/** Inbox URL that lists exactly the reviews matching the filters. */
export function listOf(filters: FindingFilters): string {
  const { ids, ...others } = filters
  const params = new URLSearchParams(ids ? { ids: ids.join(',') } : (others as Record<string, string>))
  return `/app/reviews?${params}`
}
