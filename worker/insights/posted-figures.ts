import { type SQL, sql } from 'drizzle-orm'
import { businesses, reviewDailyStats } from '#db/schema/index.ts'
import { areOwn } from '../businesses/require-business.ts'
import type { ActingContext } from '../context.ts'
import type { DaySpan } from '../rules/analytics.ts'
import type { Platform } from '../rules/platforms.ts'
import type { StarCounts } from './ratings.ts'

/** What one business got on one UTC day, of reviews that are shown now. */
export interface PostedFigures {
  day: string
  count: number
  ratingSum: number
  responded: number
  stars: StarCounts
  platforms: Record<Platform, { count: number; ratingSum: number }>
  /** Answered within each of `ANSWER_HOURS`. */
  within: readonly number[]
  timed: number
}

export interface BusinessFigures {
  id: string
  name: string
  /** Oldest first; days without reviews are left out. */
  days: PostedFigures[]
  /** Of each span that was asked for. */
  earlier: StarCounts[]
}

const d = reviewDailyStats
const STARS: readonly SQL[] = [
  sql`${d.shownOne}`,
  sql`${d.postedNegative} - ${d.removedPostedNegative} - ${d.shownOne}`,
  sql`${d.postedNeutral} - ${d.removedPostedNeutral}`,
  sql`${d.postedPositive} - ${d.removedPostedPositive} - ${d.shownFive}`,
  sql`${d.shownFive}`,
]
/** In the order of their columns. */
const COUNTED = [d.shownYelp, d.shownFacebook, d.shownTripadvisor]
const PLATFORMS_AND_TIMES = [
  ...COUNTED,
  d.shownYelpStars,
  d.shownFacebookStars,
  d.shownTripadvisorStars,
  d.answeredTimed,
  d.answered4h,
  d.answered1d,
  d.answered2d,
  d.answered7d,
  d.answered30d,
].map((column) => sql`${column}`)
const FIGURES: readonly SQL[] = [
  sql`${d.day}`,
  sql`${d.postedReviewCount} - ${d.removedPostedReviewCount}`,
  sql`${d.postedRatingSum} - ${d.removedPostedRatingSum}`,
  sql`${d.postedResponded} - ${d.removedPostedResponded}`,
  ...STARS,
  ...PLATFORMS_AND_TIMES,
]

interface Figures {
  from: string
  /** Spans before `from`. */
  earlier: readonly DaySpan[]
  /** The business whose days are wanted: of the others there are names. All, unless told. */
  only?: SQL
}

/**
 * The figures of every business of the caller's, each list as one JSON text: of each day since `from`, and of what came before only
 * the stars, added up in the database. Reads one row of review_daily_stats per business and day.
 */
export function postedFiguresQuery(ctx: ActingContext, figures: Figures) {
  return figuresQuery(ctx, areOwn(ctx), figures)
}

/** The same of the businesses under a condition, which carries their organization. */
export function figuresQuery({ db }: Pick<ActingContext, 'db'>, where: SQL | undefined, figures: Figures) {
  const { from, earlier, only } = figures
  const isShown = sql`${d.postedReviewCount} > ${d.removedPostedReviewCount}`
  const days = sql`(
    SELECT json_group_array(json_array(${sql.join([...FIGURES], sql`, `)})) FILTER (WHERE ${isShown})
    FROM ${d} WHERE ${d.businessId} = ${businesses.id} AND ${d.day} >= ${from}
      ${only ? sql`AND ${businesses.id} = ${only}` : sql``})`
  return db
    .select({
      id: businesses.id,
      name: businesses.name,
      days: days.mapWith(readDays).as('days'),
      earlier: starsOf(earlier).mapWith(readStars).as('earlier'),
    })
    .from(businesses)
    .where(where)
}

/** As rows of the statement the spans count as none read, which those of json_each would. */
function starsOf(spans: readonly DaySpan[]): SQL {
  if (spans.length === 0) return sql`'[]'`
  const rows = spans.map(({ from, to }) => sql`(${from}, ${to})`)
  const sums = STARS.map((stars) => sql`coalesce(sum(${stars}), 0)`)
  return sql`(
    SELECT json_group_array(json((
      SELECT json_array(${sql.join(sums, sql`, `)}) FROM ${d}
      WHERE ${d.businessId} = ${businesses.id} AND ${d.day} BETWEEN span.column1 AND span.column2)))
    FROM (VALUES ${sql.join(rows, sql`, `)}) AS span)`
}

type Eight = [number, number, number, number, number, number, number, number]
/** The columns of `FIGURES`. */
type StoredDay = [day: string, ...Eight, ...platformsAndTimes: number[]]

const readDays = {
  mapFromDriverValue: (text: string) => (JSON.parse(text) as StoredDay[]).map(figuresOf),
}
const readStars = { mapFromDriverValue: (text: string) => JSON.parse(text) as StarCounts[] }

function figuresOf(stored: StoredDay): PostedFigures {
  const [day, count, ratingSum, responded, one, two, three, four, five, ...others] = stored
  return {
    day,
    count,
    ratingSum,
    responded,
    stars: [one, two, three, four, five],
    platforms: platformsOf(others, { count, ratingSum }),
    timed: others[2 * COUNTED.length] ?? 0,
    within: others.slice(2 * COUNTED.length + 1),
  }
}

type PlatformTotals = { count: number; ratingSum: number }

/** Google has what the others have not. */
function platformsOf(others: readonly number[], all: PlatformTotals): Record<Platform, PlatformTotals> {
  const [yelp, facebook, tripadvisor] = COUNTED.map((_, index) => ({
    count: others[index] ?? 0,
    ratingSum: others[COUNTED.length + index] ?? 0,
  })) as [PlatformTotals, PlatformTotals, PlatformTotals]
  const google = {
    count: all.count - yelp.count - facebook.count - tripadvisor.count,
    ratingSum: all.ratingSum - yelp.ratingSum - facebook.ratingSum - tripadvisor.ratingSum,
  }
  return { google, yelp, facebook, tripadvisor }
}
