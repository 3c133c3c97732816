import type { CreateBusinessInput, DeletedBusiness } from './businesses.ts'
import type { InboxViewName } from './inbox-views.ts'
import type { Platform } from './platforms.ts'
import type { Sentiment } from './ratings.ts'
import type { SourceFault } from './remedies.ts'
import type { PostingView } from './responses.ts'
import type { ReviewStatus } from './reviews.ts'
import type { SavedView } from './saved-views.ts'

/** What the API answers with: plain JSON, timestamps as ISO 8601 strings in UTC, ratings 1 to 5. */

const RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export interface ResponseView {
  id: string
  reviewId: string
  text: string
  /** When the answer was written. */
  date: string
  edited: boolean
  /** Whether the platform shows it: we posted it, a collection saw it there, or its owner says so. */
  postedToPlatform: boolean
}

/** Somebody who can answer reviews. */
export interface Assignee {
  userId: string
  /** Name, or email if no name is set. */
  name: string
  username: string | null
  /** Whose reviews they may see; null for all businesses. */
  businessIds: readonly string[] | null
}

/** Who is to see to a review. */
export interface Assignment {
  userId: string
  /** Who asked them; null where that account is gone. */
  by: string | null
  message: string | null
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
  /** Responded: answered here or on the platform, or settled without a reply, and not edited since. */
  status: ReviewStatus
  /** Its owner said that it needs no reply, and it has none. */
  isSettled: boolean
  response: ResponseView | null
  /** What became of the response at the platform; without a response, how its deletion does. Null: it was never sent there. */
  posting: PostingView | null
  assignment: Assignment | null
  /** Whether a response goes to the platform by itself. */
  canPost: boolean
  /** What the owner answered on the platform itself, as the platform shows it. */
  ownerResponse: { text: string; date: string | null } | null
  helpfulVotes: number
  isVerified: boolean
  language: string | null
  url: string | null
  /** Set when the review's rating or text changed after we first saw it. */
  editedAt: string | null
  /** When the platform was found to show it no longer; null while it is shown. */
  removedAt: string | null
  /** When the platform last showed it again, after it had not. */
  returnedAt: string | null
  /** When it was posted, where the platform says; null else. */
  reviewDate: string | null
  scrapedAt: string
}

/** What a review said until it was edited. */
export interface RevisionView {
  rating: number
  review: string
  replacedAt: string
}

/** A review with what it said before, the last former version first. */
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
  /** Set where the figures could not be read; they are all zero then. */
  failed?: true
}

/** Reviews of one UTC day, all platforms together. */
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
  /** The way its reviews came: a source that was asked, or one of `IMPORT_SOURCES`. */
  source: string
  /** Whether someone started it, or it was due. */
  trigger: 'manual' | 'schedule'
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

export interface RunPage {
  items: RunView[]
  nextCursor: string | null
}

/** A review as its platform has it. */
export interface FetchedReview {
  reviewId: string
  authorName: string
  /** The author's own page, where the platform wants it displayed beside the name. */
  authorUrl?: string | null
  rating: number
  /** The original, never a translation; for some platforms only its beginning; '' for a rating without text. */
  reviewText: string
  /** Null when the platform gives only a relative date. */
  reviewDate: string | null
  helpfulVotes: number
  userVerified: boolean
  ownerResponse: { text: string; date: string | null } | null
  language: string | null
  url: string | null
}

/** Reviews that were fetched to be shown, and are stored nowhere. */
export interface ReviewsPreview {
  platform: Platform
  listingUrl: string
  /** Has to be shown beside the reviews, with a link to the listing. */
  attribution: string
  notice: string
  /** What the platform itself states. */
  total: number | null
  rating: number | null
  reviews: FetchedReview[]
  warnings: string[]
  fetchedAt: string
}

/** A platform that was to be collected and was not. */
export interface SkippedPlatform {
  platform: Platform
  /** A sentence for the owner. */
  reason: string
  code: 'plan_limit' | 'invalid_input' | 'conflict' | 'too_many'
  /** When it can be asked again; null where waiting does not help. */
  retryAt: string | null
}

/** A limit of the plan that keeps reviews of a source out. */
export interface SourceLimit {
  /** Of new reviews in a month, or of those posted before the month they would come in. */
  kind: 'month' | 'history'
  /** Reviews that the last collection saw and left out. */
  waiting: number
  /** When the next month begins (ISO 8601, UTC). */
  until: string
  /** The next plan that has more; null for the highest one. */
  moreWith: string | null
}

