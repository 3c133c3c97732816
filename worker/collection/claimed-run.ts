import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  businesses,
  businessSources,
  organizationSubscriptions,
  type Run,
  scrapeRuns,
} from '#db/schema/index.ts'
import { olderBusinesses } from '../businesses/create.ts'
import type { BackgroundContext } from '../context.ts'
import { mayHaveDuplicates } from '../reviews/duplicate-candidates.ts'
import { type Listener, listenersOf, readListeners } from '../reviews/reactions.ts'
import { type RuledTag, readRuledTags, ruledTags } from '../reviews/tag-rules.ts'
import { waitOfRun } from './place-usage.ts'

export type RunSource = typeof businessSources.$inferSelect

export interface ClaimedRun {
  run: Run
  /** Null if the business dropped the listing after the run was started. */
  source: RunSource | null
  hasReviews: boolean
  /** True if a stored review may come from this source under another id. */
  mayHaveDuplicates: boolean
  listeners: readonly Listener[]
  tagRules: readonly RuledTag[]
  businessIsActive: boolean
  /** Number of the organization's older businesses, counted up to the number of locations in the largest plan. */
  olderBusinesses: number
  plan: string
  /** Time until which the platform must not be asked about the place (milliseconds); null if it may be asked now. */
  waitUntil: number | null
}

export interface CollectableRun extends ClaimedRun {
  source: RunSource
}

export function circumstancesQuery(ctx: BackgroundContext, runId: string) {
  return ctx.db
    .select({
      source: getTableColumns(businessSources),
      businessIsActive: sql`(${businesses.isActive} AND ${businesses.deletedAt} IS NULL)`
        .mapWith(Boolean)
        .as('business_is_active'),
      olderBusinesses: sql<number>`${olderBusinesses(sql`${scrapeRuns.businessId}`)}`.as('older_businesses'),
      plan: organizationSubscriptions.planType,
      waitUntil: waitOfRun(ctx.now()).as('wait_until'),
      hasReviews: sql`EXISTS (SELECT 1 FROM reviews
        WHERE reviews.business_id = ${scrapeRuns.businessId} AND reviews.platform = ${scrapeRuns.platform})`
        .mapWith(Boolean)
        .as('has_reviews'),
      mayHaveDuplicates: mayHaveDuplicates(scrapeRuns).mapWith(Boolean).as('may_have_duplicates'),
      listeners: listenersOf(scrapeRuns).mapWith(readListeners).as('listeners'),
      tagRules: ruledTags(sql`${scrapeRuns.organizationId}`).mapWith(readRuledTags).as('tag_rules'),
    })
    .from(scrapeRuns)
    .innerJoin(businesses, eq(businesses.id, scrapeRuns.businessId))
    .leftJoin(
      businessSources,
      and(
        eq(businessSources.businessId, scrapeRuns.businessId),
        eq(businessSources.platform, scrapeRuns.platform),
      ),
    )
    .leftJoin(
      organizationSubscriptions,
      eq(organizationSubscriptions.organizationId, scrapeRuns.organizationId),
    )
    .where(eq(scrapeRuns.id, runId))
}
