import { sql } from 'drizzle-orm'
import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import { ownPlatformsJson, ownPlatformsQuery, ownPlatformViews } from '../businesses/own-platforms.ts'
import { requireAmong } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { isLimited } from '../platform/business-access.ts'
import { readEach } from '../platform/read-each.ts'
import { templatesQuery } from '../responses/templates.ts'
import { countDue } from '../reviews/answer-targets.ts'
import { type Assignee, assignees } from '../reviews/assign.ts'
import { reviewDetail, revisionsQuery } from '../reviews/get.ts'
import { reviewPage } from '../reviews/list.ts'
import { countEachUpTo, countUpTo } from '../reviews/matching-ids.ts'
import { reviewQuery } from '../reviews/require-review.ts'
import { type ReviewDetail, type ReviewView, reviewView } from '../reviews/review-view.ts'
import { savedViewsQuery } from '../reviews/saved-views.ts'
import { tagsJson, tagsQuery, tagView } from '../reviews/tags.ts'
import type { BusinessChoice } from '../rules/businesses.ts'
import {
  type DueViewName,
  INBOX_VIEW_NAMES,
  INBOX_VIEWS,
  type InboxViewName,
  MAX_TOTAL,
  MAX_VIEW_COUNTS,
  type SavedView,
} from '../rules/inbox-views.ts'
import { can } from '../rules/permissions.ts'
import { hasFeature, planLimits } from '../rules/plans.ts'
import type { OwnPlatform } from '../rules/platforms.ts'
import type { ListReviewsInput, OpenReviewInput, ReviewSort } from '../rules/reviews.ts'
import type { Backfill } from '../rules/source-health.ts'
import type { TagMark, TagsView } from '../rules/tags.ts'
import type { TemplatesView } from '../rules/templates.ts'
import { backfillsOf, unfinishedSources } from './source-states.ts'

/** Replaces the orders by time first seen, because the screen always orders reviews by posting time. */
const POSTED_ORDER = {
  newest: 'posted',
  oldest: 'posted_oldest',
  posted: 'posted',
  posted_oldest: 'posted_oldest',
  worst: 'worst',
} as const satisfies Record<ReviewSort, ReviewSort>

/**
 * Reads at most two rows per review shown, MAX_VIEW_COUNTS rows for the views and MAX_TOTAL for the number of results.
 *
 * @throws DomainError `not_found` if the caller can't see the review `reviewId`
 */
export async function reviewsScreen(
  ctx: MemberContext,
  input: ListReviewsInput & OpenReviewInput,
): Promise<InboxView> {
  const { reviewId } = input
  const page = reviewPage(ctx, { ...input, sort: POSTED_ORDER[input.sort] })
  const list = [page.query, businessChoicesQuery(ctx), countsQuery(ctx, input), savedViewsQuery(ctx)] as const
  const [rows, businesses, counted, savedViews, chosen, revisions] =
    reviewId === undefined
      ? ([...(await readEach(ctx, list)), null, null] as const)
      : await readEach(ctx, [...list, reviewQuery(ctx, reviewId), revisionsQuery(ctx, reviewId)])
  requireAmong(businesses, input.businessId)
  const { shown, nextCursor, failed } = page.read(rows)
  const names = namesOf(businesses ?? [])
  const counts = counted?.results[0]
  return {
    items: shown.map((row) => reviewView(row, names)),
    nextCursor,
    businesses,
    counts: counts?.views ? JSON.parse(counts.views) : null,
    dueCounts: counts?.due ? JSON.parse(counts.due) : null,
    total: counts && !failed ? (input.ids ? shown.length : counts.total) : null,
    savedViews: savedViews ?? [],
    selected: chosen && revisions && reviewDetail(chosen, revisions, names),
    people: counts?.people ? JSON.parse(counts.people) : [],
    tags: counts?.tags ? JSON.parse(counts.tags) : [],
    ownPlatforms: counts?.platforms ? JSON.parse(counts.platforms) : [],
    backfills: counts?.unfinished ? backfillsOf(ctx, JSON.parse(counts.unfinished)) : [],
    historyDays: planLimits(ctx.organization.plan).historyDays,
    failed,
  }
}

