import type { BusinessChoice } from './businesses.ts'
import type { Finding } from './findings.ts'
import type { DueViewName, InboxViewName, SavedView } from './inbox-views.ts'
import type { Platform } from './platforms.ts'
import type { SourceFault } from './remedies.ts'
import type { PostingView } from './responses.ts'
import type { ReviewStatus } from './reviews.ts'
import type { Sentiment } from './sentiment.ts'
import type { Backfill } from './source-health.ts'

export interface ResponseView {
  id: string
  reviewId: string
  text: string
  /** When the answer was written. */
  date: string
  edited: boolean
  /** True if the platform shows it: we posted it, a collection saw it there, or the owner says so. */
  postedToPlatform: boolean
}

/** A member who can answer reviews. */
export interface Assignee {
  userId: string
  /** Name, or email if no name is set. */
  name: string
  username: string | null
  /** Businesses whose reviews they can see; null for all. */
  businessIds: readonly string[] | null
}

/** The person assigned to a review. */
export interface Assignment {
  userId: string
  /** Who assigned it; null if that account is gone. */
  by: string | null
  message: string | null
}

/** A review as shown on screens; the specification defines the field names. */
export interface ReviewView {
  id: string
  businessId: string
  businessName: string
  platform: Platform
  reviewerName: string
  rating: number
  review: string
  /** Day the review was posted, or else the day we first saw it. */
  date: string
  sentiment: Sentiment
  /** `responded`: answered here or on the platform, or marked as needing no reply, and not edited since. */
  status: ReviewStatus
  /** True if it was marked as needing no reply and has none. */
  isSettled: boolean
  response: ResponseView | null
  /** State of the response at the platform or, without a response, of its deletion there. Null if it was never sent. */
  posting: PostingView | null
  /** When the response leaves the outbox; until then it can be undone. Null if it has left, or never was there. */
  leavesAt: string | null
  /** True if a suggested reply waits for approval. */
  hasSuggestion: boolean
  assignment: Assignment | null
  /** True if responses are posted to the platform automatically. */
  canPost: boolean
  /** The owner's reply on the platform, as shown there. */
  ownerResponse: { text: string; date: string | null } | null
  helpfulVotes: number
  isVerified: boolean
  language: string | null
  url: string | null
  /** When the rating or text last changed since we first saw it. */
  editedAt: string | null
  /** When we found that the platform no longer shows it; null while it is shown. */
  removedAt: string | null
  /** When the platform last showed it again after a removal. */
  returnedAt: string | null
  /** Time posted, if the platform tells us. */
  reviewDate: string | null
  scrapedAt: string
}

/** A former version of an edited review. */
export interface RevisionView {
  rating: number
  review: string
  replacedAt: string
}

/** A review with its former versions, latest first. */
export interface ReviewDetail extends ReviewView {
  revisions: RevisionView[]
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
  /** Set if the figures couldn't be read; they are all zero then. */
  failed?: true
}

/** Reviews of one UTC day, on all platforms. */
export interface DailyReviews {
  day: string
  count: number
  averageRating: number
  positive: number
  neutral: number
  negative: number
}

/** A figure for a period and for the preceding period of the same length. */
export interface Compared {
  current: number
  previous: number
}

/** State of collecting over all sources. */
interface SourcesSummary {
  count: number
  /** Last success of any source. */
  lastSucceededAt: string | null
  faults: SourceFault[]
  backfills: Backfill[]
  /** The rating and number of reviews that platforms show themselves, of each business where they are known. */
  stated: { businessId: string; platform: Platform; rating: number; count: number }[]
}

/** Everything on the Dashboard, read in one database batch. */
export interface DashboardView {
  /** At most three: new since the reader's last visit, the worst, the best; none on plans without AI Insights. */
  findings: (Finding & { isNew: boolean })[]
  stats: ReviewStats
  /** The last `periodDays` days compared with the preceding period of the same length. */
  periodDays: number
  trend: Record<'reviews' | 'averageRating' | 'responseRate' | 'pending' | 'visible', Compared>
  /** Answered reviews whose answer guests can see. */
  visible: number
  /** Replies stored here but not yet on their platform, to reviews that are public now. */
  unposted: number
  /** Oldest first; days without reviews are left out. */
  daily: DailyReviews[]
  /** The newest reviews without an answer; at most 5. */
  waiting: ReviewView[]
  /** The newest reviews, answered or not; at most 8. */
  recent: ReviewView[]
  /** Null if they couldn't be read. */
  businesses: BusinessChoice[] | null
  sources: SourcesSummary
  /** Id of the sample business, if there is one. */
  sampleId: string | null
  historyDays: number
  /** True if some reviews on the screen couldn't be read. */
  reviewsFailed: boolean
}

/** Everything on the Reviews screen, read in one database batch. */
export interface InboxView {
  items: ReviewView[]
  nextCursor: string | null
  /** Null if they couldn't be read. */
  businesses: BusinessChoice[] | null
  /** Number of reviews per view, counted up to MAX_VIEW_COUNTS; null if counting failed. */
  counts: Record<InboxViewName, number> | null
  /** The same for what is due; null if no location has a target, or counting failed. */
  dueCounts: Record<DueViewName, number> | null
  /** Number of reviews matching the filter, counted up to MAX_TOTAL; null if counting failed. */
  total: number | null
  savedViews: SavedView[]
  /** The selected review; null if none is selected or it couldn't be read. */
  selected: ReviewDetail | null
  /** People that reviews can be assigned to; empty if they couldn't be read. */
  people: Assignee[]
  /** For the businesses in the list; empty if the list is filtered. */
  backfills: Backfill[]
  historyDays: number
  failed: boolean
}
