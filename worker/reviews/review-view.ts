import type { D1Result } from '@cloudflare/workers-types'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { columnList, type Database, type Stored } from '#db/client.ts'
import { reviews } from '#db/schema/index.ts'
import type { BusinessNames } from '../businesses/list.ts'
import { iso } from '../rules/durations.ts'
import { sentimentOf } from '../rules/sentiment.ts'
import type { ReviewView } from '../rules/views.ts'
import { isSuggested } from './labels.ts'

/** Its answer goes to Google by itself: the review came through a connection, and the business has one still. */
export const IS_POSTABLE = sql`(reviews.platform = 'google' AND reviews.source = 'google-business-profile'
  AND EXISTS (SELECT 1 FROM connection_links AS link
    WHERE link.business_id = reviews.business_id AND link.platform = 'google'))`

/** When its reply leaves the outbox; null once it may have left. Read only for replies on their way. */
const LEAVES_AT = sql`CASE WHEN reviews.post_state = 'waiting' THEN (SELECT due_at FROM reply_posts AS post
  WHERE post.review_id = reviews.id AND NOT post.is_unsure AND post.attempts = 0 AND reviews.response_id IS NOT NULL
    AND (post.sent_version IS NULL OR (post.sent_version < post.version AND post.sent_text IS NOT NULL))) END`

const {
  organizationId,
  platformReviewId,
  source,
  updatedAt,
  missedScans,
  textIsExcerpt,
  assignedAt,
  settledAt,
  isUnposted,
  isHidden,
  answerDelay,
  answerVisible,
  responsePostedAt,
  searchKeys,
  ...shown
} = getTableColumns(reviews)

/** The columns a review is shown with; its own row has all of them but whether answers to it can be posted. */
const SHOWN = columnList(shown)

export type ShownReview = Stored<
  Pick<typeof reviews.$inferSelect, keyof typeof shown> & { canPost: boolean; leavesAt: number | null }
>

/** Reads reviews as they are shown, given what follows the columns: `FROM … WHERE …`. For a batch. */
export function selectShown(db: Database, rest: SQL) {
  return db.statement<ShownReview>(
    sql`SELECT ${SHOWN}, ${IS_POSTABLE} AS "canPost", ${LEAVES_AT} AS "leavesAt" ${rest}`,
  )
}

/** Result of `selectShown`. */
export type ShownResult = D1Result<ShownReview>

export const UNKNOWN_BUSINESS = 'Unknown Business'

export function reviewView(row: ShownReview, names: BusinessNames): ReviewView {
  const [reviewDate, scrapedAt] = [iso(row.reviewDate), iso(row.scrapedAt)]
  return {
    id: String(row.id),
    businessId: row.businessId,
    businessName: names.get(row.businessId) ?? UNKNOWN_BUSINESS,
    platform: row.platform,
    reviewerName: row.authorName,
    rating: row.rating,
    review: row.reviewText,
    date: reviewDate ?? scrapedAt,
    sentiment: sentimentOf(row.rating),
    status: row.responded ? 'responded' : 'pending',
    isSettled: row.isSettled === 1,
    response:
      row.responseId === null || row.responseText === null || row.responseAt === null
        ? null
        : {
            id: row.responseId,
            reviewId: String(row.id),
            text: row.responseText,
            date: iso(row.responseAt),
            edited: row.responseEditedAt !== null,
            postedToPlatform: row.responsePosted === 1,
          },
    leavesAt: iso(row.leavesAt),
    hasSuggestion: isSuggested(row.labelKeys),
    posting: row.postState && { state: row.postState, reason: row.postReason },
    assignment:
      row.assignedTo === null
        ? null
        : { userId: row.assignedTo, by: row.assignedBy, message: row.assignmentMessage },
    canPost: row.canPost === 1,
    ownerResponse:
      row.ownerResponseText === null
        ? null
        : { text: row.ownerResponseText, date: iso(row.ownerResponseDate) },
    helpfulVotes: row.helpfulVotes,
    isVerified: row.isVerified === 1,
    language: row.language,
    url: row.url,
    editedAt: iso(row.editedAt),
    removedAt: iso(row.removedAt),
    returnedAt: iso(row.returnedAt),
    reviewDate,
    scrapedAt,
  }
}
