import type { Locale } from '../../rules/locales.ts'

/** How a report writes numbers and dates. */
export type NumberFormats = ReturnType<typeof numberFormats>

export function numberFormats(locale: Locale) {
  const number = (value: number, digits = 0) =>
    value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return {
    number,
    rating: (value: number) => number(value, 1),
    /** Takes 0 to 100. */
    percent: (value: number) => `${number(value, 1)}%`,
    /** '2026-03' as 'March 2026'. */
    month: (month_: string) => month.format(new Date(`${month_}-01T00:00:00Z`)),
  }
}
