import type { ArchivedResponse, ArchivedReview } from '../rules/archives.ts'
import type { Correction } from '../rules/corrections.ts'
import { iso } from '../rules/durations.ts'
import type { StoredReview } from './review-pages.ts'

/** A stored review as an archive has it. */
export function archivedReview({ review, revisions, response, corrections }: StoredReview): ArchivedReview {
  return {
    id: review.id,
    businessId: review.businessId,
    platform: review.platform,
    platformReviewId: review.platformReviewId,
    source: review.source,
    authorName: review.authorName,
    rating: review.rating,
    reviewText: review.reviewText,
    textIsExcerpt: review.textIsExcerpt,
    reviewDate: iso(review.reviewDate),
    language: review.language,
    url: review.url,
    helpfulVotes: review.helpfulVotes,
    isVerified: review.isVerified,
    ownerResponse:
      review.ownerResponseText === null
        ? null
        : { text: review.ownerResponseText, date: iso(review.ownerResponseDate) },
    responded: review.responded,
    settledAt: iso(review.settledAt),
    firstSeenAt: iso(review.scrapedAt),
    updatedAt: iso(review.updatedAt),
    editedAt: iso(review.editedAt),
    missedScans: review.missedScans,
    removedAt: iso(review.removedAt),
    returnedAt: iso(review.returnedAt),
    revisions: revisionsIn(revisions),
    response: response === null ? null : responseIn(response),
    corrections: correctionsIn(corrections),
  }
}

// The JSON of all three is made by the statement of review-pages.ts, so its shape is certain.

function revisionsIn(json: string): ArchivedReview['revisions'] {
  const stored = JSON.parse(json) as { rating: number; reviewText: string; replacedAt: number }[]
  return stored.map((revision) => ({ ...revision, replacedAt: iso(revision.replacedAt) }))
}

interface StoredResponse {
  id: string
  text: string
  isPublished: number
  platformResponseId: string | null
  postedToPlatform: number
  postedAt: number | null
  editedAt: number | null
  createdAt: number
  updatedAt: number
}

function responseIn(json: string): ArchivedResponse {
  const stored = JSON.parse(json) as StoredResponse
  return {
    ...stored,
    isPublished: Boolean(stored.isPublished),
    postedToPlatform: Boolean(stored.postedToPlatform),
    postedAt: iso(stored.postedAt),
    editedAt: iso(stored.editedAt),
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}

function correctionsIn(json: string): ArchivedReview['corrections'] {
  const stored = JSON.parse(json) as (Correction & { correctedAt: number })[]
  return stored.map((correction) => ({ ...correction, correctedAt: iso(correction.correctedAt) }))
}
