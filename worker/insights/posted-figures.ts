import { type SQL, sql } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import { areOwn } from '../businesses/require-business.ts'
import type { ActingContext } from '../context.ts'
import type { DaySpan, PlatformFigures } from '../rules/analytics.ts'
import type { TagColor } from '../rules/fields.ts'
import { type OwnPlatform, type OwnPlatformId, PLATFORMS } from '../rules/platforms.ts'
import { countOf, NO_STARS, type StarCounts } from './ratings.ts'

/** Figures of the visible reviews posted on one UTC day. */
export interface PostedFigures {
  day: string
  count: number
  ratingSum: number
  responded: number
  /** Number of answered reviews that were settled without a reply. */
  settled: number
  /** Number of answered reviews whose reply guests can see. */
  visible: number
  stars: StarCounts
  /** Number of reviews per platform in `COUNTED`, then the sum of stars per platform. For `platformFigures`. */
  platforms: readonly number[]
  own: readonly OwnFigures[]
  /** Number of reviews answered within each of `ANSWER_HOURS`. */
  within: readonly number[]
  timed: number
}

interface OwnFigures extends OwnPlatform {
  count: number
  ratingSum: number
}

type OwnDay = [day: string, ...Parameters<typeof ownFigures>]

export interface BusinessFigures {
  id: string
  name: string
  /** Figures per day, to be read with `figuresByDay` and `starsBetween`. Days without reviews are left out. */
  days: DayColumns
  /** Days of own platforms, which the organization has added. Their figures are included in `days` too. */
  ownDays: readonly OwnDay[]
  earlier: StarCounts[]
}

/** Columns of review_daily_stats, like the following constants. */
const STARS = [
  'posted_one',
  'posted_negative - posted_one',
  'posted_neutral',
  'posted_positive - posted_five',
  'posted_five',
]
/** Count columns of all platforms but the first, in the order of `PLATFORMS`, and of own platforms together. */
const COUNTED = ['posted_yelp', 'posted_facebook', 'posted_tripadvisor', 'posted_other']
const PLATFORMS_AND_TIMES = [
  ...COUNTED,
  ...COUNTED.map((column) => `${column}_stars`),
  'answered_timed',
  'answered_4h',
  'answered_1d',
  'answered_2d',
  'answered_7d',
  'answered_30d',
]
/** Number of figures before the stars. */
const TOTALS = 4
const FIGURES = [
  'posted_rating_sum',
  'posted_responded',
  'posted_settled',
  'posted_hidden',
  ...STARS,
  ...PLATFORMS_AND_TIMES,
]
/** A day as a number, 20261123 for example, and its figures. */
const DAYS = ["replace(day, '-', '')", ...FIGURES]
const listsOf = (columns: readonly string[]) =>
  columns.map((column) => `group_concat(${column})`).join(` || ',' || `)
const HALF = Math.ceil(DAYS.length / 2)
// In two halves, because D1 refuses expressions nested deeper than a hundred.
const LISTS = `(${listsOf(DAYS.slice(0, HALF))}) || ',' || (${listsOf(DAYS.slice(HALF))})`
// Sums of stars are real numbers, and 10.0 takes longer to parse than 10.
const SELECT_DAYS = sql.raw(`
  SELECT coalesce('[' || replace(${LISTS}, '.0,', ',') || ']', '[]') FROM review_daily_stats
  WHERE business_id = businesses.id AND NOT is_removed AND posted_review_count > 0`)
/**
 * Reads the rows of own platforms, which the organization has added, by index. Selecting days would read a row even for
 * a business without any.
 */
const SELECT_OWN = sql.raw(`
  SELECT json_group_array(json_array(day, own.id, own.name, own.color, posted_review_count, posted_rating_sum))
  FROM review_daily_stats INDEXED BY review_daily_stats_of_own_platforms
    CROSS JOIN own_platforms AS own ON own.id = own_platform
  WHERE business_id = businesses.id AND own_platform <> '' AND NOT is_removed AND posted_review_count > 0`)
