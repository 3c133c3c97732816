import { sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { choicesByName } from '../../businesses/list.ts'
import { businessNotFound } from '../../businesses/require-business.ts'
import type { MemberContext } from '../../context.ts'
import { isInReach } from '../../platform/business-access.ts'
import type {
  BenchmarkInput,
  BenchmarkView,
  CompetitorView,
  ExpectedRating,
  OwnStanding,
  PublicTotals,
} from '../../rules/competitors.ts'
import { iso } from '../../rules/durations.ts'
import { PLATFORMS, type Platform } from '../../rules/platforms.ts'
import { MIN_REVIEWS_COMPARED, verdictOfChance } from '../compare-locations.ts'
import {
  addStars,
  BASE,
  chanceBetter,
  estimateRating,
  type RatingEstimate,
  type StarCounts,
} from '../ratings.ts'

/** Maximum totals shown per competitor, enough for a year of weekly ones. */
const SHOWN_TOTALS = 60

interface StoredCompetitor {
  id: string
  name: string
  platform: Platform
  link: string
  dueAt: number
  problem: string | null
  /** JSON: day, average, count and whether a member entered it, newest first. */
  totals: string
}

/** Public figures of a business: reviews and the sum of their stars on each platform, and its star counts. */
interface OwnFigures extends Record<`${Platform}` | `${Platform}_stars`, number> {
  one: number
  negative: number
  neutral: number
  positive: number
  five: number
}

/**
 * A business beside its competitors, in one batch. Reads one row per day with reviews, never the reviews.
 *
 * @throws DomainError `not_found` for another organization's business
 */
export async function benchmark(ctx: MemberContext, { businessId }: BenchmarkInput): Promise<BenchmarkView> {
  const organizationId = ctx.organization.id
  const isOwn = sql`organization_id = ${organizationId} AND ${isInReach(ctx, sql`businesses.id`)}`
  const chosen = sql`(SELECT id FROM businesses WHERE ${isOwn}
    AND ${businessId === undefined ? sql`true` : sql`id = ${businessId}`} ORDER BY lower(name), id LIMIT 1)`
  const [all, rivals, sums, stated] = await ctx.db.batch([
    ctx.db.statement<{ id: string; name: string; isChosen: number }>(sql`
      SELECT id, name, id = ${chosen} AS isChosen FROM businesses WHERE ${isOwn}`),
    ctx.db.statement<StoredCompetitor>(sql`
      SELECT id, name, platform, link, due_at AS dueAt, problem, (
        SELECT json_group_array(json_array(day, average, review_count, is_typed)) FROM (
          SELECT * FROM competitor_totals WHERE competitor_id = competitors.id ORDER BY day DESC LIMIT ${literal(SHOWN_TOTALS)})
      ) AS totals
      FROM competitors WHERE business_id = ${chosen} ORDER BY created_at, id`),
    ctx.db.statement<OwnFigures>(ownFigures(chosen)),
    ctx.db.statement<{ platform: Platform; average: number; count: number }>(sql`
      SELECT platform, stated_rating AS average, stated_total AS count FROM business_sources
      WHERE business_id = ${chosen} AND stated_rating IS NOT NULL AND stated_total > 0`),
  ])
  const shown = all.results.find(({ isChosen }) => isChosen)
  if (!shown && businessId !== undefined) throw businessNotFound()
  const [figures] = sums.results
  const category = addStars([BASE, figures ? starsOf(figures) : BASE])
  const own = PLATFORMS.filter((platform) => rivals.results.some((rival) => rival.platform === platform))
    .map((platform) => {
      // If the reviews may not be stored, use the platform's stated numbers.
      const said = stated.results.find((source) => source.platform === platform)
      return { platform, ...(said ?? storedTotals(figures, platform)) }
    })
    .filter(({ count }) => count > 0)
    .map((standing) => ({ ...standing, estimate: estimateOf(standing, category) }))
  return {
    businesses: choicesByName(all.results),
    businessId: shown?.id ?? null,
    own: own.map(
      ({ estimate, ...standing }): OwnStanding => ({ ...standing, expected: expectedOf(estimate) }),
    ),
    competitors: rivals.results.map((rival) =>
      competitorView(
        rival,
        own.find(({ platform }) => platform === rival.platform),
        category,
      ),
    ),
  }
}

function ownFigures(chosen: ReturnType<typeof sql>) {
  const posted = (column: string) => sql.raw(`posted_${column}`)
  const others = sql.raw('posted_yelp + posted_facebook + posted_tripadvisor + posted_other')
  const othersStars = sql.raw(
    'posted_yelp_stars + posted_facebook_stars + posted_tripadvisor_stars + posted_other_stars',
  )
  const total = (value: ReturnType<typeof sql>, name: string) =>
    sql`coalesce(sum(${value}), 0) AS ${sql.raw(name)}`
  return sql`SELECT ${sql.join(
    [
      total(sql`${posted('review_count')} - (${others})`, 'google'),
      total(sql`${posted('rating_sum')} - (${othersStars})`, 'google_stars'),
      ...(['yelp', 'facebook', 'tripadvisor'] as const).flatMap((platform) => [
        total(posted(platform), platform),
        total(posted(`${platform}_stars`), `${platform}_stars`),
      ]),
      ...(['positive', 'neutral', 'negative'] as const).map((kind) => total(posted(kind), kind)),
      total(posted('one'), 'one'),
      total(posted('five'), 'five'),
    ],
    sql`, `,
  )} FROM review_daily_stats WHERE business_id = ${chosen} AND NOT is_removed`
}

function starsOf({ one, negative, neutral, positive, five }: OwnFigures): StarCounts {
  return [one, negative - one, neutral, positive - five, five]
}

function storedTotals(figures: OwnFigures | undefined, platform: Platform) {
  const count = figures?.[platform] ?? 0
  return { count, average: count && (figures?.[`${platform}_stars`] ?? 0) / count }
}

function competitorView(
  { totals: json, dueAt, ...rival }: StoredCompetitor,
  own: { count: number; estimate: RatingEstimate } | undefined,
  category: StarCounts,
): CompetitorView {
  const totals = (JSON.parse(json) as [string, number, number, number][]).map(
    ([day, average, count, isTyped]): PublicTotals => ({ day, average, count, isTyped: isTyped === 1 }),
  )
  const [latest] = totals
  const estimate = latest ? estimateOf(latest, category) : null
  const needed = Math.max(0, MIN_REVIEWS_COMPARED - Math.min(own?.count ?? 0, latest?.count ?? 0))
  return {
    ...rival,
    totals,
    expected: estimate && expectedOf(estimate),
    verdict: own && estimate && needed === 0 ? verdictOfChance(chanceBetter(own.estimate, estimate)) : null,
    needed,
    dueAt: iso(dueAt),
  }
}

/**
 * Estimates a rating from the average and the count alone. Our own places are estimated this way too, to be comparable
 * with competitors, of whom no more is known.
 */
function estimateOf(totals: { average: number; count: number }, category: StarCounts): RatingEstimate {
  return estimateRating(starsFromTotals(totals, category), category)
}

function expectedOf({ mean, low, high }: RatingEstimate): ExpectedRating {
  return { mean, low, high }
}

const STEPS = 100
/** Tilt (see `starsFromTotals`) at which only one star value has any weight, whatever the category. */
const WIDEST_TILT = 40
const CLOSE_ENOUGH = 1e-9
/** Averages of exactly 1 or 5 can't be reached by any tilt. */
const LOWEST = 1.001
const HIGHEST = 4.999

/**
 * Estimates the stars of a place from its public average and count: the category's mix, tilted until it has that
 * average (exponential tilting by Newton's method within shrinking bounds). Label the results "from public totals".
 *
 * @param category star counts of similar places; all five must be above zero
 */
export function starsFromTotals(
  totals: { average: number; count: number },
  category: StarCounts,
): StarCounts {
  const target = Math.min(HIGHEST, Math.max(LOWEST, totals.average))
  let tilt = 0
  // The mean increases with the tilt.
  let low = -WIDEST_TILT
  let high = WIDEST_TILT
  for (let step = 0; step < STEPS; step++) {
    const { mean, variance } = momentsOf(tilted(category, tilt))
    if (Math.abs(mean - target) < CLOSE_ENOUGH) break
    if (mean < target) low = tilt
    else high = tilt
    const newton = tilt + (target - mean) / variance
    // Far from the target, Newton's method may overshoot forever: then bisect.
    tilt = newton > low && newton < high ? newton : (low + high) / 2
  }
  const mix = tilted(category, tilt)
  const [one, two, three, four, five] = mix.map((share) => share * totals.count) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return [one, two, three, four, five]
}

/** Shares of the stars, each weighted by e^(tilt × star). */
function tilted(category: StarCounts, tilt: number): number[] {
  // Relative to the middle, so that no power overflows.
  const weights = category.map((some, index) => some * Math.exp(tilt * (index - 2)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function momentsOf(shares: readonly number[]): { mean: number; variance: number } {
  const mean = shares.reduce((sum, share, index) => sum + share * (index + 1), 0)
  const variance = shares.reduce((sum, share, index) => sum + share * (index + 1 - mean) ** 2, 0)
  return { mean, variance }
}
