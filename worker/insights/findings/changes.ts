import { ANSWER_HOURS, type DaySpan } from '../../rules/analytics.ts'
import { DAY_MS } from '../../rules/durations.ts'
import { PLATFORMS, type Platform } from '../../rules/platforms.ts'
import { type PostedFigures, platformFigures } from '../posted-figures.ts'
import { addStars, countOf, normalShare, type StarCounts } from '../ratings.ts'
import { atLeast, atMost } from '../statistics/distributions.ts'
import { fisherTest } from '../statistics/significance.ts'
import {
  type BusinessCounts,
  dayBack,
  daysIn,
  type LocationCounts,
  meanOf,
  type Rival,
  starsIn,
  WINDOWS,
  type Window,
  windowOf,
  without,
  YEAR_DAYS,
} from './counts.ts'

// Calibrated by simulation (tests/bench/stories), as in causes.ts.
const CERTAIN = { rating: 0.003, volume: 0.002, replies: 0.004, apart: 0.003 }
const LOOKS = 2
const MIN_RECENT_REVIEWS = 5
const MIN_BASE_REVIEWS = 15
const MIN_STARS = 0.25
/**
 * Prior variance of stars, with the weight of VARIANCE_WORTH reviews. Without a prior, five equal reviews would look
 * certain.
 */
const USUAL_VARIANCE = 1.4
const VARIANCE_WORTH = 10

/**
 * Difference of two averages, and its probability by chance alone. Uses the pooled variance, with a stricter test for
 * few reviews.
 */
export function differenceOf(one: StarCounts, other: StarCounts): { p: number; stars: number } {
  const [n, m] = [countOf(one), countOf(other)]
  const stars = meanOf(one) - meanOf(other)
  const both = addStars([one, other])
  const mean = meanOf(both)
  const squares = both.reduce((sum, some, index) => sum + some * (index + 1 - mean) ** 2, 0)
  const variance = (squares + VARIANCE_WORTH * USUAL_VARIANCE) / (n + m + VARIANCE_WORTH)
  const few = Math.sqrt(Math.max(0, 1 - 2 / Math.min(n, m)))
  const z = (stars / Math.sqrt(variance * (1 / n + 1 / m))) * few
  return { p: Math.min(1, 2 * normalShare(-Math.abs(z))), stars }
}

export interface RatingChange {
  window: Window
  before: number
  after: number
  recent: StarCounts
  base: StarCounts
  p: number
}

/**
 * Finds the most certain change of the average among the windows, without the reviews in `aside`.
 *
 * @returns null if no change is certain
 */
export function ratingChange(
  { days }: Pick<BusinessCounts, 'days'>,
  today: string,
  aside: readonly { day: string; rating: number }[],
): RatingChange | null {
  const changes = WINDOWS.map((length) => {
    const window = windowOf(today, length)
    const recent = starsIn(days, window)
    const base = starsIn(days, window.base)
    const left = without(
      recent,
      aside.filter(({ day }) => day >= window.from),
    )
    if (countOf(left) < MIN_RECENT_REVIEWS || countOf(base) < MIN_BASE_REVIEWS) return null
    const { p, stars } = differenceOf(left, base)
    if (Math.abs(stars) < MIN_STARS) return null
    return { window, before: meanOf(base), after: meanOf(recent), recent, base, p: Math.min(1, p * LOOKS) }
  }).filter((change) => change !== null)
  const surest = changes.toSorted((a, b) => a.p - b.p)[0]
  return surest && surest.p < CERTAIN.rating ? surest : null
}

export interface VolumeChange {
  window: Window
  count: number
  usual: number
  isMore: boolean
  p: number
}

const BURST_WINDOWS: readonly number[] = [14, 30]
const LULL_WINDOWS: readonly number[] = [30, 60]
const MIN_FACTOR = 1.5
const MIN_MORE_REVIEWS = 5
/** Weight, in periods, of the assumption that reviews arrive independently. */
const STEADY_WORTH = 8

/**
 * The most certain change in the number of reviews; null if none is certain. Compares full days only, as alarms do.
 * Reviews in `aside` are already explained, so they don't make a burst.
 */
