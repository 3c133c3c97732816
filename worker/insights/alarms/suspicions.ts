import { type SQL, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import { type AlarmLevel, SUSPICIONS } from '../../rules/alarms.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import { DAY_MS, utcDay } from '../../rules/durations.ts'
import { reviewsNamed } from '../../rules/insight-links.ts'
import type { SuspicionInsight } from '../../rules/insights.ts'
import { isReading } from '../overview/queries.ts'
import { groupsOf, likeness } from '../text/phrase-table.ts'
import type { Alarm } from './alarms.ts'

const ALIKE_DAYS = 7
/** Maximum texts compared, each with every other. */
const MAX_COMPARED = 50
/** Maximum reviews compared, in case an import has just added thousands. */
const MAX_CANDIDATES = 2_000
/** Maximum reviews that a list can show by id. */
const MAX_EVIDENCE = 100
const SHOWN_DAYS = 30
const MAX_SHOWN = 3

interface Place {
  businessId: string
  organizationId: string
}

export interface FoundAlarm {
  alarm: Alarm
  days: DaySpan
  /** JSON: ids of the reviews in the evidence file, selected when the alarm is stored. */
  reviewIds: SQL
  link: string
}

/** The visible reviews posted on these days, among the business's reviews that were first seen most recently. */
function lastSeen({ businessId, organizationId }: Place, { from, to }: DaySpan): SQL {
  return sql`(SELECT id, rating, text FROM (
      SELECT id, rating, review_text AS text, posted_at, removed_at FROM reviews
      WHERE business_id = ${businessId} AND +organization_id = ${organizationId}
      ORDER BY scraped_at DESC LIMIT ${literal(MAX_CANDIDATES)})
    WHERE removed_at IS NULL AND posted_at >= ${Date.parse(from)} AND posted_at < ${Date.parse(to) + DAY_MS})`
}

/** JSON: the ids of the bad reviews of a burst. */
export function badReviewsIn(place: Place, days: DaySpan): SQL {
  return sql`(SELECT json_group_array(id) FROM (
    SELECT id FROM ${lastSeen(place, days)} WHERE rating < 3 ORDER BY id DESC LIMIT ${literal(MAX_EVIDENCE)}))`
}

export async function alikeReviews(
  ctx: BackgroundContext,
  place: Place,
  to: string,
): Promise<FoundAlarm | null> {
  const days = { from: utcDay(Date.parse(to) - (ALIKE_DAYS - 1) * DAY_MS), to }
  const { results } = await ctx.db.statement<{ id: number; text: string }>(sql`
    SELECT id, text FROM ${lastSeen(place, days)} WHERE text <> '' ORDER BY id DESC LIMIT ${literal(MAX_COMPARED)}`)
  const ids = alikeTexts(results)
  if (ids.length === 0) return null
  const counts = { part: ids.length, all: results.length, expected: 0, chance: 1 }
  return {
    alarm: { key: 'alike_reviews', kind: 'alike_reviews', topic: null, ...counts },
    days,
    reviewIds: sql`${JSON.stringify(ids)}`,
    link: reviewsNamed(ids),
  }
}

/**
 * Query for the alarm level, the possible attacks of the last month as JSON, and whether reviews still wait to be read.
 */
export function shownAlarmsQuery(ctx: MemberContext, business: SQL) {
  const { id: organizationId } = ctx.organization
  return ctx.db.statement<{ level: AlarmLevel | null; isReading: number; suspicions: string }>(sql`
    SELECT ${isReading(ctx)} AS isReading,
      (SELECT level FROM alarm_settings WHERE organization_id = ${organizationId}) AS level,
      (SELECT json_group_array(json_object('id', id, 'kind', kind, 'topic', topic, 'part', part, 'all', all_count,
          'expected', expected, 'chance', chance, 'day', to_day, 'reviewIds', json(review_ids)))
        FROM (SELECT * FROM alarms WHERE business_id = ${business} AND organization_id = ${organizationId}
          AND kind IN (SELECT value FROM json_each(${JSON.stringify(SUSPICIONS)}))
          AND to_day >= ${utcDay(ctx.now() - SHOWN_DAYS * DAY_MS)}
          ORDER BY to_day DESC LIMIT ${literal(MAX_SHOWN)})) AS suspicions`)
}

export function suspicionsIn(rows: readonly { suspicions: string }[] | undefined): SuspicionInsight[] {
  // Safe: written by the statement above.
  return JSON.parse(rows?.[0]?.suspicions ?? '[]') as SuspicionInsight[]
}

/** Minimum similarity of two texts by their groups of three terms (Jaccard). */
const ALIKE = 0.6
export const MIN_ALIKE_TEXTS = 3
/**
 * Minimum number of term groups in a compared text. Short praise is often the same by chance: strangers write 'Great
 * food, great service' every day.
 */
const MIN_GROUPS = 6

interface Text {
  id: number
  text: string
}

/**
 * Finds the largest set of texts in which each text resembles at least one other; empty if it has fewer than three
 * texts. Compares all pairs.
 */
export function alikeTexts(texts: readonly Text[]): number[] {
  const read = texts
    .map(({ id, text }) => ({ id, groups: groupsOf(text) }))
    .filter(({ groups }) => groups.size >= MIN_GROUPS)
  const seen = new Set<number>()
  let largest: number[] = []
  for (const first of read) {
    if (seen.has(first.id)) continue
    seen.add(first.id)
    const cluster = [first]
    // Similar texts join the cluster and are compared in turn.
    for (const one of cluster) {
      for (const other of read) {
        if (seen.has(other.id) || likeness(one.groups, other.groups) < ALIKE) continue
        seen.add(other.id)
        cluster.push(other)
      }
    }
    if (cluster.length > largest.length) largest = cluster.map(({ id }) => id)
  }
  return largest.length >= MIN_ALIKE_TEXTS ? largest : []
}
