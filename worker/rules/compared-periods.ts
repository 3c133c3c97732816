import type { DaySpan } from './analytics.ts'
import { DAY_MS, utcDay } from './durations.ts'

export const PERIOD_PAIRS = ['month', 'quarter_last_year', 'own'] as const
export type PeriodPair = (typeof PERIOD_PAIRS)[number]

export const PERIOD_PAIR_NAMES: Record<PeriodPair, string> = {
  month: 'This month against last month',
  quarter_last_year: 'This quarter against the same a year ago',
  own: 'Periods of your own',
}

const QUARTER_MONTHS = 3

/**
 * The two periods of a pair, up to today. Custom periods default to the last 30 days and the 30 days before. Last
 * year's quarter ends on the same date, so that part of a quarter isn't compared with a whole one.
 *
 * @param today UTC day
 */
export function periodsOfPair(pair: PeriodPair, today: string): { before: DaySpan; after: DaySpan } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1]
  const first = (years: number, months: number) => utcDay(Date.UTC(year + years, months))
  const dayBefore = (day: string) => utcDay(Date.parse(day) - DAY_MS)
  switch (pair) {
    case 'month':
      return {
        before: { from: first(0, month - 1), to: dayBefore(first(0, month)) },
        after: { from: first(0, month), to: today },
      }
    case 'quarter_last_year': {
      const start = month - (month % QUARTER_MONTHS)
      // Last year may have had no 29 February.
      const day = Math.min(Number(today.slice(8)), new Date(Date.UTC(year - 1, month + 1, 0)).getUTCDate())
      return {
        before: { from: first(-1, start), to: utcDay(Date.UTC(year - 1, month, day)) },
        after: { from: first(0, start), to: today },
      }
    }
    case 'own': {
      const back = (days: number) => utcDay(Date.parse(today) - days * DAY_MS)
      return { before: { from: back(59), to: back(30) }, after: { from: back(29), to: today } }
    }
    default:
      return pair satisfies never
  }
}
