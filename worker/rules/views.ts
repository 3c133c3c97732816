import type { Platform } from './platforms.ts'
import type { Sentiment } from './sentiment.ts'

/** What the API answers with: plain JSON, timestamps as ISO 8601 strings in UTC, ratings 1 to 5. */

export const REVIEW_STATUSES = ['pending', 'responded'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

export const RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export interface ResponseView {
  id: string
  reviewId: string
  text: string
  /** When the answer was written. */
  date: string
  edited: boolean
}

/** A review as screens show it; field names are the specification's. */
export interface ReviewView {
  id: string
  businessId: string
  businessName: string
  platform: Platform
  reviewerName: string
  rating: number
  review: string
  /** Day the review was posted on the platform, else the day we first saw it. */
  date: string
  sentiment: Sentiment
  status: ReviewStatus
  response: ResponseView | null
  /** What the owner answered on the platform itself, as the platform shows it. */
  ownerResponse: { text: string; date: string | null } | null
  helpfulVotes: number
  isVerified: boolean
  language: string | null
  url: string | null
  /** Set when the review's rating or text changed after we first saw it. */
  editedAt: string | null
  reviewDate: string | null
  scrapedAt: string
}

export interface ReviewStats {
  totalReviews: number
  averageRating: number
  pendingResponses: number
  respondedReviews: number
  responseRate: number
  sentimentDistribution: Record<Sentiment, number>
  platformDistribution: Record<Platform, number>
  recentReviews: number
  lastUpdated: string
}

/** Reviews that arrived on one UTC day, all platforms together. */
export interface DailyReviews {
  day: string
  count: number
  averageRating: number
  positive: number
  neutral: number
  negative: number
}

/** A figure now and in the equally long period before it. */
export interface Compared {
  current: number
  previous: number
}

export interface RunView {
  id: string
  businessId: string
  platform: Platform
  status: RunStatus
  pagesScraped: number
  pagesPlanned: number
  reviewsFound: number
  reviewsNew: number
  reviewsChanged: number
  errors: string[]
  warnings: string[]
  /** Milliseconds from the first page's start to the end, or until now while it runs. */
  executionTime: number
  createdAt: string
  finishedAt: string | null
}

/** One platform of one business: its listing and how collecting from it goes. */
export interface SourceView {
  platform: Platform
  listingUrl: string
  /** Reviews the platform itself states, when it states a number. */
  statedTotal: number | null
  /** True while older reviews are still to be fetched by following runs. */
  backfilling: boolean
  lastSucceededAt: string | null
  nextDueAt: string | null
  latestRun: RunView | null
}

export interface BusinessView {
  id: string
  name: string
  industry: string | null
  location: string | null
  phone: string | null
  website: string | null
  description: string | null
  email: string | null
  googleBusinessUrl: string | null
  yelpBusinessUrl: string | null
  fullAddress: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
  isActive: boolean
  createdAt: string
  updatedAt: string
}

/** A business on the Businesses screen. */
export interface BusinessOverview extends BusinessView {
  reviewCount: number
  averageRating: number
  sources: SourceView[]
  /** True when the plan's location limit stops collecting for this business. */
  aboveLimit: boolean
}

export interface BusinessChoice {
  id: string
  name: string
}

/** Everything the Dashboard shows, read in one database batch. */
export interface DashboardView {
  stats: ReviewStats
  /** The last `periodDays` days against as many days before. */
  periodDays: number
  trend: { reviews: Compared; averageRating: Compared; responseRate: Compared; pending: Compared }
  /** Oldest first; days without reviews are left out. */
  daily: DailyReviews[]
  /** Reviews without an answer, worst rating of the newest first; at most 5. */
  waiting: ReviewView[]
  recent: ReviewView[]
  businesses: BusinessChoice[]
  historyDays: number
}

/** Everything the Reviews screen shows, read in one database batch. */
export interface InboxView {
  items: ReviewView[]
  nextCursor: string | null
  businesses: BusinessChoice[]
  historyDays: number
}

/** Everything the Businesses screen shows, read in one database batch. */
export interface BusinessesView {
  items: BusinessOverview[]
  /** All businesses of the organization, whatever the filter. */
  count: number
  limit: number
}
