import type { DaySpan } from '../../rules/analytics.ts'
import { reviewsBehind } from '../../rules/insight-links.ts'
import type { Locale } from '../../rules/locales.ts'
import type { ReportQuote, ReportSentence, ReportTable, ReportUnit } from '../../rules/reports.ts'
import type { StarCounts } from '../ratings.ts'
import type { ReportInput } from './read-input.ts'

export interface ReportFigures {
  input: ReportInput
  stars: StarCounts
  /** The only location of the report; null for several, because no inbox list has exactly their reviews. */
  businessId: string | null
  format: NumberFormats
}

export const PERCENT = 100

/**
 * @param reviews an inbox URL with exactly the reviews that the sentence counts
 * @param quote a review as an example
 */
export function sentence(
  text: string,
  reviews: string | null = null,
  quote: ReportQuote | null = null,
): ReportSentence {
  return { text, reviews, ...(quote && { quote }) }
}

/** Inbox URL that lists a location's visible reviews of these days. */
export function shownReviews(businessId: string | null, days: DaySpan): string | null {
  return businessId && reviewsBehind({ businessId }, days, { visibility: 'public' })
}

export function table(
  title: string,
  head: string,
  columns: readonly (readonly [label: string, unit: ReportUnit])[],
  rows: ReportTable['rows'],
): ReportTable {
  return { title, head, columns: columns.map(([label, unit]) => ({ label, unit })), rows }
}

export type NumberFormats = ReturnType<typeof numberFormats>

export function numberFormats(locale: Locale) {
  const number = (value: number, digits = 0) =>
    value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return {
    number,
    rating: (value: number) => number(value, 1),
    /** Formats a number from 0 to 100. */
    percent: (value: number) => `${number(value, 1)}%`,
    /** '2026-03-09' as 'Mar 9'. */
    day: (day_: string) => day.format(new Date(day_)),
    /** '2026-03-09' and '2026-03-15' as 'Mar 9 – 15'. */
    days: ({ from, to }: DaySpan) => day.formatRange(new Date(from), new Date(to)),
    /** '2026-03' as 'March 2026'. */
    month: (month_: string) => month.format(new Date(`${month_}-01T00:00:00Z`)),
  }
}
