import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const reviews = sqliteTable('reviews', {
  id: integer('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  platform: text('platform', { enum: ['google', 'yelp', 'facebook', 'tripadvisor'] }).notNull(),
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
  /** Answered, and not edited since; kept by triggers, as are the four columns that copy the answer. */
  responded: integer('responded', { mode: 'boolean' }).notNull().default(false),
  responseId: text('response_id'),
  responseText: text('response_text'),
  responseAt: integer('response_at'),
  responseEditedAt: integer('response_edited_at'),
  /** Last time a collection found another rating or text. */
  editedAt: integer('edited_at'),
  /** Written once, when the review was first stored. */
  scrapedAt: integer('scraped_at').notNull(),
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
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Reviews by the UTC day they were first stored; kept by triggers on reviews. */
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
    google: integer('google').notNull(),
    yelp: integer('yelp').notNull(),
    facebook: integer('facebook').notNull(),
    tripadvisor: integer('tripadvisor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.day] })],
)
