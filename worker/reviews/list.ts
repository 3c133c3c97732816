import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { reviews } from '#db/schema/index.ts'
import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import { requireAmong } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { inReach, isOwn } from '../platform/business-access.ts'
import { logFault } from '../platform/log.ts'
import { readEach } from '../platform/read-each.ts'
import { historyCutoff } from '../rules/plans.ts'
import type { ListReviewsInput } from '../rules/reviews.ts'
import { type Sentiment, sentimentOf } from '../rules/sentiment.ts'
import { idsOf, isInRanges, stretchesOf, unionOf } from './matching-ids.ts'
import { boundPosition, decodeCursor, encodeCursor, positionOf, type ReviewCursor } from './position.ts'
import {
  type ReviewView,
  reviewView,
  type ShownResult,
  type ShownReview,
  selectShown,
} from './review-view.ts'
import { isSearchable } from './search-expression.ts'

export interface ReviewList {
  items: ReviewView[]
  nextCursor: string | null
  /** Set if the reviews couldn't be read; the list is empty then. */
  failed?: true
}

/**
 * Reviews first seen within the plan's history, in the requested order (`ListReviewsInput`). Reads at most two rows per
 * review shown, however many are stored and however deep the page is.
 */
export async function listReviews(ctx: MemberContext, input: ListReviewsInput): Promise<ReviewList> {
  const page = reviewPage(ctx, input)
  const [answer, choices] = await readEach(ctx, [page.query, businessChoicesQuery(ctx)])
  requireAmong(choices, input.businessId)
  const { shown, nextCursor, failed } = page.read(answer)
  const names = namesOf(choices ?? [])
  return { items: shown.map((row) => reviewView(row, names)), nextCursor, ...(failed && { failed }) }
}

interface PageRows {
  shown: ShownReview[]
  nextCursor: string | null
}

/**
 * The query of a list page, for a batch, and a function that reads its result. Pass null to the function if the query
 * failed.
 */
export function reviewPage(ctx: MemberContext, input: ListReviewsInput) {
  const { query, read } = matchingPage(ctx, input)
  return {
    query,
    read(answer: ShownResult | null): PageRows & { failed: boolean } {
      if (answer === null || hasUnknownTier(ctx)) return { shown: [], nextCursor: null, failed: true }
      return { ...read(answer.results), failed: false }
    },
  }
}

/** True if the plan's tier is unknown, because a newer version or an import has stored it; show nothing then. */
export function hasUnknownTier(ctx: MemberContext): boolean {
  const { unknownTier } = ctx.session
  if (unknownTier === null) return false
  const hint = 'The stored subscription_tier is none of PLANS in worker/rules/plans.ts, which needs updating'
  logFault('reviews_not_read', new Error(`${hint}: ${unknownTier}`), { requestId: ctx.requestId })
  return true
}

function matchingPage(ctx: MemberContext, input: ListReviewsInput) {
  if (input.ids) return chosenPage(ctx, input.ids)
  if (input.sort === 'worst') return worstPage(ctx, input)
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor)
  return isBySeen(ctx, input) ? seenPage(ctx, input, after) : postedPage(ctx, input, after)
}

/** The reviews with these ids, newest first, on one page. */
function chosenPage(ctx: MemberContext, ids: readonly string[]) {
  const { matches, where } = chosenMatches(ctx, ids)
  return {
    query: selectShown(ctx.db, sql`FROM ${matches} CROSS JOIN reviews WHERE ${where}`),
    read: (found: ShownReview[]): PageRows => ({
      shown: found.toSorted(byPosition).reverse(),
      nextCursor: null,
    }),
  }
}

/**
 * Selects those of the given ids whose reviews the caller can see, in no order. Join them like the ids of
 * `postedMatches`.
 */
export function chosenMatches(ctx: MemberContext, ids: readonly string[]) {
  return {
    matches: sql`json_each(${JSON.stringify(ids.map(Number))}) AS chosen`,
    where: and(
      sql`${reviews.id} = chosen.value`,
      isOwn(ctx, reviews),
      gte(reviews.scrapedAt, historyCutoff(ctx.organization.plan, ctx.now())),
    ),
  }
}

/**
 * True if the first-seen index can be used. It can't serve filters, so use it only when filtering by business alone for
 * a caller who sees every business.
 */
function isBySeen(ctx: MemberContext, input: ListReviewsInput): boolean {
  return (
    (ctx.organization.businessIds === null || input.businessId !== undefined) &&
    (input.sort === 'newest' || input.sort === 'oldest') &&
    input.platform === undefined &&
    input.sentiment === undefined &&
    input.status === undefined &&
    input.rating === undefined &&
    input.visibility === 'all' &&
    input.text === undefined &&
    input.photos === undefined &&
    input.changes === undefined &&
    input.reply === undefined &&
    input.assigned === undefined &&
    input.topic === undefined &&
    input.term === undefined &&
    input.mismatch === undefined &&
    input.suggestion === undefined &&
    input.tag === undefined &&
    input.due === undefined &&
    input.seenFrom === undefined &&
    input.seenTo === undefined &&
    (input.search === undefined || !isSearchable(input.search))
  )
}