const SUMS = STARS.map((stars) => `coalesce(sum(${stars}), 0)`).join(', ')
const SELECT_STARS = sql.raw(`
  SELECT json_array(${SUMS}) FROM review_daily_stats
  WHERE business_id = businesses.id AND NOT is_removed AND day BETWEEN span.column1 AND span.column2`)

interface Figures {
  from: string
  /** Spans whose stars are summed in the database, for all businesses. */
  earlier: readonly DaySpan[]
  /**
   * Condition for the business whose days are needed; for the others, only the names and the stars of `earlier` are
   * read. By default, the days of all businesses are read.
   */
  only?: SQL
}

/**
 * Query for the figures of all the caller's businesses: each day since `from`, and the stars of each span in `earlier`,
 * summed in the database. Each list is one JSON text. Reads one row of review_daily_stats per business and day.
 */
export function postedFiguresQuery(ctx: ActingContext, figures: Figures) {
  return figuresQuery(ctx, areOwn(ctx), figures)
}

/** The figures of the businesses that match `where`, which must include their organization. */
export function figuresQuery({ db }: Pick<ActingContext, 'db'>, where: SQL | undefined, figures: Figures) {
  const { from, earlier, only } = figures
  const which = sql`day >= ${from}${only && sql` AND ${businesses.id} = ${only}`}`
  return db
    .select({
      id: businesses.id,
      name: businesses.name,
      days: sql`(${SELECT_DAYS} AND ${which})`.mapWith(readDays).as('days'),
      ownDays: sql`(${SELECT_OWN} AND +${which})`.mapWith(readOwnDays).as('own_days'),
      earlier: starsOf(earlier).mapWith(readStars).as('earlier'),
    })
    .from(businesses)
    .where(where)
}

/** Spans as literal rows, which don't count as rows read; those of json_each would. */
function starsOf(spans: readonly DaySpan[]): SQL {
  if (spans.length === 0) return sql`'[]'`
  const rows = spans.map(({ from, to }) => sql`(${from}, ${to})`)
  return sql`(SELECT json_group_array(json((${SELECT_STARS}))) FROM (VALUES ${sql.join(rows, sql`, `)}) AS span)`
}

/**
 * A flat table: all days, then the first figure of every day, then the second, and so on. Screens read thousands of
 * days, and one list of numbers takes half as long as rows.
 */
type DayColumns = readonly number[]

const readDays = { mapFromDriverValue: (text: string) => JSON.parse(text) as DayColumns }
const readOwnDays = { mapFromDriverValue: (text: string) => JSON.parse(text) as OwnDay[] }
const readStars = { mapFromDriverValue: (text: string) => JSON.parse(text) as StarCounts[] }

/** Figures of each day, summed over these businesses, oldest first. */
export function figuresByDay(
  businesses: readonly Pick<BusinessFigures, 'days' | 'ownDays'>[],
): PostedFigures[] {
  const sums = new Map<number, number[]>()
  for (const { days } of businesses) {
    const count = days.length / DAYS.length
    for (let at = 0; at < count; at += 1) {
      const day = days[at] ?? 0
      const figures = sums.get(day) ?? FIGURES.map(() => 0)
      sums.set(day, figures)
      for (let index = 0; index < figures.length; index += 1) {
        figures[index] = (figures[index] ?? 0) + (days[(index + 1) * count + at] ?? 0)
      }
    }
  }
  const own = Map.groupBy(
    businesses.flatMap(({ ownDays }) => ownDays),
    ([day]) => dayNumber(day),
  )
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([day, figures]) => ({
      ...figuresOf([day, figures]),
      own: (own.get(day) ?? []).map(([, ...row]) => ownFigures(...row)),
    }))
}

function ownFigures(
  id: OwnPlatformId,
  name: string,
  color: TagColor,
  count: number,
  ratingSum: number,
): OwnFigures {
  return { id, name, color, count, ratingSum }
}

