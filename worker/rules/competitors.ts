import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { cleanString, RangeStart, uuid, wholeNumber } from './fields.ts'
import { NullableListingUrl } from './listing-link.ts'
import type { Platform } from './platforms.ts'
import { INVALID_URL } from './validators.ts'
import type { BusinessChoice } from './views.ts'

/** Of one business. */
export const MAX_COMPETITORS = 5
export const MAX_COMPETITOR_NAME = 200

const MAX_COUNT = 10_000_000
const INVALID_AVERAGE = 'Enter the average as the platform shows it, from 1 to 5.'
const INVALID_COUNT = 'Enter how many reviews it has, as a whole number.'

export const BenchmarkInput = v.optional(v.object({ businessId: v.optional(BusinessKey) }), {})
export type BenchmarkInput = v.InferOutput<typeof BenchmarkInput>

export const AddCompetitorInput = v.object({
  businessId: BusinessKey,
  link: v.pipe(NullableListingUrl, v.string(INVALID_URL)),
  /** Left out or empty: the name in the link. */
  name: v.optional(cleanString(MAX_COMPETITOR_NAME, 'The name'), ''),
})
export type AddCompetitorInput = v.InferOutput<typeof AddCompetitorInput>

export const CompetitorId = v.object({ id: uuid('This competitor is no longer in your list.') })
export type CompetitorId = v.InferOutput<typeof CompetitorId>

export const RecordTotalsInput = v.object({
  ...CompetitorId.entries,
  average: v.pipe(v.number(INVALID_AVERAGE), v.minValue(1, INVALID_AVERAGE), v.maxValue(5, INVALID_AVERAGE)),
  count: wholeNumber(1, MAX_COUNT, INVALID_COUNT),
  /** The UTC day on which the platform showed them, as YYYY-MM-DD. */
  day: RangeStart,
})
export type RecordTotalsInput = v.InferOutput<typeof RecordTotalsInput>

/** What a place states in public. */
export interface PublicTotals {
  /** UTC. */
  day: string
  average: number
  count: number
  isTyped: boolean
}

/** The rating to expect of the next review, and where it is with 90 %. */
export interface ExpectedRating {
  mean: number
  low: number
  high: number
}

/** How a business does against a competitor. */
export type BenchmarkVerdict = 'better' | 'probably_better' | 'no_difference' | 'probably_worse' | 'worse'

export interface CompetitorView {
  id: string
  name: string
  platform: Platform
  link: string
  /** The latest days on which numbers were recorded, newest first. */
  totals: PublicTotals[]
  /** Null without numbers. */
  expected: ExpectedRating | null
  /** Null where one of the two has too few reviews. */
  verdict: BenchmarkVerdict | null
  /** How many more reviews that takes. */
  needed: number
  /** Why the last look brought no numbers. */
  problem: string | null
  /** ISO 8601 in UTC: when they are looked up again. */
  dueAt: string
}

/** What a business has on one platform. */
export interface OwnStanding {
  platform: Platform
  average: number
  count: number
  expected: ExpectedRating
}

export interface BenchmarkView {
  businesses: BusinessChoice[]
  /** The one that is shown; null where there is none yet. */
  businessId: string | null
  /** Of the platforms that competitors are on. */
  own: OwnStanding[]
  competitors: CompetitorView[]
}