export function volumeChange(
  { days, isUpToDate }: BusinessCounts,
  lastFullDay: string,
  aside: readonly { day: string }[],
): VolumeChange | null {
  const first = days[0]?.day ?? lastFullDay
  const changes = WINDOWS.flatMap((length): VolumeChange[] => {
    const window = windowOf(lastFullDay, length)
    const [, since = first] = [first, window.base.from].sort()
    const before = blocksOf(days, { from: since, to: window.base.to }, length)
    if (before.length < 3) return []
    const count = daysIn(days, window).reduce((sum, day) => sum + day.count, 0)
    const left = count - aside.filter(({ day }) => day >= window.from).length
    const usual = before.reduce((sum, some) => sum + some, 0) / before.length
    const squares = before.reduce((sum, some) => sum + (some - usual) ** 2, 0)
    // If reviews usually come in waves, another wave isn't unusual; a few periods say little about waves.
    const spread = (squares + STEADY_WORTH * usual) / (before.length - 1 + STEADY_WORTH)
    const waves = Math.max(1, spread / Math.max(usual, 0.5))
    const shape = (1 + usual * before.length) / waves
    const expected = { shape, rate: (before.length * length) / waves, days: length }
    const more =
      BURST_WINDOWS.includes(length) && left >= usual * MIN_FACTOR && left >= usual + MIN_MORE_REVIEWS
    const fewer =
      isUpToDate &&
      LULL_WINDOWS.includes(length) &&
      count <= usual / MIN_FACTOR &&
      count <= usual - MIN_MORE_REVIEWS
    const change = (isMore: boolean, chance: number): VolumeChange[] => [
      { window, count, usual, isMore, p: Math.min(1, chance * LOOKS) },
    ]
    if (more) return change(true, atLeast(expected, left))
    return fewer ? change(false, atMost(expected, count)) : []
  })
  const surest = changes.toSorted((a, b) => a.p - b.p)[0]
  return surest && surest.p < CERTAIN.volume ? surest : null
}

/** Counts reviews in blocks of `length` days, last block first; the remainder at the beginning is dropped. */
function blocksOf(days: readonly PostedFigures[], { from, to }: DaySpan, length: number): number[] {
  const counts = new Map<number, number>()
  const end = Date.parse(to)
  const whole = Math.floor(((end - Date.parse(from)) / DAY_MS + 1) / length)
  for (const { day, count } of daysIn(days, { from, to })) {
    const index = Math.floor((end - Date.parse(day)) / DAY_MS / length)
    counts.set(index, (counts.get(index) ?? 0) + count)
  }
  return Array.from({ length: whole }, (_, index) => counts.get(index) ?? 0)
}

export interface ReplyChange {
  kind: 'replies_stopped' | 'replies_slowed'
  /** Days whose reviews are old enough to have been answered. */
  span: DaySpan
  waiting: number
  all: number
  visibleShare: number
  visibleShareBefore: number
  /**
   * The owner's usual reply time in hours, and the shares of reviews answered within that time, recently and before.
   */
  hours: number
  inTime: number
  inTimeBefore: number
  p: number
}

/** Lengths in days of the compared windows, which end early enough for their reviews to have been answered. */
const REPLY_WINDOWS = [14, 30, 60] as const
const REPLY_BASE_FROM = 100
const USUALLY_IN_TIME = 0.8
const USUALLY_ANSWERED = 0.4
const WORSE_FACTOR = 0.6
const DAY_HOURS = 24

/**
 * Detects that replies have stopped or slowed: compares the shares of reviews that were answered within this owner's
 * usual time, among reviews that are old enough. Owners who always reply late get no finding.
 */
export function replyChange({ days }: BusinessCounts, today: string): ReplyChange | null {
  const base = daysIn(days, { from: dayBack(today, YEAR_DAYS - 1), to: dayBack(today, REPLY_BASE_FROM) })
  const before = repliesIn(base)
  if (before.all < MIN_BASE_REVIEWS || before.timed / before.all < USUALLY_ANSWERED) return null
  const index = ANSWER_HOURS.findIndex((_, at) => (before.within[at] ?? 0) >= USUALLY_IN_TIME * before.timed)
  const hours = ANSWER_HOURS[index]
  if (hours === undefined) return null
  const age = Math.ceil(hours / DAY_HOURS)
  const usual = before.within[index] ?? 0
  const changes = REPLY_WINDOWS.map((length) => {
    const span = { from: dayBack(today, length + age), to: dayBack(today, age + 1) }
    const recent = repliesIn(daysIn(days, span))
    const inTime = recent.within[index] ?? 0
    const p = fisherTest({ part: inTime, all: recent.all }, { part: usual, all: before.all }) * LOOKS
    return { span, recent, inTime, p }
  }).filter(
    ({ recent, inTime }) =>
      recent.all >= MIN_RECENT_REVIEWS && inTime / recent.all <= (usual / before.all) * WORSE_FACTOR,
  )
  const [surest] = changes.toSorted((a, b) => a.p - b.p)
  if (!surest || surest.p >= CERTAIN.replies) return null
  const { span, recent, inTime, p } = surest
  const waiting = recent.all - recent.responded
  const [share, shareBefore] = [recent.visible / recent.all, before.visible / before.all]
  const hasStopped = waiting / recent.all >= 0.5 && share <= shareBefore * WORSE_FACTOR
  return {
    kind: hasStopped ? 'replies_stopped' : 'replies_slowed',
    span,
    waiting,
    all: recent.all,
    visibleShare: share,
    visibleShareBefore: shareBefore,
    hours,
    inTime: inTime / recent.all,
    inTimeBefore: usual / before.all,
    p,
  }
}

