import { eq, type SQL, sql } from 'drizzle-orm'
import { businesses, reviewDailyStats } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { Platform } from '../rules/platforms.ts'
import type { StarCounts } from './ratings.ts'

/** What one business got on one UTC day, of reviews that are shown now. */
export interface PostedFigures {
  day: string
  count: number
  ratingSum: number
  responded: number
  stars: StarCounts
  /** Only of days as late as asked for, as is what follows. */
  platforms: Record<Platform, { count: number; ratingSum: number }> | null
  /** Answered within each of `ANSWER_HOURS`. */
  within: readonly number[]
  timed: number
}

export interface BusinessFigures {
  id: string
  name: string
  /** Oldest first; days without reviews are left out. */
  days: PostedFigures[]
}

const d = reviewDailyStats
const ALWAYS: readonly SQL[] = [
  sql`${d.postedReviewCount} - ${d.removedPostedReviewCount}`,
  sql`${d.postedRatingSum} - ${d.removedPostedRatingSum}`,
  sql`${d.postedResponded} - ${d.removedPostedResponded}`,
  sql`${d.postedPositive} - ${d.removedPostedPositive}`,
  sql`${d.postedNeutral} - ${d.removedPostedNeutral}`,
  sql`${d.postedNegative} - ${d.removedPostedNegative}`,
  sql`${d.shownOne}`,
  sql`${d.shownFive}`,
]
/** In the order of their columns. */
const COUNTED = [d.shownYelp, d.shownFacebook, d.shownTripadvisor]
const LATELY = [
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

/**
 * The figures of every business, whose days come as one JSON text. Reads one row of review_daily_stats per business and
 * day.
 *
 * @param since the first day
 * @param fully from this day on with platforms and times of answers
 */
export function postedFiguresQuery(ctx: MemberContext, { since, fully }: { since: string; fully: string }) {
  const always = sql.join([sql`${d.day}`, ...ALWAYS], sql`, `)
  const lately = sql.join([always, ...LATELY], sql`, `)
  const isShown = sql`${d.postedReviewCount} > ${d.removedPostedReviewCount}`
  const days = sql`(
    SELECT json_group_array(
      json(CASE WHEN ${d.day} >= ${fully} THEN json_array(${lately}) ELSE json_array(${always}) END)
    ) FILTER (WHERE ${isShown})
    FROM ${d} WHERE ${d.businessId} = ${businesses.id} AND ${d.day} >= ${since})`
  return ctx.db
    .select({ id: businesses.id, name: businesses.name, days: days.mapWith(readDays).as('days') })
    .from(businesses)
    .where(eq(businesses.organizationId, ctx.organization.id))
}

type Eight = [number, number, number, number, number, number, number, number]
/** The day, the columns of `ALWAYS`, and where they are asked for those of `LATELY`. */
type StoredDay = [day: string, ...always: Eight, ...lately: number[]]
/** What every day has: itself and the columns of `ALWAYS`. */
const EVERY_DAY = 1 + ALWAYS.length

const readDays = {
  mapFromDriverValue: (text: string) => (JSON.parse(text) as StoredDay[]).map(figuresOf),
}

const NONE_LATELY = { platforms: null, timed: 0, within: [] }

function figuresOf(stored: StoredDay): PostedFigures {
  const [day, count, ratingSum, responded, positive, neutral, negative, one, five] = stored
  const { platforms, timed, within } = stored.length === EVERY_DAY ? NONE_LATELY : latelyOf(stored)
  return {
    day,
    count,
    ratingSum,
    responded,
    stars: [one, negative - one, neutral, positive - five, five],
    platforms,
    timed,
    within,
  }
}

function latelyOf(stored: StoredDay) {
  const [, count, ratingSum] = stored
  const late = stored.slice(EVERY_DAY) as number[]
  return {
    platforms: platformsOf(late, { count, ratingSum }),
    timed: late[2 * COUNTED.length] ?? 0,
    within: late.slice(2 * COUNTED.length + 1),
  }
}

type PlatformTotals = { count: number; ratingSum: number }

/** Google has what the others have not. */
function platformsOf(late: readonly number[], all: PlatformTotals): Record<Platform, PlatformTotals> {
  const [yelp, facebook, tripadvisor] = COUNTED.map((_, index) => ({
    count: late[index] ?? 0,
    ratingSum: late[COUNTED.length + index] ?? 0,
  })) as [PlatformTotals, PlatformTotals, PlatformTotals]
  const google = {
    count: all.count - yelp.count - facebook.count - tripadvisor.count,
    ratingSum: all.ratingSum - yelp.ratingSum - facebook.ratingSum - tripadvisor.ratingSum,
  }
  return { google, yelp, facebook, tripadvisor }
}
