import { sql } from 'drizzle-orm'
import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { anyPlatform } from './businesses.ts'

export const reviews = sqliteTable('reviews', {
  id: integer('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  platform: anyPlatform(),
  platformReviewId: text('platform_review_id').notNull(),
  source: text('source').notNull().default('import'),
  authorName: text('author_name').notNull(),
  rating: real('rating').notNull(),
  reviewText: text('review_text').notNull().default(''),
  reviewDate: integer('review_date'),
  language: text('language'),
  url: text('url'),
  /** JSON of `ReviewPhoto`s; null for none. */
  photos: text('photos'),
  /** The platform's page where the owner can answer the review. */
  replyUrl: text('reply_url'),
  helpfulVotes: integer('helpful_votes').notNull().default(0),
  isVerified: integer('is_verified', { mode: 'boolean' }).notNull().default(false),
  ownerResponseText: text('owner_response_text'),
  ownerResponseDate: integer('owner_response_date'),
  /**
   * True if the review was answered here or on the platform, or marked as needing no reply, and not edited since.
   * Maintained by the upsert and reviews/answered.ts, like the columns that copy the response stored here.
   */
  responded: integer('responded', { mode: 'boolean' }).notNull().default(false),
  /**
   * Time at which the owner marked the review as needing no reply. Counts only while the review is `responded` without
   * having a reply.
   */
  settledAt: integer('settled_at'),
  responseId: text('response_id'),
  responseText: text('response_text'),
  responseAt: integer('response_at'),
  responseEditedAt: integer('response_edited_at'),
  responsePosted: integer('response_posted', { mode: 'boolean' }).notNull().default(false),
  /** Time at which the reply first became visible to guests. */
  responsePostedAt: integer('response_posted_at'),
  /** State of the reply at the platform, and its reason; copied from reply_posts. */
  postState: text('post_state', { enum: ['waiting', 'live', 'held', 'refused', 'failed'] }),
  postReason: text('post_reason'),
  /** Last time a collection found another rating or text. */
  editedAt: integer('edited_at'),
  /** Consecutive complete scans of the source's list that didn't find this review. */
  missedScans: integer('missed_scans').notNull().default(0),
  /** Time at which we found that the platform no longer shows the review; null while it is shown. */
  removedAt: integer('removed_at'),
  /** Time at which the platform last showed the review again after a removal. */
  returnedAt: integer('returned_at'),
  assignedTo: text('assigned_to'),
  assignedBy: text('assigned_by'),
  assignedAt: integer('assigned_at'),
  assignmentMessage: text('assignment_message'),
  /** Tokens of the search index (reviews/insight-keys.ts). */
  insightKeys: text('insight_keys').notNull().default(''),
  /** True if only the beginning of the review's text is known. */
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
  isSettled: integer('is_settled').generatedAlwaysAs(
    sql`settled_at IS NOT NULL AND responded AND response_id IS NULL AND owner_response_text IS NULL`,
    { mode: 'virtual' },
  ),
  /**
   * True if the reply stored here isn't on its platform yet. `isHidden` also requires that guests can't see another
   * reply there.
   */
  isUnposted: integer('is_unposted').generatedAlwaysAs(sql`response_id IS NOT NULL AND NOT response_posted`, {
    mode: 'virtual',
  }),
  isHidden: integer('is_hidden').generatedAlwaysAs(
    sql`is_unposted AND responded AND owner_response_text IS NULL`,
    { mode: 'virtual' },
  ),
  /** True if guests can see a reply: the platform shows one, ours is posted, or the owner says so. */
  answerVisible: integer('answer_visible').generatedAlwaysAs(
    sql`responded AND NOT is_settled AND NOT is_hidden`,
    { mode: 'virtual' },
  ),
  /** Time from posting to the first reply visible to guests (ms); null if unknown. */
  answerDelay: integer('answer_delay').generatedAlwaysAs(
    sql`iif(answer_visible, coalesce(min(response_posted_at, owner_response_date), response_posted_at, owner_response_date) - posted_at, NULL)`,
    { mode: 'virtual' },
  ),
  /** Filter tokens for lists (reviews/search-expression.ts). */
  searchKeys: text('search_keys').generatedAlwaysAs(
    sql`replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform || ' r~' || CAST(rating AS INTEGER) || ' u~' || responded || ' w~' || (scraped_at / 2764800000) || ' d~' || (scraped_at / 86400000) || iif(removed_at IS NULL, '', ' v~') || iif(edited_at IS NULL, '', ' e~') || iif(review_text = '', ' x~', '') || iif(photos IS NULL, '', ' i~') || iif(is_unposted, ' q~', '') || iif(answer_visible, ' g~', '') || iif(assigned_to IS NULL, '', ' a~' || replace(substr(assigned_to, 20), '-', '')) || insight_keys || label_keys, '~', replace(substr(organization_id, 20), '-', ''))`,
    { mode: 'virtual' },
  ),
  updatedAt: integer('updated_at').notNull(),
  /** Tokens of the search index for members' labels (reviews/labels.ts). */
  labelKeys: text('label_keys').notNull().default(''),
})

export const reviewTags = sqliteTable('review_tags', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  /** Token in `label_keys` of the reviews with this tag (reviews/labels.ts). */
  label: text('label').notNull(),
  name: text('name').notNull(),
  /** The name in lower case. */
  nameKey: text('name_key').notNull(),
  color: text('color').notNull(),
  /** JSON of a `TagRule`; null if no review gets the tag automatically. */
  rule: text('rule'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Suggested replies, one per review. */
export const replySuggestions = sqliteTable('reply_suggestions', {
  reviewId: integer('review_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  userId: text('user_id'),
  text: text('text').notNull(),
  state: text('state', { enum: ['open', 'returned'] }).notNull(),
  remark: text('remark'),
  returnedBy: text('returned_by'),
  updatedAt: integer('updated_at').notNull(),
})

export const reviewNotes = sqliteTable('review_notes', {
  id: text('id').primaryKey(),
  reviewId: integer('review_id').notNull(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  /** Null if the author's account is gone, and for a note from an archive. */
  userId: text('user_id'),
  text: text('text').notNull(),
  createdAt: integer('created_at').notNull(),
  editedAt: integer('edited_at'),
})

/** Links in alerts with which a member posts a draft without signing in. */
export const postLinks = sqliteTable('post_links', {
  tokenHash: text('token_hash').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id').notNull(),
  email: text('email').notNull(),
  reviewId: integer('review_id').notNull(),
  draftId: text('draft_id').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  endedAt: integer('ended_at'),
})

export const answerTargets = sqliteTable('answer_targets', {
  businessId: text('business_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  hours: integer('hours').notNull(),
  remindedUntil: integer('reminded_until').notNull(),
  dueAt: integer('due_at').notNull(),
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
  /**
   * Origin of the draft from which the response was made, its wordings, and the share of it that was changed (0 to 1).
   * All are null if there was no draft.
   */
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
    /** Reviews that are no longer shown have separate rows. */
    isRemoved: integer('is_removed', { mode: 'boolean' }).notNull(),
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
    /** Number of reviews with one star, and with five. */
    postedOne: integer('posted_one').notNull().default(0),
    postedFive: integer('posted_five').notNull().default(0),
    /** Count and sum of stars by platform; the remainder is Google's. */
    postedYelp: integer('posted_yelp').notNull().default(0),
    postedFacebook: integer('posted_facebook').notNull().default(0),
    postedTripadvisor: integer('posted_tripadvisor').notNull().default(0),
    postedYelpStars: real('posted_yelp_stars').notNull().default(0),
    postedFacebookStars: real('posted_facebook_stars').notNull().default(0),
    postedTripadvisorStars: real('posted_tripadvisor_stars').notNull().default(0),
    /** Number of reviews answered within 4 hours, 1 day, 2 days … after they were posted. */
    answered4h: integer('answered_4h').notNull().default(0),
    answered1d: integer('answered_1d').notNull().default(0),
    answered2d: integer('answered_2d').notNull().default(0),
    answered3d: integer('answered_3d').notNull().default(0),
    answered7d: integer('answered_7d').notNull().default(0),
    answered30d: integer('answered_30d').notNull().default(0),
    /** Number of reviews answered at a known time. */
    answeredTimed: integer('answered_timed').notNull().default(0),
    /** The added platform that the row counts; '' for the row that counts the four built-in platforms together. */
    ownPlatform: text('own_platform').notNull().default(''),
    /** Count and sum of stars, if the row counts an added platform; otherwise 0. */
    postedOther: integer('posted_other').generatedAlwaysAs(
      sql`iif(own_platform = '', 0, posted_review_count)`,
      {
        mode: 'virtual',
      },
    ),
    postedOtherStars: real('posted_other_stars').generatedAlwaysAs(
      sql`iif(own_platform = '', 0, posted_rating_sum)`,
      { mode: 'virtual' },
    ),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.day, table.isRemoved, table.ownPlatform] })],
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

export const replyTemplates = sqliteTable('reply_templates', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id'),
  name: text('name').notNull(),
  text: text('text').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
