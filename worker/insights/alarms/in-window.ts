import { type SQL, sql } from 'drizzle-orm'
import { insightTopicDays } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import { DAY_MS, utcDay } from '../../rules/durations.ts'
import { TOPICS, type Topic } from '../../rules/review-features.ts'
import type { PostedFigures } from '../posted-figures.ts'
import { NO_STARS } from '../ratings.ts'
import { type ActiveLevel, type AlarmInput, alarmsOf, BASE_DAYS, RECENT_DAYS } from './alarms.ts'

/** The recent days, and when those that they are compared with begin: UTC. */
export interface AlarmWindow extends DaySpan {
  since: string
}

/** @param last an instant of the last day, in milliseconds */
export function alarmWindow(last: number): AlarmWindow {
  return {
    since: utcDay(last - (BASE_DAYS + RECENT_DAYS - 1) * DAY_MS),
    from: utcDay(last - (RECENT_DAYS - 1) * DAY_MS),
    to: utcDay(last),
  }
}

interface TopicSpans {
  topic: Topic
  baseAll: number
  baseNegative: number
  recentAll: number
  recentNegative: number
}

/** Reviews about each topic in the recent days, and before them. Reads a row a topic and day. */
export function topicSpansQuery(
  ctx: Pick<BackgroundContext, 'db'>,
  business: SQL,
  { since, from: recent, to }: AlarmWindow,
) {
  const all = sql.raw('positive + neutral + negative')
  return ctx.db.statement<TopicSpans>(sql`
    SELECT topic, sum((day < ${recent}) * (${all})) AS baseAll, sum((day < ${recent}) * negative) AS baseNegative,
      sum((day >= ${recent}) * (${all})) AS recentAll, sum((day >= ${recent}) * negative) AS recentNegative
    FROM json_each(${JSON.stringify(TOPICS)}) AS known
    CROSS JOIN ${insightTopicDays} ON business_id = ${business} AND topic = known.value
      AND day BETWEEN ${since} AND ${to}
    GROUP BY topic`)
}

interface WindowCounts {
  /** Days without reviews may be left out. */
  days: readonly PostedFigures[]
  topics: readonly TopicSpans[]
  level: ActiveLevel
  former: AlarmInput['former']
}

/** The alarms of what was counted in a window. */
export function alarmsInWindow({ to }: AlarmWindow, { days, topics, level, former }: WindowCounts) {
  const byDay = new Map(days.map(({ day, stars }) => [day, stars]))
  const length = BASE_DAYS + RECENT_DAYS
  const last = Date.parse(to)
  return alarmsOf({
    days: Array.from(
      { length },
      (_, index) => byDay.get(utcDay(last - (length - 1 - index) * DAY_MS)) ?? NO_STARS,
    ),
    topics: topics.map(({ topic, baseAll, baseNegative, recentAll, recentNegative }) => ({
      topic,
      base: { all: baseAll, negative: baseNegative },
      recent: { all: recentAll, negative: recentNegative },
    })),
    level,
    former,
  })
}
