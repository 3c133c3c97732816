import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

export interface LocaleSettings {
  /** BCP 47 tag, 'en-GB'. */
  locale: string
  /** IANA name, 'Europe/Berlin'. */
  timeZone: string
}

/** Age in days from which a date is shown instead of a number of days. */
const RELATIVE_DAYS = 30

/** Formatters are cached, because making an Intl formatter costs more than using it a hundred times. */
const MAX_CACHED_FORMATTERS = 100
const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function cached<F extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  kind: new () => F,
  make: () => F,
): F {
  const known = formatters.get(key)
  if (known instanceof kind) return known
  if (formatters.size >= MAX_CACHED_FORMATTERS) formatters.clear()
  const made = make()
  formatters.set(key, made)
  return made
}

function numbers(locale: string, digits: number): Intl.NumberFormat {
  return cached(
    `number ${locale} ${digits}`,
    Intl.NumberFormat,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
}

const DATE_STYLES = {
  date: { dateStyle: 'medium' },
  'date and time': { dateStyle: 'full', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  'day and month': { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  'month alone': { month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

function dates(style: keyof typeof DATE_STYLES, { locale, timeZone }: LocaleSettings): Intl.DateTimeFormat {
  return cached(
    `${style} ${locale} ${timeZone}`,
    Intl.DateTimeFormat,
    () => new Intl.DateTimeFormat(locale, { ...DATE_STYLES[style], timeZone }),
  )
}

/** Formatters for one person. A list has hundreds of dates: make them once for all that use them. */
export function formatFor(settings: LocaleSettings) {
  const { locale } = settings
  const number = (value: number, digits = 0) => numbers(locale, digits).format(value)
  const date = (iso: string) => dates('date', settings).format(new Date(iso))
  return {
    /** 1234 → '1,234'. `digits` decimals, none by default. */
    number,
    /** Ratings and rates have one decimal: 4.25 → '4.3'. */
    rating: (value: number) => number(value, 1),
    /** Takes 0 to 100: 62.5 → '62.5%'. */
    percent: (value: number) => `${number(value, 1)}%`,
    /** '2 Mar 2026' in the person's locale and time zone. */
    date,
    /** 'Monday, 2 March 2026 at 14:20': the exact time, for hovering. */
    dateTime: (iso: string) => dates('date and time', settings).format(new Date(iso)),
    time: (iso: string) => dates('time', settings).format(new Date(iso)),
    /** A UTC day 'YYYY-MM-DD' as '2 Mar': a day of the statistics is a UTC day wherever the person is. */
    day: (day: string) =>
      dates('day and month', { locale, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    /** The month of a UTC day: 'March 2026'. */
    month: (day: string) => dates('month', { locale, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    monthName: (day: string) =>
      dates('month alone', { locale, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    /** 'just now', 'in 2 hours', 'yesterday', in English like the screens; the date from 30 days on. */
    relative: (iso: string, now: number) => relativeTime(new Date(iso).getTime(), now) ?? date(iso),
  }
}

/** A time relative to `now`, such as '2 hours ago'; null if a date is more useful. */
function relativeTime(time: number, now: number): string | null {
  const distance = Math.abs(time - now)
  const isPast = time < now
  // Days without a time, as in files and emails, are stored as noon.
  if (isPast && time % DAY_MS === DAY_MS / 2 && distance < DAY_MS)
    return Math.floor(time / DAY_MS) === Math.floor(now / DAY_MS) ? 'today' : 'yesterday'
  if (distance < MINUTE_MS) return 'just now'
  // Rounded, so that a deadline set to seven days a moment ago isn't shown as 'in 6 days'.
  const whole = isPast ? Math.floor : Math.round
  if (distance < HOUR_MS) return counted(whole(distance / MINUTE_MS), 'minute', isPast)
  if (distance < DAY_MS) return counted(whole(distance / HOUR_MS), 'hour', isPast)
  if (distance >= RELATIVE_DAYS * DAY_MS) return null
  const days = whole(distance / DAY_MS)
  if (days === 1) return isPast ? 'yesterday' : 'tomorrow'
  return counted(days, 'day', isPast)
}

function counted(count: number, unit: string, isPast: boolean): string {
  const amount = `${count} ${unit}${count === 1 ? '' : 's'}`
  return isPast ? `${amount} ago` : `in ${amount}`
}

/** Milliseconds as '0.8 s', '42 s', '3 min 5 s'. */
export function formatDuration(durationMs: number): string {
  const seconds = durationMs / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/**
 * Slices a text without splitting surrogate pairs: the server would send a question mark for half a pair, and hydration
 * would find different text.
 */
export function cutText(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}
