import type { D1Result } from '@cloudflare/workers-types'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { columnList, type Database, type Stored } from '#db/client.ts'
import { reviews } from '#db/schema/index.ts'
import type { BusinessNames } from '../businesses/list.ts'
import { platformColorOf, platformNameOf } from '../businesses/own-platforms.ts'
import { iso } from '../rules/durations.ts'
import type { TagColor } from '../rules/fields.ts'
import { photosIn, type ReviewPhoto } from '../rules/photos.ts'
import { type ReviewPlatform, reviewPlatform } from '../rules/platforms.ts'
import type { PostingView } from '../rules/responses.ts'
import type { ReviewStatus } from '../rules/reviews.ts'
import { type Sentiment, sentimentOf } from '../rules/sentiment.ts'
import type { TagMark } from '../rules/tags.ts'
import { hasNotes, isSuggested, TAGS_OF_REVIEW, tagMarks } from './labels.ts'

/**
 * SQL that is true if replies are posted to Google automatically: the review came through a connection, and the
 * business still has one.
 */
export const IS_POSTABLE = sql`(reviews.platform = 'google' AND reviews.source = 'google-business-profile'
  AND EXISTS (SELECT 1 FROM connection_links AS link
    WHERE link.business_id = reviews.business_id AND link.platform = 'google'))`

/**
 * Time at which the review's reply leaves the outbox; null once it may have left. Looked up only for replies with the
 * state `waiting`.
 */
const LEAVES_AT = sql`CASE WHEN reviews.post_state = 'waiting' THEN (SELECT due_at FROM reply_posts AS post
  WHERE post.review_id = reviews.id AND NOT post.is_unsure AND post.attempts = 0 AND reviews.response_id IS NOT NULL
    AND (post.sent_version IS NULL OR (post.sent_version < post.version AND post.sent_text IS NOT NULL))) END`

const PLATFORM_NAME = platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`)

const PLATFORM_COLOR = platformColorOf(sql`reviews.platform`, sql`reviews.organization_id`)

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

/** Columns of a displayed review, all from its own row except whether replies can be posted. */
const SHOWN = columnList(shown)

export type ShownReview = Stored<
  Pick<typeof reviews.$inferSelect, keyof typeof shown> & {
    canPost: boolean
    leavesAt: number | null
    tags: string | null
    platformName: string
    platformColor: string | null
  }
>

/**
 * Statement that reads reviews as they are shown, for a batch. `rest` is the SQL after the columns: `FROM … WHERE …`.
 */
export function selectShown(db: Database, rest: SQL) {
  return db.statement<ShownReview>(
    sql`SELECT ${SHOWN}, ${IS_POSTABLE} AS "canPost", ${LEAVES_AT} AS "leavesAt", ${TAGS_OF_REVIEW} AS "tags",
      ${PLATFORM_NAME} AS "platformName", ${PLATFORM_COLOR} AS "platformColor" ${rest}`,
  )
}

export type ShownResult = D1Result<ShownReview>

export const UNKNOWN_BUSINESS = 'Unknown Business'

export function reviewView(row: ShownReview, names: BusinessNames): ReviewView {
  const [reviewDate, scrapedAt] = [iso(row.reviewDate), iso(row.scrapedAt)]
  return {
    id: String(row.id),
    businessId: row.businessId,
    businessName: names.get(row.businessId) ?? UNKNOWN_BUSINESS,
    platform: reviewPlatform(row.platform),
    platformName: row.platformName,
    // Safe: the color is validated before it is stored.
    platformColor: row.platformColor as TagColor | null,
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
    hasNotes: hasNotes(row.labelKeys),
    tags: tagMarks(row.tags),
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
    replyUrl: row.replyUrl,
    photos: photosIn(row.photos),
    editedAt: iso(row.editedAt),
    removedAt: iso(row.removedAt),
    returnedAt: iso(row.returnedAt),
    reviewDate,
    scrapedAt,
  }
}

export interface ResponseView {
  id: string
  reviewId: string
  text: string
  date: string
  edited: boolean
  /** True if the platform shows the reply: we posted it, a collection saw it there, or the owner says so. */
  postedToPlatform: boolean
}

export interface Assignment {
  userId: string
  /** The person who assigned the review; null if that account is gone. */
  by: string | null
  message: string | null
}

/** A review as shown on screens; the specification defines the field names. */
export interface ReviewView {
  id: string
  businessId: string
  businessName: string
  platform: ReviewPlatform
  /** 'Google', or the name that the owner gave the platform. */
  platformName: string
  /** Set for platforms that the owner has added. */
  platformColor: TagColor | null
  reviewerName: string
  rating: number
  review: string
  /** Day the review was posted, or else the day we first saw it. */
  date: string
  sentiment: Sentiment
  /** `responded`: answered here or on the platform, or marked as needing no reply, and not edited since. */
  status: ReviewStatus
  /** True if the review was marked as needing no reply and has none. */
  isSettled: boolean
  response: ResponseView | null
  /** State of sending the response to the platform, or of deleting it there. Null if it was never sent. */
  posting: PostingView | null
  /** Time at which the response leaves the outbox; until then it can be undone. Null if it isn't in the outbox. */
  leavesAt: string | null
  hasSuggestion: boolean
  hasNotes: boolean
  /** Ordered by name. */
  tags: TagMark[]
  assignment: Assignment | null
  /** True if responses are posted to the platform automatically. */
  canPost: boolean
  /** The owner's reply on the platform, as shown there. */
  ownerResponse: { text: string; date: string | null } | null
  helpfulVotes: number
  isVerified: boolean
  language: string | null
  url: string | null
  /** Page of the platform where the owner can reply to the review; any URL if the review is from an archive. */
  replyUrl: string | null
  photos: ReviewPhoto[]
  /** Time of the last change of rating or text that we noticed; null if there was none. */
  editedAt: string | null
  /** Time at which we noticed that the platform no longer shows the review; null while the review is shown. */
  removedAt: string | null
  /**
   * Time at which we last noticed that the platform shows the review again after a removal; null if that never
   * happened.
   */
  returnedAt: string | null
  /** Time posted, if the platform tells us. */
  reviewDate: string | null
  scrapedAt: string
}

export interface RevisionView {
  rating: number
  review: string
  replacedAt: string
}

/** A review with its former versions, latest first. */
export interface ReviewDetail extends ReviewView {
  revisions: RevisionView[]
}
