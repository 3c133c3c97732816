import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { logFault } from '../platform/log.ts'
import { readEach } from '../platform/read-each.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { historyCutoff } from '../rules/plans.ts'
import type { ListReviewsInput } from '../rules/reviews.ts'
import type { ReviewView } from '../rules/views.ts'
import { boundPosition, decodeCursor, encodeCursor, idAt, positionOf, type ReviewCursor } from './position.ts'
import { reviewColumns, reviewView, type ShownReview } from './review-view.ts'
import { isSearchable, searchExpression } from './search-expression.ts'

export interface ReviewList {
  items: ReviewView[]
  nextCursor: string | null
  /** Set where the reviews could not be read; the list is empty then. */
  failed?: true
}

/**
 * Reviews first seen inside the plan's history, in the order asked for (`ListReviewsInput`). Reads at most two rows a
 * review shown, however many are stored and however deep the page lies.
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

/** The statement of a list page, to be run in a batch, and how to read its rows; null for rows that could not be read. */
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
export function hasUnknownTier(ctx: MemberContext): boolean {
  const { unknownTier } = ctx.session
  if (unknownTier === null) return false
  const hint = 'The stored subscription_tier is none of PLANS in worker/rules/plans.ts, which needs updating'
  logFault('reviews_not_read', new Error(`${hint}: ${unknownTier}`), { requestId: ctx.requestId })
  return true
}

function matchingPage(ctx: MemberContext, input: ListReviewsInput) {
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor)
  return isBySeen(input) ? seenPage(ctx, input, after) : postedPage(ctx, input, after)
}

/** No index has filtered reviews in the order of first seen, so that one serves where nothing but a business is chosen. */
function isBySeen(input: ListReviewsInput): boolean {
  return (
    (input.sort === 'newest' || input.sort === 'oldest') &&
    input.platform === undefined &&
    input.sentiment === undefined &&
    input.status === undefined &&
    input.rating === undefined &&
    input.visibility === 'all' &&
    (input.search === undefined || !isSearchable(input.search))
  )
}

/** Reads the index in the order of first seen. One row more than asked for tells whether there is a next page. */
function seenPage(ctx: MemberContext, input: ListReviewsInput, after: ReviewCursor | null) {
  const newest = input.sort === 'newest'
  const from = Math.max(historyCutoff(ctx.organization.plan, ctx.now()), input.from ?? 0)
  const to = input.to ?? Number.MAX_SAFE_INTEGER
  // A cursor only ever narrows the range. One bound on each side: given two, the database may choose the wider one.
  const isInRange = after !== null && (newest ? after.scrapedAt < to : after.scrapedAt >= from)
  const place = sql`(${reviews.scrapedAt}, reviews.position)`
  const start = isInRange
    ? sql`${place} ${sql.raw(newest ? '<' : '>')} (${after.scrapedAt}, ${boundPosition(positionOf(after.postedAt, after.id))})`
    : newest
      ? lt(reviews.scrapedAt, to)
      : gte(reviews.scrapedAt, from)
  const end = newest ? gte(reviews.scrapedAt, from) : lt(reviews.scrapedAt, to)
  const direction = newest ? desc : asc
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
        start,
        end,
      ),
    )
    .orderBy(direction(reviews.scrapedAt), direction(sql`reviews.position`))
    .limit(input.limit + 1)
  return {
    query,
    read(rows: ShownReview[]): PageRows {
      const shown = rows.slice(0, input.limit)
      return { shown, nextCursor: rows.length > input.limit ? cursorAfter(shown) : null }
    },
  }
}

/** Of positions: `from` included, `to` excluded. */
interface Stretch {
  expression: string
  from: bigint
  to: bigint
}

function postedPage(ctx: MemberContext, input: ListReviewsInput, after: ReviewCursor | null) {
  const { matches, where, read } = postedMatches(ctx, input, after)
  return {
    query: ctx.db.select(reviewColumns).from(matches).crossJoin(reviews).where(where),
    read(found: ShownReview[]): PageRows {
      const { shown, last } = read(found)
      return { shown, nextCursor: last && encodeCursor(last) }
    },
  }
}

/**
 * Reads the search index, ordered by position. Of what was posted before the plan's history, it knows the month and day
 * of first seen; the rest was first seen inside, since nothing is posted later than that.
 *
 * `matches` has the ids of a page, to be joined with `reviews` under `where`. `read` puts the rows in order; its `last` is where
 * the list goes on, null at its end.
 */
export function postedMatches(
  ctx: MemberContext,
  input: Omit<ListReviewsInput, 'cursor'>,
  after: ReviewCursor | null,
) {
  const newest = input.sort === 'newest' || input.sort === 'posted'
  const from = input.from ?? 0
  const to = input.to ?? Number.MAX_SAFE_INTEGER
  const cutoff = historyCutoff(ctx.organization.plan, ctx.now())
  // The seconds in which the range begins and ends are read whole. A cursor only ever narrows the range.
  const last = after && positionOf(after.postedAt, after.id)
  const lowest = larger(positionOf(from, 0), last !== null && !newest ? last + 1n : 0n)
  const end = positionOf(to + SECOND_MS - 1, 0)
  const highest = last !== null && newest ? smaller(last, end) : end
  const border = positionOf(cutoff, 0)
  const stretches: Stretch[] = [
    { expression: searchExpression(ctx.organization.id, input), from: larger(lowest, border), to: highest },
    {
      expression: searchExpression(ctx.organization.id, input, { from: cutoff, now: ctx.now() }),
      from: lowest,
      to: smaller(highest, border),
    },
  ]
  const wanted = stretches.filter((stretch) => stretch.from < stretch.to)
  const parts = (newest ? wanted : wanted.toReversed()).map((stretch) => idsOf(stretch, newest, input.limit))
  const matches =
    parts.length > 0
      ? sql`(${sql.join(parts, sql` UNION ALL `)} LIMIT ${input.limit}) AS matches`
      : sql`(SELECT 0 AS id WHERE false) AS matches`
  return {
    matches,
    where: and(sql`${reviews.id} = matches.id`, eq(reviews.organizationId, ctx.organization.id)),
    read<Row extends ReviewCursor>(found: readonly Row[]): { shown: Row[]; last: Row | null } {
      // Sorted here: asking the database to would make it read the page once more.
      const rows = found.toSorted(byPosition)
      if (newest) rows.reverse()
      const shown = rows.filter((row) => row.postedAt >= from && row.postedAt < to)
      return { shown, last: rows.length === input.limit ? (rows.at(-1) ?? null) : null }
    },
  }
}

/** The ids of a stretch in list order. The second stretch is read only where the first leaves the page unfilled. */
function idsOf({ expression, from, to }: Stretch, newest: boolean, limit: number): SQL {
  return sql`SELECT id FROM (
    SELECT ${idAt(sql`rowid`)} AS id FROM review_search
    WHERE review_search MATCH ${expression} AND rowid >= ${boundPosition(from)} AND rowid < ${boundPosition(to)}
    ORDER BY rowid ${sql.raw(newest ? 'DESC' : 'ASC')} LIMIT ${limit})`
}

// Math.min and Math.max know no bigint.
function smaller(a: bigint, b: bigint): bigint {
  return b < a ? b : a
}

function larger(a: bigint, b: bigint): bigint {
  return b > a ? b : a
}

function byPosition(a: ReviewCursor, b: ReviewCursor): number {
  return positionOf(a.postedAt, a.id) < positionOf(b.postedAt, b.id) ? -1 : 1
}

function cursorAfter(rows: readonly ShownReview[]): string | null {
  const last = rows.at(-1)
  return last ? encodeCursor(last) : null
}
