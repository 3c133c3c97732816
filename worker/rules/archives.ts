import type { AskChannel, AskView, Consent } from './asking.ts'
import type { CaseState } from './cases.ts'
import type { PublicTotals } from './competitors.ts'
import type { Correction } from './corrections.ts'
import type { ReviewPhoto } from './photos.ts'

/** An import refuses any other format or version. */
export const ARCHIVE_FORMAT = 'review-dashboard-archive'
export const ARCHIVE_VERSION = 1

export const ARCHIVE_ADDRESS = '/export/archive.zip'

/** Files in the order of the archive. */
export const ARCHIVE_FILES = {
  manifest: 'manifest.json',
  account: 'account.json',
  securityLog: 'security-log.jsonl',
  organization: 'organization.json',
  reviews: 'reviews.jsonl',
  reviewsCsv: 'reviews.csv',
  responsesCsv: 'responses.csv',
  asks: 'asks.jsonl',
  asksCsv: 'asks.csv',
  competitors: 'competitors.jsonl',
  totals: 'totals.json',
} as const

/** A line of `reviews.jsonl`. Times are ISO 8601 in UTC. */
export interface ArchivedReview {
  id: number
  businessId: string
  /** `other` for a platform that the organization has added. */
  platform: string
  platformName: string
  platformReviewId: string
  source: string
  authorName: string
  rating: number
  reviewText: string
  /** True if only the beginning of the text is known. */
  textIsExcerpt: boolean
  reviewDate: string | null
  language: string | null
  url: string | null
  photos: ReviewPhoto[]
  replyUrl: string | null
  helpfulVotes: number
  isVerified: boolean
  ownerResponse: { text: string; date: string | null } | null
  /** True if the review was answered or marked as needing no reply, and hasn't been edited since. */
  responded: boolean
  /** Time at which the review was marked as needing no reply. */
  settledAt: string | null
  firstSeenAt: string
  updatedAt: string
  editedAt: string | null
  /** Consecutive complete scans without this review. */
  missedScans: number
  removedAt: string | null
  returnedAt: string | null
  /** Oldest first. */
  revisions: { rating: number; reviewText: string; replacedAt: string }[]
  response: ArchivedResponse | null
  corrections: (Correction & { correctedAt: string })[]
  /** Oldest first; `by` is the author's name, null if unknown. */
  notes: { text: string; by: string | null; createdAt: string; editedAt: string | null }[]
  tags: string[]
  reported: ArchivedCase | null
}

/** A line of `asks.jsonl`: a request without its recipient. Names and addresses are in `asks.csv`, unless deleted. */
export interface ArchivedAsk {
  id: string
  businessId: string
  channel: AskChannel
  consent: Consent | null
  state: AskView['state']
  createdAt: string
  sentAt: string | null
}

/** A line of `competitors.jsonl`. */
export interface ArchivedCompetitor {
  businessId: string
  platform: string
  name: string
  link: string
  /** Listing that the link leads to. */
  placeUrl: string
  /** Oldest first. */
  totals: PublicTotals[]
}

export interface ArchivedCase {
  rule: string
  reason: string
  state: CaseState
  openedAt: string
  reportedAt: string | null
  appealedAt: string | null
  closedAt: string | null
}

/** The response written in this app. */
export interface ArchivedResponse {
  id: string
  text: string
  isPublished: boolean
  platformResponseId: string | null
  postedToPlatform: boolean
  postedAt: string | null
  editedAt: string | null
  createdAt: string
  updatedAt: string
}

/** The last file of an archive. Without it, the archive is incomplete. */
export interface ArchiveTotals {
  reviews: number
  revisions: number
  responses: number
}