/** Reads the index in the order of first seen, with one row more than requested to detect a next page. */
function seenPage(ctx: MemberContext, input: ListReviewsInput, after: ReviewCursor | null) {
  const newest = input.sort === 'newest'
  const from = Math.max(historyCutoff(ctx.organization.plan, ctx.now()), input.from ?? 0)
  const to = input.to ?? Number.MAX_SAFE_INTEGER
  // A cursor only narrows the range. One bound on each side: given two, SQLite may choose the wider one.
  const isInRange = after !== null && (newest ? after.scrapedAt < to : after.scrapedAt >= from)
  const place = sql`(${reviews.scrapedAt}, reviews.position)`
  const start = isInRange
    ? sql`${place} ${sql.raw(newest ? '<' : '>')} (${after.scrapedAt}, ${boundPosition(positionOf(after.postedAt, after.id))})`
    : newest
      ? lt(reviews.scrapedAt, to)
      : gte(reviews.scrapedAt, from)
  const end = newest ? gte(reviews.scrapedAt, from) : lt(reviews.scrapedAt, to)
  const direction = sql.raw(newest ? 'DESC' : 'ASC')
  const isChosen = input.businessId
    ? // The business's index is in list order; the plus keeps SQLite from using the organization's index.
      and(
        eq(reviews.businessId, input.businessId),
        sql`+${reviews.organizationId} = ${ctx.organization.id}`,
        inReach(ctx, sql`+${reviews.businessId}`),
      )
    : eq(reviews.organizationId, ctx.organization.id)
  const query = selectShown(
    ctx.db,
    sql`FROM reviews WHERE ${and(isChosen, start, end)}
      ORDER BY reviews.scraped_at ${direction}, reviews.position ${direction} LIMIT ${literal(input.limit + 1)}`,
  )
  return {
    query,
    read(rows: ShownReview[]): PageRows {
      const shown = rows.slice(0, input.limit)
      return { shown, nextCursor: rows.length > input.limit ? cursorAfter(shown) : null }
    },
  }
}

function postedPage(ctx: MemberContext, input: ListReviewsInput, after: ReviewCursor | null) {
  const { matches, where, read } = postedMatches(ctx, input, after)
  return {
    query: selectShown(ctx.db, sql`FROM ${matches} CROSS JOIN reviews WHERE ${where}`),
    read(found: ShownReview[]): PageRows {
      const { shown, last } = read(found)
      return { shown, nextCursor: last && encodeCursor(last) }
    },
  }
}

/**
 * A page in posted order.
 *
 * @returns `matches`: SQL for the ids of the page's reviews, to be joined with `reviews` under the condition `where`;
 * `read`: a function that sorts the rows found and returns those to show (`shown`) and the row after which the next
 * page starts (`last`; null on the last page)
 */
export function postedMatches(
  ctx: MemberContext,
  input: Omit<ListReviewsInput, 'cursor'>,
  after: ReviewCursor | null,
) {
  const newest = input.sort === 'newest' || input.sort === 'posted'
  const last = after && positionOf(after.postedAt, after.id)
  const ids = idsOf(stretchesOf(ctx, input, last, newest), newest, input.limit)
  return {
    ...joinedBy(ctx, ids),
    read<Row extends ReviewCursor>(found: readonly Row[]): { shown: Row[]; last: Row | null } {
      // Sorted here, because sorting in the database would read the page once more.
      const rows = found.toSorted(byPosition)
      if (newest) rows.reverse()
      return {
        shown: rows.filter(isInRanges(input)),
        last: rows.length === input.limit ? (rows.at(-1) ?? null) : null,
      }
    },
  }
}

const WORST_FIRST = ['negative', 'neutral', 'positive'] as const

/**
 * Bad reviews first, then neutral and good ones, each newest first, so that old complaints don't hide today's. A page
 * may continue from one kind to the next.
 */
function worstPage(ctx: MemberContext, input: ListReviewsInput) {
  const after = input.cursor === undefined ? null : decodeWorstCursor(input.cursor)
  const parts = WORST_FIRST.slice(after?.rank ?? 0)
    .filter((sentiment) => (input.sentiment ?? sentiment) === sentiment)
    .map((sentiment, index) => {
      const last =
        after && index === 0 && rankOf(sentiment) === after.rank ? positionOf(after.postedAt, after.id) : null
      return idsOf(stretchesOf(ctx, { ...input, sentiment }, last, true), true, input.limit)
    })
  const { matches, where } = joinedBy(ctx, unionOf(parts, input.limit))
  return {
    query: selectShown(ctx.db, sql`FROM ${matches} CROSS JOIN reviews WHERE ${where}`),
    read(found: ShownReview[]): PageRows {
      const rows = found.toSorted(
        (a, b) => rankOf(sentimentOf(a.rating)) - rankOf(sentimentOf(b.rating)) || byPosition(b, a),
      )
      const last = rows.at(-1)
      return {
        shown: rows.filter(isInRanges(input)),
        nextCursor:
          last && rows.length === input.limit
            ? `${rankOf(sentimentOf(last.rating))}-${encodeCursor(last)}`
            : null,
      }
    },
  }
}

function rankOf(sentiment: Sentiment): number {
  return WORST_FIRST.indexOf(sentiment)
}

/** Decodes a cursor of the order `worst`: the kind of the last review, followed by a cursor as in the other orders. */
function decodeWorstCursor(text: string): ReviewCursor & { rank: number } {
  const [, rank, rest = ''] = /^([0-2])-(.*)$/.exec(text) ?? []
  return { ...decodeCursor(rest), rank: Number(rank) }
}

function joinedBy(ctx: MemberContext, ids: SQL) {
  return {
    matches: sql`(${ids}) AS matches`,
    where: and(sql`${reviews.id} = matches.id`, isOwn(ctx, reviews)),
  }
}

function byPosition(a: ReviewCursor, b: ReviewCursor): number {
  return positionOf(a.postedAt, a.id) < positionOf(b.postedAt, b.id) ? -1 : 1
}

function cursorAfter(rows: readonly ShownReview[]): string | null {
  const last = rows.at(-1)
  return last ? encodeCursor(last) : null
}
