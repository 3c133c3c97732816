import * as v from 'valibot'
import { type BusinessChoice, BusinessKey } from './businesses.ts'
import { cleanString, RangeStart, uuid, wholeNumber } from './fields.ts'
import { isLink, linkIn } from './found-place.ts'
import type { Platform } from './platforms.ts'
import { isHttpUrl } from './validators.ts'

/** Limit per business. */
export const MAX_COMPETITORS = 5
export const MAX_COMPETITOR_NAME = 200

const MAX_COUNT = 10_000_000
const PASTE_COMPETITOR =
  'Paste a link, not a name: open the competitor on Google Maps, Yelp or TripAdvisor and copy its link.'
const INVALID_AVERAGE = 'Enter the average as the platform shows it, from 1 to 5.'
const INVALID_COUNT = 'Enter how many reviews it has, as a whole number.'

export const BenchmarkInput = v.optional(v.object({ businessId: v.optional(BusinessKey) }), {})
export type BenchmarkInput = v.InferOutput<typeof BenchmarkInput>

export const AddCompetitorInput = v.object({
  businessId: BusinessKey,
  link: v.pipe(
    v.string(PASTE_COMPETITOR),
    v.transform(linkIn),
    v.check((link) => isLink(link) && isHttpUrl(link), PASTE_COMPETITOR),
  ),
  /** Defaults to the name on the platform, or else the one in the link, if absent or empty. */
  name: v.optional(cleanString(MAX_COMPETITOR_NAME, 'The name'), ''),
})
export type AddCompetitorInput = v.InferOutput<typeof AddCompetitorInput>

export const CompetitorId = v.object({ id: uuid('This competitor is no longer in your list.') })
export type CompetitorId = v.InferOutput<typeof CompetitorId>

export const RecordTotalsInput = v.object({
  ...CompetitorId.entries,
  average: v.pipe(v.number(INVALID_AVERAGE), v.minValue(1, INVALID_AVERAGE), v.maxValue(5, INVALID_AVERAGE)),
  count: wholeNumber(1, MAX_COUNT, INVALID_COUNT),
  /** The UTC day on which the platform showed these totals, as YYYY-MM-DD. */
  day: RangeStart,
})
export type RecordTotalsInput = v.InferOutput<typeof RecordTotalsInput>

export interface PublicTotals {
  /** UTC. */
  day: string
  average: number
  count: number
  isTyped: boolean
}

/** Expected rating of the next review, with its 90% interval. */
export interface ExpectedRating {
  mean: number
  low: number
  high: number
}

export type BenchmarkVerdict = 'better' | 'probably_better' | 'no_difference' | 'probably_worse' | 'worse'

export interface CompetitorView {
  id: string
  name: string
  platform: Platform
  link: string
  /** Recorded totals of recent days, newest first. */
  totals: PublicTotals[]
  /** Null if there are no totals. */
  expected: ExpectedRating | null
  /** Null if either has too few reviews. */
  verdict: BenchmarkVerdict | null
  needed: number
  /** Reason why the last lookup returned no totals; null if it returned some. */
  problem: string | null
  /** Next lookup, ISO 8601 in UTC. */
  dueAt: string
}

export interface OwnStanding {
  platform: Platform
  average: number
  count: number
  expected: ExpectedRating
}

export interface BenchmarkView {
  businesses: BusinessChoice[]
  businessId: string | null
  /** Standing of the chosen business, only on the platforms of its competitors. */
  own: OwnStanding[]
  competitors: CompetitorView[]
}
