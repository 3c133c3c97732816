import type { DaySpan } from '../../rules/analytics.ts'
import {
  durationText,
  locationsTitle,
  platformsTitle,
  waitingSummary,
  waitingTitle,
} from '../../rules/analytics.ts'
import type { BenchmarkVerdict } from '../../rules/competitors.ts'
import { counted } from '../../rules/counted.ts'
import { DAY_MS, utcDay } from '../../rules/durations.ts'
import { partText } from '../../rules/finding-texts.ts'
import { listOf } from '../../rules/findings.ts'
import { platformName } from '../../rules/platforms.ts'
import type { ReportSection, ReportSectionName, ReportTable } from '../../rules/reports.ts'
import { compareLocations, comparePeriods, MIN_REVIEWS_COMPARED } from '../compare-locations.ts'
import { type PostedFigures, platformFigures } from '../posted-figures.ts'
import { addStars, countOf, type StarCounts, shareOf } from '../ratings.ts'
import { cohortsOf, waitingTimes } from '../waiting-times.ts'
import type { ReportInput } from './read-input.ts'
import type { ExplainedLocation } from './report-findings.ts'
import {
  type NumberFormats,
  PERCENT,
  type ReportFigures,
  sentence,
  shownReviews,
  table,
} from './section-parts.ts'
import { factsSection, termsSection, topicsSection } from './text-sections.ts'

const SECTIONS: Record<ReportSectionName, (figures: ReportFigures) => Omit<ReportSection, 'name'>> = {
  facts: factsSection,
  ratings: ratingsSection,
  locations: locationsSection,
  platforms: platformsSection,
  answers: answersSection,
  topics: topicsSection,
  terms: termsSection,
}

/** The same input always gives the same sections. */
export function reportSections(
  input: ReportInput,
  names: readonly ReportSectionName[],
  format: NumberFormats,
): ReportSection[] {
  const [only, other] = input.businesses
  const businessId = other || !only ? null : only.id
  const figures = { input, stars: starsOf(current(input)), businessId, format }
  return names.map((name) => ({ name, ...SECTIONS[name](figures) }))
}

function current({ figures, days }: ReportInput): PostedFigures[] {
  return figures.flat().filter(({ day }) => day >= days.from)
}

/** Null if there is no previous period. */
function previous({ figures, former }: ReportInput): PostedFigures[] | null {
  return former && figures.flat().filter(({ day }) => day <= former.to)
}

function starsOf(days: readonly PostedFigures[]): StarCounts {
  return addStars(days.map(({ stars }) => stars))
}

function averageOf(stars: StarCounts): number | null {
  const count = countOf(stars)
  return count === 0 ? null : stars.reduce((sum, some, index) => sum + some * (index + 1), 0) / count
}

const CHANGES: Record<BenchmarkVerdict, string> = {
  better: 'Better than in the previous period.',
  probably_better: 'Probably better than in the previous period.',
  no_difference: 'About the same as in the previous period.',
  probably_worse: 'Probably worse than in the previous period.',
  worse: 'Worse than in the previous period.',
}

function ratingsSection({ input, stars, businessId, format }: ReportFigures) {
  const { days, former } = input
  const before = previous(input)
  const starsBefore = before && starsOf(before)
  const row = (name: string, some: StarCounts, span: ReportInput['days']) => ({
    name,
    values: [countOf(some), averageOf(some)],
    reviews: shownReviews(businessId, span),
  })
  const average = averageOf(stars)
  const count = countOf(stars)
  return {
    sentences: [
      sentence(
        average === null
          ? 'No reviews were posted in this period.'
          : `${counted(count, 'review', format)}, ${format.number(average, 2)} stars on average.`,
        count === 0 ? null : shownReviews(businessId, days),
      ),
      ...(starsBefore ? [sentence(changeText(stars, starsBefore))] : []),
    ],
    tables: [
      ...courseTable(input, format),
      table('Average', 'Period', RATING_COLUMNS, [
        row('This period', stars, days),
        ...(starsBefore && former ? [row('Previous period', starsBefore, former)] : []),
      ]),
      table(
        'Stars',
        'Stars',
        [
          ['Reviews', 'count'],
          ['Share', 'percent'],
        ],
        [5, 4, 3, 2, 1].map((star) => {
          const some = stars[star - 1] ?? 0
          return {
            name: format.number(star),
            values: [some, count === 0 ? null : (some / count) * PERCENT],
            reviews: null,
          }
        }),
      ),
      ...input.explained.map((one) => bridgeTable(one, input.businesses.length > 1, format)),
    ],
  }
}

const RATING_COLUMNS = [
  ['Reviews', 'count'],
  ['Average', 'rating'],
] as const

function changeText(stars: StarCounts, before: StarCounts): string {
  const verdict = comparePeriods(stars, before)
  if (verdict) return CHANGES[verdict]
  const needed = MIN_REVIEWS_COMPARED - Math.min(countOf(stars), countOf(before))
  return `Too few reviews to compare with the previous period (${needed} more needed).`
}

const WEEK_DAYS = 7

