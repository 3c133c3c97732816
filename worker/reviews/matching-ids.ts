import { type SQL, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import type { MemberContext } from '../context.ts'
import { ANSWER_HOURS } from '../rules/answer-targets.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { historyCutoff } from '../rules/plans.ts'
import type { ListReviewsInput } from '../rules/reviews.ts'
import { dueBounds, tokensOfTarget } from './answer-targets.ts'
import { boundPosition, idAt, positionOf, type ReviewCursor } from './position.ts'
import { endOfSpan, type SearchFilter, searchExpression } from './search-expression.ts'

type Filter = Omit<ListReviewsInput, 'cursor' | 'limit' | 'sort'> & Pick<SearchFilter, 'rule'>

/** A range of positions; `to` is excluded. */
interface Stretch {
  expression: string
  from: bigint
  to: bigint
  /** Restricts the range to due reviews of businesses with a target of `hours`. */
  due?: { which: 'overdue' | 'due'; hours: number; now: number; tokens: SQL }
}

type StretchInRow = Record<'expression' | 'from' | 'to', SQL>

/**
 * Computes the ranges of search index positions that contain the reviews matching a filter, newest range first.
 *
 * Reviews posted within the plan's history were also first seen within it. The range of older reviews has an expression
 * that checks the day of first seen.
 *
 * @param last the position after which a page starts, in the requested order; null on the first page
 */
export function stretchesOf(ctx: MemberContext, asked: Filter, last: bigint | null, newest: boolean) {
  const { businessIds } = ctx.organization
  const chosen = asked.businessId
  const canMatch = businessIds === null || (chosen ? businessIds.includes(chosen) : businessIds.length > 0)
  if (!canMatch) return []
  const input = {
    ...asked,
    assignee: asked.assigned && ctx.session.user.id,
    businessIds,
    waiting: asked.due !== undefined,
  }
  const { from, to } = postedRange(input)
  const cutoff = historyCutoff(ctx.organization.plan, ctx.now())
  const seen = {
    from: Math.max(cutoff, input.seenFrom ?? 0),
    to: Math.min(input.seenTo ?? Number.MAX_SAFE_INTEGER, endOfSpan(ctx.now())),
  }
  const isSeenAsked = input.seenFrom !== undefined || input.seenTo !== undefined
  if (seen.from >= seen.to) return []
  const org = ctx.organization.id
  // The first and the last second of the range are read completely. A cursor only narrows the range.
  const lowest = larger(positionOf(from, 0), last !== null && !newest ? last + 1n : 0n)
  const end = positionOf(to + SECOND_MS - 1, 0)
  const highest = last !== null && newest ? smaller(last, end) : end
  const border = positionOf(cutoff, 0)
  const stretches: Stretch[] = [
    {
      expression: searchExpression(org, input, isSeenAsked ? seen : null),
      from: larger(lowest, border),
      to: highest,
    },
    { expression: searchExpression(org, input, seen), from: lowest, to: smaller(highest, border) },
  ]
  const shown = stretches.filter((stretch) => stretch.from < stretch.to)
  const which = asked.due
  if (which === undefined) return shown
  // Due reviews were posted within every plan's history, except perhaps its last hours.
  return shown.slice(0, 1).flatMap((stretch) =>
    ANSWER_HOURS.map((hours) => ({
      ...stretch,
      due: { which, hours, now: ctx.now(), tokens: tokensOfTarget(ctx, hours) },
    })),
  )
}

function postedRange({ from = 0, to = Number.MAX_SAFE_INTEGER }: Filter) {
  return { from, to }
}

/**
 * True for reviews within the exact ranges of a filter. The index stores posting times in seconds and first seen in
 * days.
 */
export function isInRanges(input: Filter) {
  const { from, to } = postedRange(input)
  const { seenFrom = 0, seenTo = Number.MAX_SAFE_INTEGER } = input
  return ({ postedAt, scrapedAt }: ReviewCursor) =>
    postedAt >= from && postedAt < to && scrapedAt >= seenFrom && scrapedAt < seenTo
}

/**
 * SQL for the number of reviews matching a filter, up to `max`. The filter's posting times are rounded to whole
 * seconds.
 */
export function countUpTo(ctx: MemberContext, input: Filter, max: number): SQL<number> {
  const ids = idsOf(stretchesOf(ctx, input, null, true), true, max)
  return sql<number>`(SELECT count(*) FROM (${ids}))`
}

/** Counts for several filters, as a JSON object by name, in a single expression for speed. */
export function countEachUpTo(ctx: MemberContext, filters: Record<string, Filter>, max: number): SQL {
  const rows = Object.entries(filters).map(([name, filter]) => {
    const [first = NOWHERE, second = NOWHERE] = stretchesOf(ctx, filter, null, true)
    return sql`(${name}, ${first.expression}, ${String(first.from)}, ${String(first.to)},
      ${second.expression}, ${String(second.from)}, ${String(second.to)})`
  })
  return sql`(SELECT json_group_object(asked.column1, (SELECT count(*) FROM (${idsOf(ASKED, true, max)})))
    FROM (VALUES ${sql.join(rows, sql`, `)}) AS asked)`
}

const NOWHERE: Stretch = { expression: '""', from: 0n, to: 0n }
const ASKED = [
  { expression: sql`asked.column2`, from: sql`asked.column3`, to: sql`asked.column4` },
  { expression: sql`asked.column5`, from: sql`asked.column6`, to: sql`asked.column7` },
]

const ID = idAt(sql`rowid`)
const NEWEST_FIRST = sql.raw('DESC')
const OLDEST_FIRST = sql.raw('ASC')

/** The ids of several ranges in list order. The second range is only read if the first doesn't fill the page. */
export function idsOf(stretches: readonly (Stretch | StretchInRow)[], newest: boolean, limit: number): SQL {
  if (stretches.some((stretch) => 'due' in stretch && stretch.due)) return dueIdsOf(stretches, newest, limit)
  return unionOf(
    (newest ? stretches : stretches.toReversed()).map(
      ({ expression, from, to }) => sql`SELECT ${ID} AS id FROM review_search
    WHERE review_search MATCH ${expression} AND rowid >= +${boundPosition(from)} AND rowid < +${boundPosition(to)}
    ORDER BY rowid ${newest ? NEWEST_FIRST : OLDEST_FIRST} LIMIT ${literal(limit)}`,
    ),
    limit,
  )
}

function dueIdsOf(stretches: readonly (Stretch | StretchInRow)[], newest: boolean, limit: number): SQL {
  const order = newest ? NEWEST_FIRST : OLDEST_FIRST
  const each = stretches.map((stretch) => {
    if (!('due' in stretch) || !stretch.due) return sql`SELECT 0 AS place WHERE false`
    const { expression, from, to, due } = stretch
    const bounds = dueBounds(due.now, due.which, due.hours)
    // Numbers are inlined: a statement takes a hundred parameters, and it contains several such lists.
    const [lowest, highest] = [larger(from, bounds.from), smaller(to, bounds.to)].map((position) =>
      sql.raw(String(position)),
    )
    return sql`SELECT place FROM (SELECT rowid AS place FROM review_search
      WHERE review_search MATCH '(' || ${expression} || ')' || ${due.tokens}
        AND rowid >= ${lowest} AND rowid < ${highest} ORDER BY rowid ${order} LIMIT ${literal(limit)})`
  })
  return sql`SELECT ${idAt(sql`place`)} AS id FROM (${sql.join(each, sql` UNION ALL `)})
    ORDER BY place ${order} LIMIT ${literal(limit)}`
}

/** The first ids of several lists, one list after the other. */
export function unionOf(lists: readonly SQL[], limit: number): SQL {
  if (lists.length === 0) return sql`SELECT 0 AS id WHERE false`
  const each = lists.map((list) => sql`SELECT id FROM (${list})`)
  return sql`${sql.join(each, sql` UNION ALL `)} LIMIT ${literal(limit)}`
}

// Math.min and Math.max don't support bigint.
function smaller(a: bigint, b: bigint): bigint {
  return b < a ? b : a
}

function larger(a: bigint, b: bigint): bigint {
  return b > a ? b : a
}
