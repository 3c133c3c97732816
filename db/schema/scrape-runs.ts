import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platform } from './businesses.ts'

/** One collection of one platform of one business; db/schema.sql says what each column is for. */
export const scrapeRuns = sqliteTable('scrape_runs', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  platform: platform(),
  source: text('source').notNull(),
  triggerType: text('trigger_type', { enum: ['manual', 'schedule'] }).notNull(),
  status: text('status', { enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'] }).notNull(),
  phase: text('phase', { enum: ['newest', 'backfill'] }).notNull(),
  cursor: text('cursor'),
  pageCursor: text('page_cursor'),
  endOfList: integer('end_of_list', { mode: 'boolean' }).notNull().default(false),
  page: integer('page').notNull().default(0),
  pagesPlanned: integer('pages_planned').notNull(),
  reviewsFound: integer('reviews_found').notNull().default(0),
  reviewsNew: integer('reviews_new').notNull().default(0),
  reviewsChanged: integer('reviews_changed').notNull().default(0),
  reviewsOverQuota: integer('reviews_over_quota').notNull().default(0),
  /** Of those, the ones posted before the month. */
  historyOverQuota: integer('history_over_quota').notNull().default(0),
  lastPageFresh: integer('last_page_fresh'),
  /** The last saved page was one of the gap that a run before this one left below the top. */
  inGap: integer('in_gap', { mode: 'boolean' }).notNull().default(false),
  /** The last review of that page was known and unchanged. */
  endsKnown: integer('ends_known', { mode: 'boolean' }).notNull().default(false),
  /** The first page showed nothing new. */
  topKnown: integer('top_known', { mode: 'boolean' }).notNull().default(false),
  /** Reads the whole list again, past everything that is known. */
  rechecks: integer('rechecks', { mode: 'boolean' }).notNull().default(false),
  /**
   * What an open run has seen since its phase began: the cursors of its pages, the reviews of the last one, and how many
   * pages in a row showed nothing but those of the one before.
   */
  pagesSeen: text('pages_seen', { mode: 'json' }).$type<{
    cursors: (string | null)[]
    ids: string[]
    repeats: number
  }>(),
  reviewsRemoved: integer('reviews_removed').notNull().default(0),
  reviewsReturned: integer('reviews_returned').notNull().default(0),
  restarts: integer('restarts').notNull().default(0),
  attempts: integer('attempts').notNull().default(0),
  /** Times that the page at hand could not be saved. */
  saveFaults: integer('save_faults').notNull().default(0),
  rateLimitMs: integer('rate_limit_ms').notNull(),
  timeoutMs: integer('timeout_ms').notNull(),
  retryAttempts: integer('retry_attempts').notNull(),
  userAgentRotation: integer('user_agent_rotation', { mode: 'boolean' }).notNull().default(false),
  errors: text('errors', { mode: 'json' }).$type<string[]>().notNull().default([]),
  warnings: text('warnings', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** What kept a failed run from its source; null where it was nothing of the source. */
  errorKind: text('error_kind'),
  leaseUntil: integer('lease_until'),
  dueAt: integer('due_at').notNull(),
  /** Times that the step at hand was sent again. */
  resends: integer('resends').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  startedAt: integer('started_at'),
  finishedAt: integer('finished_at'),
  /** Old, but among the last of its source: looked at again then. */
  keepUntil: integer('keep_until'),
})

/** What the open recheck of a source has seen, one row a page. */
export const scanPages = sqliteTable(
  'scan_pages',
  {
    businessId: text('business_id').notNull(),
    platform: text('platform').notNull(),
    runSeq: integer('run_seq').notNull(),
    page: integer('page').notNull(),
    reviewIds: text('review_ids').notNull(),
    isWhole: integer('is_whole').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.platform, table.runSeq, table.page] })],
)

export type Run = typeof scrapeRuns.$inferSelect

/** True of a run that goes on. Written out, not bound: the index on open runs serves only what says the same. */
export const runIsOpen = sql.raw("scrape_runs.status IN ('queued', 'running')")

/** True of an import that goes on: of a file, whose browser sends each step. What comes another way is stored at once. */
export const importIsOpen = sql`${runIsOpen} AND scrape_runs.source = 'file'`

/** True of a collection that goes on. */
export const collectionIsOpen = sql`${runIsOpen} AND scrape_runs.source <> 'file'`