/**
 * The average over time: one row per week in periods of a month (with the month before), one per month in longer
 * periods; none for a week.
 */
function courseTable({ days, former, figures, months }: ReportInput, format: NumberFormats): ReportTable[] {
  const period = months?.period ?? []
  if (period.length === 0) return []
  const from = former?.from ?? days.from
  const isByWeek = period.length === 1
  const spans = isByWeek ? weeksBetween(from, days.to) : monthsBetween(from, days.to)
  const rows = spans.map((span) => {
    const stars = starsOf(figures.flat().filter(({ day }) => day >= span.from && day <= span.to))
    const name = isByWeek ? format.days(span) : format.month(span.from.slice(0, 7))
    return { name, values: [countOf(stars), averageOf(stars)], reviews: null }
  })
  const [title, head] = isByWeek ? ['Week by week', 'Week'] : ['Month by month', 'Month']
  return [{ ...table(title, head, RATING_COLUMNS, rows), isChart: true }]
}

/** Splits a span into whole weeks up to its last day, oldest first; the remainder at the beginning is dropped. */
function weeksBetween(from: string, to: string): DaySpan[] {
  const weeks: DaySpan[] = []
  for (let end = Date.parse(to); ; end -= WEEK_DAYS * DAY_MS) {
    const week = { from: utcDay(end - (WEEK_DAYS - 1) * DAY_MS), to: utcDay(end) }
    if (week.from < from) return weeks.reverse()
    weeks.push(week)
  }
}

function monthsBetween(from: string, to: string): DaySpan[] {
  const months: DaySpan[] = []
  for (let first = `${from.slice(0, 7)}-01`; first <= to; ) {
    const next = utcDay(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)), 1))
    const last = utcDay(Date.parse(next) - DAY_MS)
    months.push({ from: first, to: last < to ? last : to })
    first = next
  }
  return months
}

function bridgeTable(
  { name, bridge }: ExplainedLocation,
  isNamed: boolean,
  format: NumberFormats,
): ReportTable {
  const stars = (value: number) => format.number(value, 2)
  const title = `${isNamed ? `${name}: why` : 'Why'} the average went from ${stars(bridge.before)} to ${stars(bridge.after)}`
  return table(
    title,
    'Because of',
    [['Stars', 'change']],
    bridge.parts.map((part) => ({
      name: partText(part),
      values: [part.stars],
      reviews: part.n > 0 ? listOf(part.reviews) : null,
    })),
  )
}

function locationsSection({ input }: ReportFigures) {
  const { businesses, figures, days } = input
  const { standings, verdict } = compareLocations(
    businesses.map((business, index) => ({
      ...business,
      stars: starsOf((figures[index] ?? []).filter(({ day }) => day >= days.from)),
    })),
  )
  const isOne = businesses.length === 1
  return {
    sentences: [sentence(isOne ? 'There is one location.' : `${locationsTitle(verdict, standings)}.`)],
    tables: [
      table(
        'Locations',
        'Location',
        RATING_COLUMNS,
        standings.map(({ id, name, count, average }) => ({
          name,
          values: [count, average],
          reviews: shownReviews(id, days),
        })),
      ),
    ],
  }
}

function platformsSection({ input, format }: ReportFigures) {
  const before = previous(input)
  const platforms = platformFigures(current(input), before)
  return {
    sentences: [sentence(`${platformsTitle(platforms, format)}.`)],
    tables: [
      table(
        'Platforms',
        'Platform',
        [
          ['Reviews', 'count'],
          ['Average', 'rating'],
          ...(before
            ? ([
                ['Reviews before', 'count'],
                ['Average before', 'rating'],
              ] as const)
            : []),
        ],
        platforms.map(({ count, average, before, ...named }) => ({
          name: platformName(named),
          values: [count, average, ...(before ? [before.count, before.average] : [])],
          reviews: null,
          ...(named.own && { color: named.own.color }),
        })),
      ),
    ],
  }
}

function answersSection({ input, format }: ReportFigures) {
  const days = current(input)
  const count = days.reduce((sum, day) => sum + day.count, 0)
  const visible = days.reduce((sum, day) => sum + day.visible, 0)
  const share = shareOf(visible, count)
  const times = waitingTimes(cohortsOf(days), input.now)
  const percent = (part: number) => format.percent(part * PERCENT)
  return {
    sentences: [
      sentence(
        share === null
          ? 'No reviews were posted in this period.'
          : `${format.number(visible)} of ${counted(count, 'review', format)} ${visible === 1 ? 'has' : 'have'} a reply visible to guests: ${percent(share.share)}.`,
      ),
      ...(count === 0 ? [] : [sentence(`${waitingTitle(times)}. ${waitingSummary(times, format)}`.trim())]),
    ],
    tables: [
      table(
        'Answered within',
        'Time',
        [['Share', 'percent']],
        times.needed > 0
          ? []
          : times.steps.map(({ hours, answered }) => ({
              name: durationText(hours),
              values: [answered * PERCENT],
              reviews: null,
            })),
      ),
    ].filter(({ rows }) => rows.length > 0),
  }
}
