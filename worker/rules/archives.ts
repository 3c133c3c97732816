import type { Correction } from './corrections.ts'

/** What an archive's manifest says of its form; a reader refuses any other. */
export const ARCHIVE_FORMAT = 'review-dashboard-archive'
export const ARCHIVE_VERSION = 1

/** Where the archive comes from. */
export const ARCHIVE_ADDRESS = '/export/archive.zip'

/** The files of an archive, in their order. */
export const ARCHIVE_FILES = {
  manifest: 'manifest.json',
  account: 'account.json',
  securityLog: 'security-log.jsonl',
  organization: 'organization.json',
  reviews: 'reviews.jsonl',
  reviewsCsv: 'reviews.csv',
  responsesCsv: 'responses.csv',
  totals: 'totals.json',
} as const

/** A line of `reviews.jsonl`: all that is stored of a review. Times are ISO 8601 in UTC. */
export interface ArchivedReview {
  id: number
  businessId: string
  platform: string
  platformReviewId: string
  source: string
  authorName: string
  rating: number
  reviewText: string
  /** True where only the beginning of the text is known. */
  textIsExcerpt: boolean
  reviewDate: string | null
  language: string | null
  url: string | null
  helpfulVotes: number
  isVerified: boolean
  ownerResponse: { text: string; date: string | null } | null
  /** Answered or settled, and not edited since. */
  responded: boolean
  /** When its owner said that it needs no reply. */
  settledAt: string | null
  firstSeenAt: string
  updatedAt: string
  editedAt: string | null
  /** Complete scans in a row that did not meet it. */
  missedScans: number
  removedAt: string | null
  returnedAt: string | null
  /** What it was before each edit, oldest first. */
  revisions: { rating: number; reviewText: string; replacedAt: string }[]
  response: ArchivedResponse | null
  /** What members say it means. */
  corrections: (Correction & { correctedAt: string })[]
}

/** The response that was written here. */
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

/** `totals.json`, the last file of an archive: an archive without it is not whole. */
export interface ArchiveTotals {
  reviews: number
  revisions: number
  responses: number
}
