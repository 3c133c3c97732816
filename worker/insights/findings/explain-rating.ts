import { sql } from 'drizzle-orm'
import { requireBusiness } from '../../businesses/require-business.ts'
import type { ActingContext } from '../../context.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import { utcDay } from '../../rules/durations.ts'
import type { Bridge } from '../../rules/findings.ts'
import type { ExplainRatingInput } from '../../rules/insights.ts'
import { bridge } from './bridge.ts'
import { changedIn, readChanged, readTopics, topicsIn } from './queries.ts'
import { topicCauses } from './rating-finding.ts'

/**
 * Explains the change of a business's average between two periods; null if one of them has no review. Reads one row per
 * day, one per topic and day, and at most 100 changed reviews of each period.
 *
 * @throws DomainError `not_found` for a business of another organization
 */
export async function explainRating(ctx: ActingContext, input: ExplainRatingInput): Promise<Bridge | null> {
  const { id } = await requireBusiness(ctx, input.businessId)
  const spans = [input.before, input.after].map(spanOf)
  const { results } = await ctx.db.statement<{ topics: string; changed: string; shown: string }>(sql`
    SELECT (${topicsIn(sql`own.id`, spans)}) AS topics, json_array(${sql.join(
      spans.map((span) => sql`json((${changedIn(span)}))`),
      sql`, `,
    )}) AS changed, json_array(${sql.join(spans.map(shownIn), sql`, `)}) AS shown
    FROM businesses AS own WHERE own.id = ${id} AND own.organization_id = ${ctx.organization.id}`)
  const [row] = results
  if (!row) return null
  const topics = readTopics(row.topics)
  const [shown, changed] = [JSON.parse(row.shown) as [number, number][], JSON.parse(row.changed) as unknown[]]
  const [before, after] = spans.map((span, index) => ({
    ...span,
    shown: { count: shown[index]?.[0] ?? 0, stars: shown[index]?.[1] ?? 0 },
    causes: topicCauses({ topics }, { first: index, last: index }),
    changed: readChanged(JSON.stringify(changed[index] ?? [])),
  }))
  return before && after ? bridge(id, before, after) : null
}

function spanOf({ from, to }: { from: number; to: number }): DaySpan {
  return { from: utcDay(from), to: utcDay(to - 1) }
}

/** JSON: the number of visible reviews, and the sum of their stars. */
function shownIn({ from, to }: DaySpan) {
  return sql`json((SELECT json_array(coalesce(sum(posted_review_count), 0),
    coalesce(sum(posted_rating_sum), 0))
    FROM review_daily_stats WHERE business_id = own.id AND day BETWEEN ${from} AND ${to} AND NOT is_removed))`
}