export function starsBetween({ days }: Pick<BusinessFigures, 'days'>, { from, to }: DaySpan): StarCounts {
  const count = days.length / DAYS.length
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const sums: [number, number, number, number, number] = [...NO_STARS]
  for (let at = 0; at < count; at += 1) {
    const day = days[at] ?? 0
    if (day < first || day > last) continue
    for (const star of sums.keys())
      sums[star] = (sums[star] ?? 0) + (days[(1 + TOTALS + star) * count + at] ?? 0)
  }
  return sums
}

function dayNumber(day: string): number {
  return Number(day.replaceAll('-', ''))
}

function dayText(day: number): string {
  const digits = String(day)
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

function figuresOf([day, figures]: [number, number[]]): Omit<PostedFigures, 'own'> {
  const [ratingSum = 0, responded = 0, settled = 0, hidden = 0] = figures
  const stars = starsIn(figures)
  const count = countOf(stars)
  const others = figures.slice(TOTALS + STARS.length)
  const times = 2 * COUNTED.length
  return {
    day: dayText(day),
    count,
    ratingSum,
    responded,
    settled,
    visible: responded - settled - hidden,
    stars,
    platforms: others.slice(0, times),
    timed: others[times] ?? 0,
    within: others.slice(times + 1),
  }
}

function starsIn(figures: readonly number[]): StarCounts {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = figures.slice(TOTALS)
  return [one, two, three, four, five]
}

/** Figures of the platforms with reviews in either period: those of `PLATFORMS`, then the organization's own ones. */
export function platformFigures(
  days: readonly PostedFigures[],
  before: readonly PostedFigures[] | null,
): PlatformFigures[] {
  const current = byPlatform(days)
  const former = before && byPlatform(before)
  const known = PLATFORMS.map((platform, index) => ({
    platform,
    ...(current[index] ?? NO_REVIEWS),
    before: former && (former[index] ?? NO_REVIEWS),
  }))
  const own = byOwnPlatform(days)
  const ownBefore = before && byOwnPlatform(before)
  const added = new Map([...(ownBefore ?? []), ...own])
  const others = [...added].map(([id, { name, color }]) => ({
    platform: 'other' as const,
    own: { id, name, color },
    ...averageOf(own.get(id)),
    before: ownBefore && averageOf(ownBefore.get(id)),
  }))
  return [...known, ...others.toSorted((a, b) => b.count - a.count)].filter(
    ({ count, before }) => count + (before?.count ?? 0) > 0,
  )
}

type PlatformFigure = NonNullable<PlatformFigures['before']>

const NO_REVIEWS: PlatformFigure = { count: 0, average: null }

function averageOf(sums: { count: number; ratingSum: number } | undefined): PlatformFigure {
  return sums
    ? { count: sums.count, average: sums.count === 0 ? null : sums.ratingSum / sums.count }
    : NO_REVIEWS
}

function byOwnPlatform(days: readonly PostedFigures[]): Map<OwnPlatformId, OwnFigures> {
  const sums = new Map<OwnPlatformId, OwnFigures>()
  for (const one of days.flatMap(({ own }) => own)) {
    const { count = 0, ratingSum = 0 } = sums.get(one.id) ?? {}
    sums.set(one.id, { ...one, count: count + one.count, ratingSum: ratingSum + one.ratingSum })
  }
  return sums
}

/** Figures in the order of `PLATFORMS`, then of all own platforms together. Google's are the total minus all others. */
function byPlatform(days: readonly PostedFigures[]): PlatformFigure[] {
  const total = (figure: (day: PostedFigures) => number) => days.reduce((sum, day) => sum + figure(day), 0)
  const others = COUNTED.map((_, index) => ({
    count: total(({ platforms }) => platforms[index] ?? 0),
    ratingSum: total(({ platforms }) => platforms[COUNTED.length + index] ?? 0),
  }))
  const google = others.reduce(
    (rest, { count, ratingSum }) => ({ count: rest.count - count, ratingSum: rest.ratingSum - ratingSum }),
    { count: total(({ count }) => count), ratingSum: total(({ ratingSum }) => ratingSum) },
  )
  return [google, ...others].map(averageOf)
}
