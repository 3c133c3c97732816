import { sql } from 'drizzle-orm'
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platform } from './businesses.ts'

/** Two more columns, the generated `position` and `insight_keys` (reviews/insight-keys.ts), are for triggers and indexes alone. */
export const reviews = sqliteTable('reviews', {
  id: integer('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  platform: platform(),
  platformReviewId: text('platform_review_id').notNull(),
  source: text('source').notNull(),
  authorName: text('author_name').notNull(),
  rating: real('rating').notNull(),
  reviewText: text('review_text').notNull().default(''),
  reviewDate: integer('review_date'),
  language: text('language'),
  url: text('url'),
  helpfulVotes: integer('helpful_votes').notNull().default(0),
  isVerified: integer('is_verified', { mode: 'boolean' }).notNull().default(false),
  ownerResponseText: text('owner_response_text'),
  ownerResponseDate: integer('owner_response_date'),
  /**
   * Answered here or by the owner on the platform, and not edited since. Kept by the upsert and by triggers, as are the five
   * columns that copy the response stored here.
   */
  responded: integer('responded', { mode: 'boolean' }).notNull().default(false),
  /** When its owner settled it without a reply; counts while it is `responded` and nobody answered it. */
  settledAt: integer('settled_at'),
  responseId: text('response_id'),
  responseText: text('response_text'),
  responseAt: integer('response_at'),
  responseEditedAt: integer('response_edited_at'),
  responsePosted: integer('response_posted', { mode: 'boolean' }).notNull().default(false),
  /** How the answer stands at the platform, and why; copied from reply_posts by triggers. */
  postState: text('post_state', { enum: ['waiting', 'live', 'held', 'refused', 'failed'] }),
  postReason: text('post_reason'),
  /** Last time a collection found another rating or text. */
  editedAt: integer('edited_at'),
  /** Complete scans of its source's list in a row that did not meet it. */
  missedScans: integer('missed_scans').notNull().default(0),
  /** When the platform was found to show it no longer; null while it is shown. */
  removedAt: integer('removed_at'),
  /** When the platform last showed it again after that. */
  returnedAt: integer('returned_at'),
  /** The member who is to see to it, and who asked them to. */
  assignedTo: text('assigned_to'),
  assignedBy: text('assigned_by'),
  assignedAt: integer('assigned_at'),
  assignmentMessage: text('assignment_message'),
  /** True where only the beginning of its text is known. */
  textIsExcerpt: integer('text_is_excerpt', { mode: 'boolean' }).notNull().default(false),
  /** Written once, when the review was first stored. */
  scrapedAt: integer('scraped_at').notNull(),
  /** `reviewDate`, or `scrapedAt` where the platform gives none; never later than that. */
  postedAt: integer('posted_at')
    .generatedAlwaysAs(sql`max(0, min(coalesce(review_date, scraped_at), scraped_at))`, { mode: 'virtual' })
    .notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** The former version of a review whose rating or text changed; written by a trigger. */
export const reviewRevisions = sqliteTable('review_revisions', {
  id: integer('id').primaryKey(),
  reviewId: integer('review_id').notNull(),
  organizationId: text('organization_id').notNull(),
  rating: real('rating').notNull(),
  reviewText: text('review_text').notNull(),
  replacedAt: integer('replaced_at').notNull(),
})

export const reviewResponses = sqliteTable('review_responses', {
  reviewId: integer('review_id').primaryKey(),
  id: text('id').notNull(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  userId: text('user_id'),
  responseText: text('response_text').notNull(),
  isPublished: integer('is_published', { mode: 'boolean' }).notNull().default(true),
  platformResponseId: text('platform_response_id'),
  postedToPlatform: integer('posted_to_platform', { mode: 'boolean' }).notNull().default(false),
  postedAt: integer('posted_at'),
  editedAt: integer('edited_at'),
  /** Of a response whose review had a draft: what made that, from which wordings, and how much of it was changed, 0 to 1. */
  draftSource: text('draft_source', { enum: ['template', 'model', 'automatic'] }),
  templateVersion: text('template_version'),
  editedShare: real('edited_share'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Reviews by UTC day: those first stored on it, and those posted on it. Kept by triggers on reviews. */
export const reviewDailyStats = sqliteTable(
  'review_daily_stats',
  {
    businessId: text('business_id').notNull(),
    day: text('day').notNull(),
    reviewCount: integer('review_count').notNull(),
    ratingSum: real('rating_sum').notNull(),
    positive: integer('positive').notNull(),
    neutral: integer('neutral').notNull(),
    negative: integer('negative').notNull(),
    responded: integer('responded').notNull(),
    /** Of those, the ones that were settled without a reply. */
    settled: integer('settled').notNull(),
    /** Reviews whose reply is stored here and not posted; `hidden` is the part of `responded` that no guest can see. */
    unposted: integer('unposted').notNull(),
    hidden: integer('hidden').notNull(),
    /** Reviews among them that have a response stored here. */
    responses: integer('responses').notNull(),
    google: integer('google').notNull(),
    yelp: integer('yelp').notNull(),
    facebook: integer('facebook').notNull(),
    tripadvisor: integer('tripadvisor').notNull(),
    /** The reviews that were posted on this day, whenever they were first stored. */
    postedReviewCount: integer('posted_review_count').notNull(),
    postedRatingSum: real('posted_rating_sum').notNull(),
    postedPositive: integer('posted_positive').notNull(),
    postedNeutral: integer('posted_neutral').notNull(),
    postedNegative: integer('posted_negative').notNull(),
    postedResponded: integer('posted_responded').notNull(),
    postedSettled: integer('posted_settled').notNull(),
    postedHidden: integer('posted_hidden').notNull(),
    /** The part of each figure above that is no longer shown. */
    removedReviewCount: integer('removed_review_count').notNull(),
    removedRatingSum: real('removed_rating_sum').notNull(),
    removedPositive: integer('removed_positive').notNull(),
    removedNeutral: integer('removed_neutral').notNull(),
    removedNegative: integer('removed_negative').notNull(),
    removedResponded: integer('removed_responded').notNull(),
    removedSettled: integer('removed_settled').notNull(),
    removedUnposted: integer('removed_unposted').notNull(),
    removedHidden: integer('removed_hidden').notNull(),
    removedGoogle: integer('removed_google').notNull(),
    removedYelp: integer('removed_yelp').notNull(),
    removedFacebook: integer('removed_facebook').notNull(),
    removedTripadvisor: integer('removed_tripadvisor').notNull(),
    removedPostedReviewCount: integer('removed_posted_review_count').notNull(),
    removedPostedRatingSum: real('removed_posted_rating_sum').notNull(),
    removedPostedPositive: integer('removed_posted_positive').notNull(),
    removedPostedNeutral: integer('removed_posted_neutral').notNull(),
    removedPostedNegative: integer('removed_posted_negative').notNull(),
    removedPostedResponded: integer('removed_posted_responded').notNull(),
    removedPostedSettled: integer('removed_posted_settled').notNull(),
    removedPostedHidden: integer('removed_posted_hidden').notNull(),
    /** Of the reviews that were posted on this day and are shown now: those of one star, and of five. */
    shownOne: integer('shown_one').notNull(),
    shownFive: integer('shown_five').notNull(),
    /** By platform, count and sum of stars; Google has the rest. */
    shownYelp: integer('shown_yelp').notNull(),
    shownFacebook: integer('shown_facebook').notNull(),
    shownTripadvisor: integer('shown_tripadvisor').notNull(),
    shownYelpStars: real('shown_yelp_stars').notNull(),
    shownFacebookStars: real('shown_facebook_stars').notNull(),
    shownTripadvisorStars: real('shown_tripadvisor_stars').notNull(),
    /** Answered within so long after they were posted. */
    answered4h: integer('answered_4h').notNull(),
    answered1d: integer('answered_1d').notNull(),
    answered2d: integer('answered_2d').notNull(),
    answered7d: integer('answered_7d').notNull(),
    answered30d: integer('answered_30d').notNull(),
    /** Answered at all, where it is known when. */
    answeredTimed: integer('answered_timed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.day] })],
)

/** One row: the highest id a review was ever given. Ids are never given again, also not those of deleted reviews. */
export const reviewIds = sqliteTable('review_ids', {
  last: integer('last').notNull(),
})
