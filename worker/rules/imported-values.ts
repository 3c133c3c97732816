/** How dates such as 03/04/2024 are to be read. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** No platform has reviews from before; what is older is a misread number. */
const EARLIEST_MS = Date.UTC(1995, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)
/** A day without a time counts as its noon in UTC: so it is the same day in nearly every time zone it is shown in. */
const NOON = 12
const MAX_CHARS = 60

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const TIME = '(?:,? (?:at )?\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]\\.?m\\.?)?)?'
/** A zone says little of a day; it is read over. */
const ZONE = '(?: (?:gmt|utc|[+-]\\d{4}))?'
/** 2024-03-04, 2024/03/04, 2024-03-04 18:20 */
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`, 'i')
/** 3/4/2024, 03-04-24, 4.3.2024, 3/4/2024 6:20 PM */
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${TIME}$`, 'i')
/** March 4, 2024; Mar 4th 2024 */
const MONTH_FIRST = new RegExp(`^([a-z]{3,9})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${TIME}${ZONE}$`, 'i')
/** 4 March 2024, Mon, 4 Mar 2024, 4-Mar-2024 */
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th|\\.)?[ -]([a-z]{3,9})\\.?,?[ -](\\d{4})${TIME}${ZONE}$`,
  'i',
)
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?UTC|Z|[+-]\d{2}:?\d{2})$/i
const EPOCH = /^\d{10}(?:\d{3})?$/

/**
 * The moment a text names, in milliseconds: an instant exactly, a day (its local time's zone is unknown) as its noon in
 * UTC; null for anything else. `order` tells how 03/04/2024 is read; null leaves it unread.
 */
export function readReviewDate(text: string, order: DateOrder | null): number | null {
  const trimmed = text.trim().replace(/\s+/g, ' ')
  if (trimmed.length === 0 || trimmed.length > MAX_CHARS) return null
  if (EPOCH.test(trimmed)) return plausible(Number(trimmed) * (trimmed.length === 10 ? 1000 : 1))
  if (INSTANT.test(trimmed)) return instantOf(trimmed)
  const parts = dayParts(trimmed.replace(WEEKDAY, ''), order)
  return parts === null ? null : noonOf(...parts)
}

/** What a date says about the order of day and month in its file: 'either' leaves it open, null has no say. */
export function orderIn(text: string): DateOrder | 'either' | null {
  const parts = YEAR_LAST.exec(text.trim().replace(/\s+/g, ' '))
  if (!parts || parts[2] === '.') return null
  const [first, second] = [Number(parts[1]), Number(parts[3])]
  if (first > 12) return second > 12 ? null : 'dmy'
  if (second > 12) return 'mdy'
  return first === second ? null : 'either'
}

function dayParts(text: string, order: DateOrder | null): [number, number, number] | null {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return [Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])]
  const yearLast = YEAR_LAST.exec(text)
  if (yearLast) {
    const [, first, separator, second, year = ''] = yearLast
    // With dots it is always the day that comes first, and 4/4 is the same both ways.
    const read = separator === '.' || first === second ? 'dmy' : order
    if (read === null) return null
    const [day, month] = read === 'dmy' ? [first, second] : [second, first]
    return [Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day)]
  }
  const monthFirst = MONTH_FIRST.exec(text)
  if (monthFirst) return [Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2])]
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return [Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1])]
  return null
}

/** 1 to 12; 0 for no month. */
function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

function noonOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day, NOON))
  // Engines read 30 February as 1 March.
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? plausible(date.getTime()) : null
}

function instantOf(text: string): number | null {
  const [day = ''] = text.split(/[T ]/i)
  const [year, month, date] = day.split('-').map(Number)
  if (noonOf(year ?? 0, month ?? 0, date ?? 0) === null) return null
  const iso = text
    .replace(/^(\S{10}) /, '$1T')
    .replace(/ ?UTC$/i, 'Z')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
  return plausible(Date.parse(iso))
}

function plausible(milliseconds: number): number | null {
  return milliseconds >= EARLIEST_MS && milliseconds < LATEST_MS ? milliseconds : null
}

const NUMERALS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']
/** '★★★★', '★★★★☆', '⭐⭐⭐⭐'; emoji stars may carry a variation selector. */
const STARS = /^((?:[★⭐]\uFE0F?){1,5})[☆✩]{0,4}$/u
/** '4', '4.5', '4,5', '4/5', '8 / 10', '4 out of 5', '4 stars', '4.0 star rating', '4-star' */
const NUMBER =
  /^(\d{1,2}(?:[.,]\d{1,3})?)(?: ?(?:\/|out of|of) ?(\d{1,3}))?(?:[ -]?stars?)?(?: ?(?:rating|review))?$/i

/** The stars (1 to 5) a text names by a number, fraction, word (FIVE) or stars; null for anything else. */
export function ratingIn(text: string): number | null {
  const trimmed = text.trim()
  const word = NUMERALS.indexOf(trimmed.toUpperCase().replace(/^STAR_RATING_|[ _-]STARS?$/g, ''))
  if (word >= 0) return word + 1
  const stars = STARS.exec(trimmed.replaceAll(' ', ''))?.[1]
  if (stars !== undefined) return [...stars].filter((mark) => mark !== '\uFE0F').length
  const number = NUMBER.exec(trimmed)
  if (!number) return null
  const [, value = '', scale = '5'] = number
  const rating = (Number(value.replace(',', '.')) * 5) / Number(scale)
  return rating >= 1 && rating <= 5 ? Math.round(rating * 100) / 100 : null
}