function repliesIn(days: readonly PostedFigures[]) {
  const sum = (figure: (day: PostedFigures) => number) => days.reduce((total, day) => total + figure(day), 0)
  return {
    all: sum(({ count }) => count),
    timed: sum(({ timed }) => timed),
    responded: sum(({ responded }) => responded),
    visible: sum(({ visible }) => visible),
    within: ANSWER_HOURS.map((_, index) => sum(({ within }) => within[index] ?? 0)),
  }
}

const APART_DAYS = 180
const MIN_GAP_STARS = 0.4
const MIN_REVIEWS_EACH = 10

export interface PlatformApart {
  platform: Platform
  span: DaySpan
  count: number
  average: number
  others: number
  p: number
}

/** The platform whose average differs most from the others' average; null if uncertain. */
export function platformApart({ days }: BusinessCounts, today: string): PlatformApart | null {
  const span = { from: dayBack(today, APART_DAYS - 1), to: today }
  const own = daysIn(days, span)
  const figures = platformFigures(own, null)
  const all = addStars(own.map(({ stars }) => stars))
  const total = countOf(all)
  if (figures.length < 2 || total < 2 * MIN_REVIEWS_EACH) return null
  const mean = meanOf(all)
  const variance =
    (all.reduce((sum, some, index) => sum + some * (index + 1 - mean) ** 2, 0) + 2) / (total + 1)
  const sum = own.reduce((stars, { ratingSum }) => stars + ratingSum, 0)
  const tests = PLATFORMS.flatMap((platform): (PlatformApart & { stars: number })[] => {
    const one = figures.find((figure) => figure.platform === platform)
    const rest = total - (one?.count ?? 0)
    if (!one || one.average === null || one.count < MIN_REVIEWS_EACH || rest < MIN_REVIEWS_EACH) return []
    const others = (sum - one.average * one.count) / rest
    const stars = one.average - others
    // If the two differ, their own variances are smaller than the pooled one.
    const within = Math.max(variance / 4, variance - stars ** 2 * (one.count / total) * (rest / total))
    const z = Math.abs(stars) / Math.sqrt(within * (1 / one.count + 1 / rest))
    return [{ platform, span, count: one.count, average: one.average, others, stars, p: 2 * normalShare(-z) }]
  })
  // If two platforms differ, reports the worse one: something can be done about it.
  const [surest] = tests.toSorted((a, b) => a.p - b.p || a.stars - b.stars)
  if (!surest || Math.abs(surest.stars) < MIN_GAP_STARS) return null
  return surest.p * Math.max(1, tests.length - 1) < CERTAIN.apart ? surest : null
}

export interface LocationApart {
  id: string
  span: DaySpan
  count: number
  average: number
  others: number
  p: number
}

/** The location that differs most from the others, both recently and before; null if uncertain. */
export function locationApart(locations: readonly LocationCounts[], today: string): LocationApart | null {
  const tests = locations.flatMap(({ id, recent, before }): LocationApart[] => {
    const others = locations.filter((other) => other.id !== id)
    const own = addStars([recent, before])
    const rest = addStars(others.flatMap((other) => [other.recent, other.before]))
    if (countOf(own) < MIN_REVIEWS_EACH || countOf(rest) < MIN_REVIEWS_EACH) return []
    const { p, stars } = differenceOf(own, rest)
    const restBefore = addStars(others.map((one) => one.before))
    const former =
      countOf(before) === 0 || countOf(restBefore) === 0 ? 0 : meanOf(before) - meanOf(restBefore)
    const isLasting = former * stars > 0 && Math.abs(former) >= MIN_GAP_STARS / 2
    if (Math.abs(stars) < MIN_GAP_STARS || !isLasting) return []
    const span = { from: dayBack(today, APART_DAYS - 1), to: today }
    return [{ id, span, count: countOf(own), average: meanOf(own), others: meanOf(rest), p }]
  })
  const [surest] = tests.toSorted((a, b) => a.p - b.p || a.average - b.average)
  return surest && surest.p * locations.length < CERTAIN.apart ? surest : null
}

const TENTHS = 10

/** True if a competitor used to show at most our rating and now shows a higher one. */
export function hasOvertaken({ average, formerAverage, own, ownBefore }: Rival): boolean {
  if (own.count === 0 || ownBefore.count === 0) return false
  const shown = (stars: number) => Math.round(stars * TENTHS)
  return (
    shown(formerAverage) <= shown(ownBefore.stars / ownBefore.count) &&
    shown(average) > shown(own.stars / own.count)
  )
}