/** One platform of one business: its listing and how collecting from it goes. */
export interface SourceView {
  platform: Platform
  listingUrl: string
  /** Reviews the platform itself states, when it states a number. */
  statedTotal: number | null
  /** True while older reviews are still to be fetched by following runs. */
  backfilling: boolean
  /** Reviews of this platform that are stored here and still shown; null where it was not asked for. */
  storedTotal: number | null
  lastSucceededAt: string | null
  nextDueAt: string | null
  /** Null where nothing waits. */
  limit: SourceLimit | null
  latestRun: RunView | null
}

export interface BusinessView extends CreateBusinessInput {
  id: string
  /** Who added it; null where that account is gone. */
  userId: string | null
  isActive: boolean
  createdAt: string
  updatedAt: string
}

/** What screens show and change of a business; what programs keep with it is theirs. */
export type ShownBusiness = Omit<BusinessView, 'userId' | 'address' | 'settings'>

export interface BusinessOverview extends ShownBusiness {
  reviewCount: number
  /** Of those, how many have no answer. */
  pendingCount: number
  averageRating: number
  sources: SourceView[]
  /** Invented reviews to look around with. */
  isSample: boolean
  /** Those of its sources from which nothing comes in. */
  faults: SourceFault[]
  /** True when the plan's location limit stops collecting for this business. */
  aboveLimit: boolean
}

export interface BusinessChoice {
  id: string
  name: string
}

/** A source of which older reviews are still to come. */
export type Backfill = Pick<SourceView, 'platform' | 'statedTotal' | 'storedTotal' | 'nextDueAt' | 'limit'>

/** How collecting goes, all sources together. */
interface SourcesSummary {
  count: number
  /** When one of them last succeeded. */
  lastSucceededAt: string | null
  faults: SourceFault[]
  backfills: Backfill[]
}

/** Everything the Dashboard shows, read in one database batch. */
export interface DashboardView {
  stats: ReviewStats
  /** The last `periodDays` days against as many days before. */
  periodDays: number
  trend: Record<'reviews' | 'averageRating' | 'responseRate' | 'pending' | 'visible', Compared>
  /** Answered reviews whose answer guests can see. */
  visible: number
  /** Replies that are stored here and not on their platform yet, to reviews that are public now. */
  unposted: number
  /** Oldest first; days without reviews are left out. */
  daily: DailyReviews[]
  /** The newest reviews without an answer; at most 5. */
  waiting: ReviewView[]
  /** The newest reviews, answered or not; at most 8. */
  recent: ReviewView[]
  /** Null where they could not be read. */
  businesses: BusinessChoice[] | null
  sources: SourcesSummary
  /** The business that sample reviews belong to, where there is one. */
  sampleId: string | null
  historyDays: number
  /** Whether reviews that belong on the screen could not be read. */
  reviewsFailed: boolean
}

/** Everything the Reviews screen shows, read in one database batch. */
export interface InboxView {
  items: ReviewView[]
  nextCursor: string | null
  /** Null where they could not be read. */
  businesses: BusinessChoice[] | null
  /** How many reviews each view has, counted up to MAX_VIEW_COUNTS; null where they could not be counted. */
  counts: Record<InboxViewName, number> | null
  /** How many reviews fit the filter, counted up to MAX_TOTAL; null where they could not be counted. */
  total: number | null
  savedViews: SavedView[]
  /** The review asked for; null where none was, or it could not be read. */
  selected: ReviewDetail | null
  /** Who reviews can be assigned to; empty where they could not be read. */
  people: Assignee[]
  /** Of the businesses whose list it is; empty where the list has filters. */
  backfills: Backfill[]
  historyDays: number
  failed: boolean
}

export type FailedParts = Record<'businesses' | 'figures' | 'sources', boolean>

/** Everything the Businesses screen shows, read in one database batch. */
export interface BusinessesView {
  items: BusinessOverview[]
  /** All businesses of the organization but a sample, whatever the filter. */
  count: number
  limit: number
  /** Those that can be brought back, for who may do so. */
  deleted: DeletedBusiness[]
  /** Set where a part could not be read; it is empty then. */
  failed?: FailedParts
}
