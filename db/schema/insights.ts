import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Progress of reading each organization's reviews; db/schema.sql describes the columns. */
export const insightReadings = sqliteTable('insight_readings', {
  organizationId: text('organization_id').primaryKey(),
  method: integer('method').notNull().default(0),
  readSeenAt: integer('read_seen_at').default(-1),
  readPosition: integer('read_position').notNull().default(0),
  dueAt: integer('due_at').default(0),
})

/** New and changed reviews that AI Insights hasn't read yet. */
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

/** Members' corrections of how reviews were read. */
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
     * The topic's share of the reviews whose low (blame) or high (praise) rating it helps to explain, in 840ths of a
     * review. Such a review is split among its topics, so that it counts once over all of them
     * (reading/read-review.ts). The columns in stars are split in the same way.
     */
    blameShare: integer('blame_share').notNull().default(0),
    blameStars: real('blame_stars').notNull().default(0),
    praiseShare: integer('praise_share').notNull().default(0),
    praiseStars: real('praise_stars').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.topic, table.day] })],
)

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

export const insightTerms = sqliteTable(
  'insight_terms',
  {
    businessId: text('business_id').notNull(),
    term: text('term').notNull(),
    reviews: integer('reviews').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.term] })],
)

/** Findings of a business (insights/findings/store-findings.ts); `top` contains those for the Dashboard. */
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

export const competitors = sqliteTable('competitors', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  /** The business that the competitor is compared with. */
  businessId: text('business_id').notNull(),
  platform: text('platform', { enum: ['google', 'yelp', 'tripadvisor'] }).notNull(),
  name: text('name').notNull(),
  link: text('link').notNull(),
  /** Listing URL that the link resolves to. */
  placeUrl: text('place_url').notNull(),
  /** Time of the next lookup of the competitor's totals. */
  dueAt: integer('due_at').notNull(),
  /** Consecutive lookups without totals. */
  failures: integer('failures').notNull().default(0),
  /** Error of the last lookup, in a sentence for the owner; null if the lookup succeeded. */
  problem: text('problem'),
  createdAt: integer('created_at').notNull(),
})

/** A competitor's public totals, by UTC day. */
export const competitorTotals = sqliteTable(
  'competitor_totals',
  {
    competitorId: text('competitor_id').notNull(),
    day: text('day').notNull(),
    average: real('average').notNull(),
    reviewCount: integer('review_count').notNull(),
    /** True if entered by a member; otherwise fetched from the platform. */
    isTyped: integer('is_typed', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.competitorId, table.day] })],
)

export const reports = sqliteTable('reports', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  basis: text('basis').notNull(),
  businessIds: text('business_ids').notNull(),
  settings: text('settings').notNull(),
  method: text('method').notNull(),
  reviewCount: integer('review_count').notNull(),
  inputHash: text('input_hash').notNull(),
  sections: text('sections').notNull(),
  createdAt: integer('created_at').notNull(),
  deliveredAt: integer('delivered_at'),
  linkHash: text('link_hash'),
  linkBy: text('link_by'),
})

export const reportSchedules = sqliteTable('report_schedules', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  businessIds: text('business_ids').notNull(),
  settings: text('settings').notNull(),
  rhythm: text('rhythm').$type<'weekly' | 'monthly'>().notNull(),
  state: text('state').$type<'on' | 'stopped' | 'no_member' | 'no_access' | 'no_plan'>().notNull(),
  dueAt: integer('due_at'),
  skippedAt: integer('skipped_at'),
  createdAt: integer('created_at').notNull(),
})

export const alarmChecks = sqliteTable('alarm_checks', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  dueAt: integer('due_at').notNull().default(0),
})

/** Alarms that an organization has chosen; an organization without a row gets all of them. */
export const alarmSettings = sqliteTable('alarm_settings', {
  organizationId: text('organization_id').primaryKey(),
  level: text('level', { enum: ['off', 'important', 'all'] })
    .notNull()
    .default('all'),
})

/** Raised alarms, with the evidence at that time. */
export const alarms = sqliteTable('alarms', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  key: text('key').notNull(),
  kind: text('kind', {
    enum: [
      'bad_reviews',
      'many_reviews',
      'few_reviews',
      'topic_turned_bad',
      'possible_attack',
      'alike_reviews',
    ],
  }).notNull(),
  topic: text('topic'),
  /** UTC days, both included. */
  fromDay: text('from_day').notNull(),
  toDay: text('to_day').notNull(),
  part: integer('part').notNull(),
  allCount: integer('all_count').notNull(),
  expected: real('expected').notNull(),
  chance: real('chance').notNull(),
  /** JSON list of the reviews in the evidence file of a possible attack. */
  reviewIds: text('review_ids').notNull().default('[]'),
  createdAt: integer('created_at').notNull(),
})

export const draftStyles = sqliteTable('draft_styles', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  tone: text('tone', { enum: ['friendly', 'formal', 'brief'] }).notNull(),
  signOff: text('sign_off'),
  contactLine: text('contact_line'),
  remarks: text('remarks').notNull(),
  updatedAt: integer('updated_at').notNull(),
  automaticBy: text('automatic_by'),
  automaticSince: integer('automatic_since'),
})

/** New reviews that may get an automatic reply. */
export const automaticReplies = sqliteTable('automatic_replies', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  dueAt: integer('due_at').notNull().default(0),
})

/** The latest draft of a reply to each review. */
export const replyDrafts = sqliteTable('reply_drafts', {
  reviewId: integer('review_id').primaryKey(),
  id: text('id').notNull(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  basis: text('basis').notNull(),
  text: text('text').notNull(),
  wordings: text('wordings').notNull(),
  templateVersion: text('template_version').notNull(),
  createdAt: integer('created_at').notNull(),
  deliveredAt: integer('delivered_at'),
})

/** Owners' permissions for the language model to rewrite drafts. */
export const modelAgreements = sqliteTable('model_agreements', {
  organizationId: text('organization_id').primaryKey(),
  model: text('model').notNull().default(''),
  voice: text('voice'),
  agreedBy: text('agreed_by'),
  agreedAt: integer('agreed_at').notNull(),
})

/** Calls to the model per organization and UTC day. */
export const modelCalls = sqliteTable(
  'model_calls',
  {
    day: text('day').notNull(),
    organizationId: text('organization_id').notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.organizationId] })],
)

/** The model's rewrite of the latest draft for a review. */
export const replyRewrites = sqliteTable('reply_rewrites', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  draftId: text('draft_id').notNull(),
  key: text('key').notNull(),
  text: text('text'),
  fault: text('fault'),
  askedUntil: integer('asked_until').notNull(),
})

/** Owners' actions to get better reviews, at one business or at all of them. */
export const actions = sqliteTable('actions', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id'),
  day: text('day').notNull(),
  name: text('name').notNull(),
  topic: text('topic'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