/**
 * Counts the reviews of each view, in the chosen business or all, and those matching the filter, up to a limit. Also
 * reads the possible assignees, the tags and, for an unfiltered list, the sources that aren't fully collected yet.
 */
function countsQuery(ctx: MemberContext, input: ListReviewsInput) {
  const filter = input.businessId === undefined ? {} : { businessId: input.businessId }
  // Views with the same limit are counted together, so that each group stops at its own limit.
  const viewsUpTo = (max: number) =>
    Object.fromEntries(
      INBOX_VIEW_NAMES.filter((name) => MAX_VIEW_COUNTS[name] === max).map((name) => [
        name,
        { visibility: 'all' as const, ...INBOX_VIEWS[name], ...filter },
      ]),
    )
  const counts = [...new Set(Object.values(MAX_VIEW_COUNTS))].map((max) =>
    countEachUpTo(ctx, viewsUpTo(max), max),
  )
  const unfinished = isFiltered(input) ? sql`NULL` : unfinishedSources(ctx, input.businessId)
  return ctx.db.statement<{
    views: string
    total: number
    due: string | null
    people: string
    tags: string
    platforms: string
    unfinished: string | null
  }>(
    sql`SELECT json_patch(${sql.join(counts, sql`, `)}) AS views, ${countUpTo(ctx, input, MAX_TOTAL)} AS total,
      ${countDue(ctx, input.businessId, MAX_TOTAL)} AS due, ${assignees(ctx)} AS people, ${tagsJson(ctx)} AS tags,
      ${ownPlatformsJson(ctx.organization.id)} AS platforms,
      ${unfinished} AS unfinished`,
  )
}

/** Input fields that don't filter the list. A list of one business also counts as unfiltered. */
const NO_FILTERS: readonly string[] = ['businessId', 'reviewId', 'sort', 'cursor', 'limit']

function isFiltered({ visibility, ...input }: ListReviewsInput): boolean {
  return (
    visibility !== 'all' ||
    Object.entries(input).some(([name, value]) => value !== undefined && !NO_FILTERS.includes(name))
  )
}

export async function templatesScreen(ctx: MemberContext): Promise<TemplatesView> {
  const [templates, businesses] = await ctx.db.batch([templatesQuery(ctx), businessChoicesQuery(ctx)])
  return { templates, businesses, mayEdit: can(ctx.organization.role, 'reviews.answer') }
}

export async function tagsScreen(ctx: MemberContext): Promise<TagsView> {
  const [tags, ownPlatforms] = await ctx.db.batch([tagsQuery(ctx), ownPlatformsQuery(ctx)])
  return {
    tags: tags.map(tagView),
    ownPlatforms: ownPlatformViews(ownPlatforms),
    mayEdit: can(ctx.organization.role, 'reviews.answer') && !isLimited(ctx.organization),
    hasTopics: hasFeature(ctx.organization.plan, 'hasAIInsights'),
  }
}

export interface InboxView {
  items: ReviewView[]
  nextCursor: string | null
  /** Null if they couldn't be read. */
  businesses: BusinessChoice[] | null
  /** Counted up to MAX_VIEW_COUNTS; null if counting failed. */
  counts: Record<InboxViewName, number> | null
  /** Null if no location has a target, or counting failed. */
  dueCounts: Record<DueViewName, number> | null
  /** Counted up to MAX_TOTAL; null if counting failed. */
  total: number | null
  savedViews: SavedView[]
  /** Null if none is selected, or it couldn't be read. */
  selected: ReviewDetail | null
  /** Empty if they couldn't be read. */
  people: Assignee[]
  /** Empty if they couldn't be read. */
  tags: TagMark[]
  /** Empty if they couldn't be read. */
  ownPlatforms: OwnPlatform[]
  /** Sources of the listed businesses that aren't fully collected yet; empty if the list is filtered. */
  backfills: Backfill[]
  historyDays: number
  failed: boolean
}
