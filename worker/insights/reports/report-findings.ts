import { sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import { choicesByName } from '../../businesses/list.ts'
import { platformNameOf } from '../../businesses/own-platforms.ts'
import type { ActingContext } from '../../context.ts'
import { isOwn } from '../../platform/business-access.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import type { BusinessChoice } from '../../rules/businesses.ts'
import { DAY_MS } from '../../rules/durations.ts'
import type { TextFormat } from '../../rules/finding-texts.ts'
import type { Bridge, Finding } from '../../rules/findings.ts'
import { historyCutoff } from '../../rules/plans.ts'
import type { ReportQuote } from '../../rules/reports.ts'
import { comparePeriods } from '../compare-locations.ts'
import { type BusinessCounts, starsIn } from '../findings/counts.ts'
import { explainRating } from '../findings/explain-rating.ts'
import { findings } from '../findings/findings.ts'
import { findingsQuery } from '../findings/queries.ts'
import { figureDays, findingsInput } from '../findings/store-findings.ts'
import { type BusinessFigures, figuresByDay, postedFiguresQuery } from '../posted-figures.ts'

const MAX_FINDINGS = 5
/** Minimum and maximum length of a quoted text: shorter texts say too little, and longer ones are no longer quotes. */
const MIN_QUOTE_CHARS = 30
const MAX_QUOTE_CHARS = 320
const MAX_CANDIDATES = 8

/** A finding as of the last day of a report's period, with a review as an example. */
export interface QuotedFinding {
  finding: Finding
  quote: ReportQuote | null
}

/**
 * The findings of some businesses at the end of a day, most important first, at most MAX_FINDINGS; empty if nothing was
 * unusual.
 */
export async function readFindings(
  ctx: ActingContext,
  businesses: readonly BusinessChoice[],
  today: string,
  format: TextFormat,
): Promise<QuotedFinding[]> {
  const ids = businesses.map(({ id }) => id)
  const [figures, { results: rows }] = await Promise.all([
    postedFiguresQuery(ctx, figureDays(today)),
    findingsQuery(ctx, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`, today),
  ])
  // Locations left out of the report aren't used for comparisons either.
  const chosen = figures.filter(({ id }) => ids.includes(id))
  const input = findingsInput(today, chosen, rows)
  const all = findings({
    ...input,
    format,
    lastFullDay: today,
    businesses: input.businesses.map((one) => ({ ...one, days: one.days.filter(({ day }) => day <= today) })),
  })
  const shown = all.filter(({ kind }) => kind !== 'nothing_unusual').slice(0, MAX_FINDINGS)
  return withQuotes(ctx, shown, input.businesses)
}

/** Adds to each finding its newest review with a suitable text; no review is quoted twice. */
async function withQuotes(
  ctx: ActingContext,
  shown: readonly Finding[],
  businesses: readonly BusinessCounts[],
): Promise<QuotedFinding[]> {
  const candidates = shown.map((finding) => candidatesOf(finding, businesses))
  const { results } = await ctx.db.statement<{
    id: number
    text: string
    rating: number
    platform: string
  }>(sql`
    SELECT ${reviews.id} AS id, ${reviews.reviewText} AS text, ${reviews.rating} AS rating, ${platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`)} AS platform
    FROM json_each(${JSON.stringify(candidates.flat())}) AS chosen CROSS JOIN ${reviews}
    WHERE ${reviews.id} = chosen.value AND ${isOwn(ctx, reviews)} AND ${reviews.removedAt} IS NULL
      AND ${reviews.scrapedAt} >= ${historyCutoff(ctx.organization.plan, ctx.now())}
      AND length(${reviews.reviewText}) BETWEEN ${MIN_QUOTE_CHARS} AND ${MAX_QUOTE_CHARS}`)
  const used = new Set<number>()
  return shown.map((finding, index) => {
    const id = candidates[index]?.find((one) => !used.has(one) && results.some((row) => row.id === one))
    const row = results.find((one) => one.id === id)
    if (!row) return { finding, quote: null }
    used.add(row.id)
    return { finding, quote: { text: row.text, rating: row.rating, platform: row.platform } }
  })
}

/**
 * Ids of the newest reviews that illustrate a finding best: those about its topic or phrase, otherwise those with
 * matching stars.
 */
function candidatesOf(finding: Finding, businesses: readonly BusinessCounts[]): number[] {
  const { businessId, topic, isGood, from, to, reviews: filters } = finding
  if (filters.ids) return filters.ids.map(Number).slice(0, MAX_CANDIDATES)
  const own = businesses.find(({ id }) => id === businessId)?.reviews ?? []
  const polarity = isGood ? 'positive' : 'negative'
  return own
    .filter(({ day, rating, topics, terms }) => {
      if (day < from || day > to) return false
      if (filters.term) return terms.includes(filters.term)
      if (topic) return topics.some((one) => one.topic === topic && one.polarity === polarity)
      return isGood ? rating >= 4 : rating < 3
    })
    .slice(0, MAX_CANDIDATES)
    .map(({ id }) => id)
}

export interface ExplainedLocation {
  id: string
  name: string
  bridge: Bridge
}

const MIN_MOVED = 0.1
const MAX_EXPLAINED = 3

/** Explains the locations whose averages changed most, if the change is more than chance. */
export async function explainLocations(
  ctx: ActingContext,
  figures: readonly BusinessFigures[],
  { days, former }: { days: DaySpan; former: DaySpan | null },
): Promise<ExplainedLocation[]> {
  if (!former) return []
  const hasChanged = (figure: BusinessFigures) => {
    const all = figuresByDay([figure])
    const verdict = comparePeriods(starsIn(all, days), starsIn(all, former))
    return verdict !== null && verdict !== 'no_difference'
  }
  const businesses = choicesByName(figures.filter(hasChanged))
  const bridges = await Promise.all(
    businesses.map(async ({ id, name }) => {
      const bridge = await explainRating(ctx, {
        businessId: id,
        before: timesOf(former),
        after: timesOf(days),
      })
      return bridge ? [{ id, name, bridge }] : []
    }),
  )
  const moved = ({ bridge: { before, after } }: ExplainedLocation) => Math.abs(after - before)
  return bridges
    .flat()
    .filter((one) => moved(one) >= MIN_MOVED)
    .sort((one, other) => moved(other) - moved(one))
    .slice(0, MAX_EXPLAINED)
}

function timesOf({ from, to }: DaySpan) {
  return { from: Date.parse(from), to: Date.parse(to) + DAY_MS }
}
