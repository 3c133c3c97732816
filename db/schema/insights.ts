import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Progress of reading each organization's reviews; db/schema.sql describes each column. */
export const insightReadings = sqliteTable('insight_readings', {
  organizationId: text('organization_id').primaryKey(),
  method: integer('method').notNull().default(0),
  readSeenAt: integer('read_seen_at').default(-1),
  readPosition: integer('read_position').notNull().default(0),
  dueAt: integer('due_at').default(0),
})

/** New and changed reviews that haven't been read since. */
export const insightDue = sqliteTable('insight_due', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  changes: integer('changes').notNull().default(1),
})

/**
 * Features read from a review's text. Inserting a row adds it to the counts below, deleting it subtracts it (triggers).
 */
export const reviewFeatures = sqliteTable('review_features', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  method: integer('method').notNull(),
  editedAt: integer('edited_at'),
  day: text('day').notNull(),
  rating: real('rating').notNull(),
  language: text('language'),
  tokens: integer('tokens').notNull(),
  score: real('score').notNull(),
  mismatch: text('mismatch', { enum: ['complaint_inside', 'praise_inside'] }),
  topics: text('topics').notNull(),
  terms: text('terms').notNull(),
})

/** Members' corrections of how reviews were read; db/schema.sql describes each column. */
export const reviewCorrections = sqliteTable(
  'review_corrections',
  {
    reviewId: integer('review_id').notNull(),
    subject: text('subject').notNull(),
    organizationId: text('organization_id').notNull(),
    verdict: text('verdict', { enum: ['positive', 'mixed', 'negative', 'absent'] }).notNull(),
    correctedBy: text('corrected_by'),
    correctedAt: integer('corrected_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.subject] })],
)

/** A business's reviews about a topic, by UTC day. */
export const insightTopicDays = sqliteTable(
  'insight_topic_days',
  {
    businessId: text('business_id').notNull(),
    topic: text('topic').notNull(),
    day: text('day').notNull(),
    positive: integer('positive').notNull(),
    neutral: integer('neutral').notNull(),
    negative: integer('negative').notNull(),
    negativeOne: integer('negative_one').notNull(),
    negativeTwo: integer('negative_two').notNull(),
    negativeThree: integer('negative_three').notNull(),
    negativeFour: integer('negative_four').notNull(),
    /**
     * Shares of reviews in 840ths, and of their stars (reading/read-review.ts), so that each review counts once over
     * all topics.
     */
    blameShare: integer('blame_share').notNull().default(0),
    blameStars: real('blame_stars').notNull().default(0),
    praiseShare: integer('praise_share').notNull().default(0),
    praiseStars: real('praise_stars').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.topic, table.day] })],
)

/** A business's reviews with a term, by month. */
export const insightTermMonths = sqliteTable(
  'insight_term_months',
  {
    businessId: text('business_id').notNull(),
    term: text('term').notNull(),
    month: text('month').notNull(),
    reviews: integer('reviews').notNull(),
    positive: integer('positive').notNull(),
    negative: integer('negative').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.term, table.month] })],
)

/** The same over all months. */
export const insightTerms = sqliteTable(
  'insight_terms',
  {
    businessId: text('business_id').notNull(),
    term: text('term').notNull(),
    reviews: integer('reviews').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.term] })],
)

/** What owners of a business should know (insights/findings/store-findings.ts); `top` is what the Dashboard shows. */
export const insightFindings = sqliteTable(
  'insight_findings',
  {
    organizationId: text('organization_id').notNull(),
    businessId: text('business_id').notNull(),
    dueAt: integer('due_at').notNull().default(0),
    findings: text('findings').notNull().default('[]'),
    top: text('top').notNull().default('[]'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.businessId] })],
)
