import { sql } from 'drizzle-orm'
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platform } from './businesses.ts'

export const reviews = sqliteTable('reviews', {
  id: integer('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  platform: platform(),
  platformReviewId: text('platform_review_id').notNull(),
  source: text('source').notNull().default('import'),
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
   * Answered here or by the owner on the platform, and not edited since. Kept by the upsert and by `copyResponse`, as are
   * the columns that copy the response stored here.
   */
  responded: integer('responded', { mode: 'boolean' }).notNull().default(false),
  /** When its owner settled it without a reply; counts while it is `responded` and nobody answered it. */
  settledAt: integer('settled_at'),
  responseId: text('response_id'),
  responseText: text('response_text'),
  responseAt: integer('response_at'),
  responseEditedAt: integer('response_edited_at'),
  responsePosted: integer('response_posted', { mode: 'boolean' }).notNull().default(false),
  /** When guests could see it for the first time. */
  responsePostedAt: integer('response_posted_at'),
  /** True if guests can see an answer: the platform shows one, ours is posted, or the owner says that there is one. */
  answerVisible: integer('answer_visible').generatedAlwaysAs(
    sql`responded AND (owner_response_text IS NOT NULL OR response_posted OR (response_id IS NULL AND settled_at IS NULL))`,
    { mode: 'virtual' },
  ),
  /** State of the reply at the platform, and its reason; copied from reply_posts. */
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
  /** Tokens of the search index (reviews/insight-keys.ts). */
  insightKeys: text('insight_keys').notNull().default(''),
  /** True if only the beginning of its text is known. */
  textIsExcerpt: integer('text_is_excerpt', { mode: 'boolean' }).notNull().default(false),
  /** Set once, when the review was first stored. */
  scrapedAt: integer('scraped_at').notNull(),
  /** `reviewDate`, or `scrapedAt` if the platform gives none; never later than `scrapedAt`. */
  postedAt: integer('posted_at')
    .generatedAlwaysAs(sql`max(0, min(coalesce(review_date, scraped_at), scraped_at))`, { mode: 'virtual' })
    .notNull(),
  /** Sort key of lists. */
  position: integer('position')
    .generatedAlwaysAs(sql`(posted_at / 1000 << 31) + id`, { mode: 'virtual' })
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
  id: text('id').notNull().unique(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  userId: text('user_id'),
  responseText: text('response_text').notNull(),
  isPublished: integer('is_published', { mode: 'boolean' }).notNull().default(true),
  platformResponseId: text('platform_response_id'),
  postedToPlatform: integer('posted_to_platform', { mode: 'boolean' }).notNull().default(false),
  postedAt: integer('posted_at'),
  editedAt: integer('edited_at'),
  /** If the review had a draft: what created the draft, from which wordings, and how much of it was changed, 0 to 1. */
  draftSource: text('draft_source', { enum: ['template', 'model', 'automatic'] }),
  templateVersion: text('template_version'),
  editedShare: real('edited_share'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Reviews by UTC day: those first stored on it, and those posted on it. Maintained by triggers on reviews. */
export const reviewDailyStats = sqliteTable(
  'review_daily_stats',
  {
    businessId: text('business_id').notNull(),
    day: text('day').notNull(),
    reviewCount: integer('review_count').notNull().default(0),
    ratingSum: real('rating_sum').notNull().default(0),
    positive: integer('positive').notNull().default(0),
    neutral: integer('neutral').notNull().default(0),
    negative: integer('negative').notNull().default(0),
    responded: integer('responded').notNull().default(0),
    /** The part of `responded` that was marked as needing no reply. */
    settled: integer('settled').notNull().default(0),
    /** Reviews whose reply is stored here but not posted; `hidden` is the part of `responded` that no guest can see. */
    unposted: integer('unposted').notNull().default(0),
    hidden: integer('hidden').notNull().default(0),
    /** Reviews with a response stored here. */
    responses: integer('responses').notNull().default(0),
    google: integer('google').notNull().default(0),
    yelp: integer('yelp').notNull().default(0),
    facebook: integer('facebook').notNull().default(0),
    tripadvisor: integer('tripadvisor').notNull().default(0),
    /** Reviews posted on this day, whenever they were first stored. */
    postedReviewCount: integer('posted_review_count').notNull().default(0),
    postedRatingSum: real('posted_rating_sum').notNull().default(0),
    postedPositive: integer('posted_positive').notNull().default(0),
    postedNeutral: integer('posted_neutral').notNull().default(0),
    postedNegative: integer('posted_negative').notNull().default(0),
    postedResponded: integer('posted_responded').notNull().default(0),
    postedSettled: integer('posted_settled').notNull().default(0),
    postedHidden: integer('posted_hidden').notNull().default(0),
    /** The part of each figure above whose reviews are no longer shown. */
    removedReviewCount: integer('removed_review_count').notNull().default(0),
    removedRatingSum: real('removed_rating_sum').notNull().default(0),
    removedPositive: integer('removed_positive').notNull().default(0),
    removedNeutral: integer('removed_neutral').notNull().default(0),
    removedNegative: integer('removed_negative').notNull().default(0),
    removedResponded: integer('removed_responded').notNull().default(0),
    removedSettled: integer('removed_settled').notNull().default(0),
    removedUnposted: integer('removed_unposted').notNull().default(0),
    removedHidden: integer('removed_hidden').notNull().default(0),
    removedGoogle: integer('removed_google').notNull().default(0),
    removedYelp: integer('removed_yelp').notNull().default(0),
    removedFacebook: integer('removed_facebook').notNull().default(0),
    removedTripadvisor: integer('removed_tripadvisor').notNull().default(0),
    removedPostedReviewCount: integer('removed_posted_review_count').notNull().default(0),
    removedPostedRatingSum: real('removed_posted_rating_sum').notNull().default(0),
    removedPostedPositive: integer('removed_posted_positive').notNull().default(0),
    removedPostedNeutral: integer('removed_posted_neutral').notNull().default(0),
    removedPostedNegative: integer('removed_posted_negative').notNull().default(0),
    removedPostedResponded: integer('removed_posted_responded').notNull().default(0),
    removedPostedSettled: integer('removed_posted_settled').notNull().default(0),
    removedPostedHidden: integer('removed_posted_hidden').notNull().default(0),
    /** Reviews posted on this day and shown now, with one star and with five. */
    shownOne: integer('shown_one').notNull().default(0),
    shownFive: integer('shown_five').notNull().default(0),
    /** The same by platform: count and sum of stars; Google is the rest. */
    shownYelp: integer('shown_yelp').notNull().default(0),
    shownFacebook: integer('shown_facebook').notNull().default(0),
    shownTripadvisor: integer('shown_tripadvisor').notNull().default(0),
    shownYelpStars: real('shown_yelp_stars').notNull().default(0),
    shownFacebookStars: real('shown_facebook_stars').notNull().default(0),
    shownTripadvisorStars: real('shown_tripadvisor_stars').notNull().default(0),
    /** Answered within this time after they were posted. */
    answered4h: integer('answered_4h').notNull().default(0),
    answered1d: integer('answered_1d').notNull().default(0),
    answered2d: integer('answered_2d').notNull().default(0),
    answered7d: integer('answered_7d').notNull().default(0),
    answered30d: integer('answered_30d').notNull().default(0),
    /** Answered at a known time. */
    answeredTimed: integer('answered_timed').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.day] })],
)

/** A single row with the highest review id ever used. Ids aren't reused, even those of deleted reviews. */
export const reviewIds = sqliteTable('review_ids', {
  last: integer('last').notNull(),
})

/** Members' named filters; each is visible to its member only. */
export const savedViews = sqliteTable('saved_views', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id').notNull(),
  name: text('name').notNull(),
  query: text('query').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** Reply templates, for one business or the whole organization. */
export const replyTemplates = sqliteTable('reply_templates', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id'),
  name: text('name').notNull(),
  text: text('text').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
