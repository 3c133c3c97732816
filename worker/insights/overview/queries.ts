import { type SQL, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { insightTermMonths, insightTerms, insightTopicDays } from '#db/schema/index.ts'
import type { ActingContext } from '../../context.ts'
import { isInReach } from '../../platform/business-access.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import { DAY_MS } from '../../rules/durations.ts'
import {
  ANY_TEXT,
  MISMATCHES,
  mismatchTerm,
  OTHER_LANGUAGE,
  TOPICS,
  type Topic,
} from '../../rules/review-features.ts'

/**
 * Minimum number of reviews with a term: terms in fewer reviews aren't significant. Inlined, not bound, because SQLite
 * has to see that the index contains these rows.
 */
const MIN_REVIEWS = sql.raw('5')
/** Minimum number of a term's reviews in a month for the term to be in the index by month. */
const LISTED_IN_MONTH = sql.raw('3')
const MAX_TERMS = 150
const MAX_RECENT_TERMS = 50

/** The chosen business if it is the caller's; the first by name if none is chosen. */
export function chosenBusiness(ctx: ActingContext, businessId: string | undefined) {
  const own = sql`organization_id = ${ctx.organization.id} AND ${isInReach(ctx, sql`businesses.id`)}`
  return businessId === undefined
    ? sql`(SELECT id FROM businesses WHERE ${own} ORDER BY name COLLATE NOCASE, id LIMIT 1)`
    : sql`(SELECT id FROM businesses WHERE ${own} AND id = ${businessId})`
}

export interface TopicRow {
  topic: Topic
  month: string
  positive: number
  neutral: number
  negative: number
  one: number
  two: number
  three: number
  four: number
}

/** Reads one row per topic and day. */
export function topicMonthsQuery(
  ctx: ActingContext,
  business: ReturnType<typeof sql>,
  { from, to }: DaySpan,
) {
  return ctx.db.statement<TopicRow>(sql`
    SELECT topic, substr(day, 1, 7) AS month, sum(positive) AS positive, sum(neutral) AS neutral, sum(negative) AS negative,
      sum(negative_one) AS one, sum(negative_two) AS two, sum(negative_three) AS three, sum(negative_four) AS four
    FROM json_each(${JSON.stringify(TOPICS)}) AS known
    CROSS JOIN ${insightTopicDays} ON business_id = ${business} AND topic = known.value AND day BETWEEN ${from} AND ${to}
    GROUP BY topic, month ORDER BY month`)
}

export interface TermRow {
  term: string
  month: string
  reviews: number
  positive: number
  negative: number
}

/**
 * The most frequent terms, both overall and of the recent months alone, with their counts. Reads one row per term and
 * month.
 */
export function termMonthsQuery(
  ctx: ActingContext,
  business: ReturnType<typeof sql>,
  { from, to, recent }: DaySpan & { recent: readonly string[] },
) {
  const latest = recent.map(
    (month) => sql`UNION SELECT term FROM (SELECT term FROM ${insightTermMonths}
        WHERE business_id = ${business} AND month = ${month} AND reviews >= ${LISTED_IN_MONTH} AND reviews >= ${MIN_REVIEWS}
        ORDER BY reviews DESC LIMIT ${literal(MAX_RECENT_TERMS)})`,
  )
  const counted = [ANY_TEXT, OTHER_LANGUAGE, ...MISMATCHES.map(mismatchTerm)]
  return ctx.db.statement<TermRow>(sql`
    SELECT shown.term, month, month.reviews, positive, negative
    FROM (
      SELECT term FROM (SELECT term FROM ${insightTerms} WHERE business_id = ${business} AND reviews >= ${MIN_REVIEWS}
        ORDER BY reviews DESC LIMIT ${literal(MAX_TERMS)})
      ${sql.join(latest, sql` `)}
      UNION SELECT value FROM json_each(${JSON.stringify(counted)})
    ) AS shown
    CROSS JOIN ${insightTermMonths} AS month
      ON month.business_id = ${business} AND month.term = shown.term
        AND month BETWEEN ${from.slice(0, 7)} AND ${to.slice(0, 7)}`)
}

export function isReading(ctx: ActingContext): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM insight_readings
    WHERE organization_id = ${ctx.organization.id} AND due_at IS NULL)`
}

/** Query for whether reviews of these businesses, posted on these days, still wait to be read. */
export function isReadingQuery(ctx: ActingContext, businesses: readonly { id: string }[], days: DaySpan) {
  const organizationId = ctx.organization.id
  const ids = JSON.stringify(businesses.map(({ id }) => id))
  const isChosen = sql`reviews.business_id IN (SELECT value FROM json_each(${ids}))
    AND reviews.posted_at >= ${Date.parse(days.from)} AND reviews.posted_at < ${Date.parse(days.to) + DAY_MS}`
  return ctx.db.statement<{ isReading: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM insight_due CROSS JOIN reviews ON reviews.id = insight_due.review_id
        WHERE insight_due.organization_id = ${organizationId} AND ${isChosen})
      OR EXISTS (SELECT 1 FROM insight_readings AS reading
        CROSS JOIN reviews ON reviews.organization_id = reading.organization_id
          AND (reviews.scraped_at, reviews.position) > (reading.read_seen_at, reading.read_position)
        WHERE reading.organization_id = ${organizationId} AND ${isChosen}) AS isReading`)
}
