import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { platform } from './businesses.ts'

/** A collection run or import of one platform of one business; db/schema.sql describes the columns. */
export const scrapeRuns = sqliteTable('scrape_runs', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  id: text('id').notNull().unique(),
  organizationId: text('organization_id').notNull(),
  businessId: text('business_id').notNull(),
  /** Runs of imports may name one of the organization's own platforms; collections never do. */
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
  /** The part of `reviewsOverQuota` that was posted before the month. */
  historyOverQuota: integer('history_over_quota').notNull().default(0),
  lastPageFresh: integer('last_page_fresh'),
  /** True if the last saved page was in the gap that an earlier run left below the top. */
  inGap: integer('in_gap', { mode: 'boolean' }).notNull().default(false),
  /** True if the last review of the last saved page was already stored and unchanged. */
  endsKnown: integer('ends_known', { mode: 'boolean' }).notNull().default(false),
  /** True if the first page had nothing new. */
  topKnown: integer('top_known', { mode: 'boolean' }).notNull().default(false),
  /** True if the run reads the whole list again, past already stored reviews. */
  rechecks: integer('rechecks', { mode: 'boolean' }).notNull().default(false),
  /**
   * Pages that an open run has read since its phase began: their cursors, the reviews of the last page, and the number
   * of consecutive pages that only repeated the page before. Used to detect cycles.
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
  /** Failed attempts to save the current page. */
  saveFaults: integer('save_faults').notNull().default(0),
  rateLimitMs: integer('rate_limit_ms').notNull(),
  timeoutMs: integer('timeout_ms').notNull(),
  retryAttempts: integer('retry_attempts').notNull(),
  userAgentRotation: integer('user_agent_rotation', { mode: 'boolean' }).notNull().default(false),
  errors: text('errors', { mode: 'json' }).$type<string[]>().notNull().default([]),
  warnings: text('warnings', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** Kind of error if the source made the run fail; null otherwise. */
  errorKind: text('error_kind'),
  leaseUntil: integer('lease_until'),
  dueAt: integer('due_at').notNull(),
  /** Number of times the current step was sent again. */
  resends: integer('resends').notNull().default(0),
  createdAt: integer('created_at').notNull(),
  startedAt: integer('started_at'),
  finishedAt: integer('finished_at'),
  /** When to check again for deletion. Set if a run past its retention was kept because it is one of the latest. */
  keepUntil: integer('keep_until'),
})

/** Reviews that a source's open recheck has found so far, one row per page. */
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

/** True if a run is open. Written as a literal, because the partial index on open runs requires the same expression. */
export const runIsOpen = sql.raw("scrape_runs.status IN ('queued', 'running')")

/** True if a file import is open. The owner's browser sends its steps; all other imports are stored at once. */
export const importIsOpen = sql`${runIsOpen} AND scrape_runs.source = 'file'`

export const collectionIsOpen = sql`${runIsOpen} AND scrape_runs.source <> 'file'`

/** Requests of an organization to a platform about a place. */
export const placeUsage = sqliteTable(
  'place_usage',
  {
    organizationId: text('organization_id').notNull(),
    platform: platform(),
    place: text('place').notNull(),
    kind: text('kind', { enum: ['run', 'preview', 'wait'] }).notNull(),
    askedBy: text('asked_by').notNull(),
    source: text('source').notNull(),
    until: integer('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.platform, table.place, table.kind, table.askedBy] }),
  ],
)

/** A use of a place. One run or preview may have several rows, one for each name of the place. */
export type PlaceUse = typeof placeUsage.$inferSelect & {
  /** True for a run that ended before it saved a page. */ gotNothing: boolean
}
