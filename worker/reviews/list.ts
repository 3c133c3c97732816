import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { logFault } from '../platform/log.ts'
import { historyCutoff } from '../rules/plans.ts'
import type { ListReviewsInput } from '../rules/reviews.ts'
import type { ReviewView } from '../rules/views.ts'
import { decodeCursor, encodeCursor, type ReviewCursor } from './cursor.ts'
import { readEach } from './read-each.ts'
import { reviewColumns, reviewView, type ShownReview } from './review-view.ts'
import { isSearchable, searchExpression } from './search-expression.ts'

export interface ReviewList {
  items: ReviewView[]
  nextCursor: string | null
  /** Set where the reviews could not be read; the list is empty then. */
  failed?: true
}

/**
 * Reviews inside the plan's history, by the time they were first seen.
 *
 * Reads at most two rows a review shown, however many are stored and however deep the page lies.
 */
export async function listReviews(ctx: MemberContext, input: ListReviewsInput): Promise<ReviewList> {
  const page = reviewPage(ctx, input)
  const [rows, choices] = await readEach(ctx, [page.query, businessChoicesQuery(ctx)])
  const { shown, nextCursor, failed } = page.read(rows)
  const names = namesOf(choices ?? [])
  return { items: shown.map((row) => reviewView(row, names)), nextCursor, ...(failed && { failed }) }
}

interface PageRows {
  shown: ShownReview[]
  nextCursor: string | null
}

/** The statement of a list page, to be run in a batch, and how to read its rows; null stands for rows that could not be read. */
export function reviewPage(ctx: MemberContext, input: ListReviewsInput) {
  const { query, read } = matchingPage(ctx, input)
  return {
    query,
    read(rows: ShownReview[] | null): PageRows & { failed: boolean } {
      if (rows === null || hasUnknownTier(ctx)) return { shown: [], nextCursor: null, failed: true }
      return { ...read(rows), failed: false }
    },
  }
}

/** A tier that a newer version or an import has stored says nothing of what may be shown. */
function hasUnknownTier(ctx: MemberContext): boolean {
  const { unknownTier } = ctx.session
  if (unknownTier === null) return false
  const hint = 'The stored subscription_tier is none of PLANS in worker/rules/plans.ts, which needs updating'
  logFault('reviews_not_read', new Error(`${hint}: ${unknownTier}`), { requestId: ctx.requestId })
  return true
}

function matchingPage(ctx: MemberContext, input: ListReviewsInput) {
  const range = visibleRange(ctx, input)
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor)
  const filtered =
    input.platform !== undefined ||
    input.sentiment !== undefined ||
    input.status !== undefined ||
    input.rating !== undefined ||
    input.visibility !== 'all' ||
    (input.search !== undefined && isSearchable(input.search))
  return filtered ? filteredPage(ctx, input, range, after) : plainPage(ctx, input, range, after)
}

/** Half-open, in milliseconds of the time a review was first seen; never wider than the plan's history. */
function visibleRange(ctx: MemberContext, input: ListReviewsInput) {
  return {
    from: Math.max(historyCutoff(ctx.organization.plan, ctx.now()), input.from ?? 0),
    to: input.to ?? Number.MAX_SAFE_INTEGER,
  }
}
type Range = ReturnType<typeof visibleRange>

/** Walks the index that is in list order. One row more than asked for tells whether there is a next page. */
function plainPage(ctx: MemberContext, input: ListReviewsInput, range: Range, after: ReviewCursor | null) {
  const newest = input.sort === 'newest'
  const position = sql`(${reviews.scrapedAt}, ${reviews.id})`
  const query = ctx.db
    .select(reviewColumns)
    .from(reviews)
    .where(
      and(
        // With a business given, its own index is in list order; the plus keeps the other one out of the choice.
        input.businessId
          ? and(
              eq(reviews.businessId, input.businessId),
              sql`+${reviews.organizationId} = ${ctx.organization.id}`,
            )
          : eq(reviews.organizationId, ctx.organization.id),
        // One bound on each side: given two, the database may choose the wider one to walk from.
        after && !newest
          ? sql`${position} > (${after.scrapedAt}, ${after.id})`
          : gte(reviews.scrapedAt, range.from),
        after && newest
          ? sql`${position} < (${after.scrapedAt}, ${after.id})`
          : lt(reviews.scrapedAt, range.to),
      ),
    )
    .orderBy(
      ...(newest ? [desc(reviews.scrapedAt), desc(reviews.id)] : [asc(reviews.scrapedAt), asc(reviews.id)]),
    )
    .limit(input.limit + 1)
  return {
    query,
    read(rows: ShownReview[]): PageRows {
      const shown = rows.slice(0, input.limit)
      return { shown, nextCursor: rows.length > input.limit ? cursorAfter(shown) : null }
    },
  }
}

/**
 * Walks the matches in the search index by rowid, which is list order within an organization. The index itself does
 * not know the time range: the walk starts where the range does and ends with the first review beyond it.
 */
function filteredPage(ctx: MemberContext, input: ListReviewsInput, range: Range, after: ReviewCursor | null) {
  const newest = input.sort === 'newest'
  const expression = searchExpression(ctx.organization.id, input)
  const start = newest
    ? sql`rowid < coalesce(${after ? integer(after.id) : lastIdBefore(ctx, input.to)}, 9223372036854775807)`
    : sql`rowid > coalesce(${after ? integer(after.id) : lastIdBefore(ctx, range.from)}, 0)`
  const matches = sql`(
    SELECT rowid AS id FROM review_search WHERE review_search MATCH ${expression} AND ${start}
    ORDER BY rowid ${newest ? sql`DESC` : sql`ASC`} LIMIT ${input.limit}
  ) AS matches`
  const query = ctx.db
    .select(reviewColumns)
    .from(matches)
    .crossJoin(reviews)
    .where(and(sql`${reviews.id} = matches.id`, eq(reviews.organizationId, ctx.organization.id)))
  return {
    query,
    read(found: ShownReview[]): PageRows {
      // Sorted here: asking the database to would make it read the page once more.
      const rows = found.toSorted((a, b) => (newest ? b.id - a.id : a.id - b.id))
      const shown = rows.filter((row) => row.scrapedAt >= range.from && row.scrapedAt < range.to)
      const last = rows.at(-1)
      const beyond = last === undefined || (newest ? last.scrapedAt < range.from : last.scrapedAt >= range.to)
      return { shown, nextCursor: rows.length === input.limit && !beyond ? cursorAfter(rows) : null }
    },
  }
}

/** Where a walk by id begins that is to start at a time: one look into the index in list order. */
function lastIdBefore(ctx: MemberContext, time: number | undefined) {
  if (time === undefined) return sql`NULL`
  return sql`(SELECT id FROM reviews WHERE organization_id = ${ctx.organization.id} AND scraped_at < ${time}
    ORDER BY scraped_at DESC, id DESC LIMIT 1)`
}

/** The search index ignores a bound that is not an integer, and D1 binds every number as a float. */
function integer(value: number) {
  return sql`CAST(${value} AS INTEGER)`
}

function cursorAfter(rows: readonly ShownReview[]): string | null {
  const last = rows.at(-1)
  return last ? encodeCursor(last) : null
}
