import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
import { LANGUAGES } from './locales.ts'

export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** No platform has older reviews; an earlier date is a misread number. */
export const EARLIEST_MS = Date.UTC(1995, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)
/** A day without a time becomes noon UTC, which is the same day in nearly every time zone. */
const NOON = 12
/** Enough for a date with its time zone's full name. */
const MAX_CHARS = 100

/** Seconds, milliseconds, microseconds or nanoseconds since 1970; some programs write them as decimals. */
const EPOCH = /^(\d{10}(?:\d{3}){0,3})(?:\.\d+)?$/
/** Days since 30 December 1899, as in spreadsheets; the fraction is the time. */
const SERIAL_DAY = /^(\d{5})(?:\.\d+)?$/
const SERIAL_START_MS = Date.UTC(1899, 11, 30)
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:t\d{4,6}(?:\.\d+)?z?)?$/
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(?:(?:utc|gmt)?([+-]\d{2})(?::?(\d{2}))?(?: utc)?|utc|gmt|z)$/
/** 2024-3-4, 2024/03/04, 2024. 3. 4. */
const YEAR_FIRST = /^(\d{4})(?:[-/]|\. ?)(\d{1,2})(?:[-/]|\. ?)(\d{1,2})\.?$/
/** 3/4/2024, 03-04-24, 4.3.2024 */
const YEAR_LAST = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})$/
const EAST_ASIAN = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/
/**
 * Matches a time of day, with the words around it, am or pm, the time zone and the offset. Some formats put the year
 * after the time; the year isn't matched.
 */
const TIME =
  /(?:^|[t ,]+(?:at |um |a las |as |alle ore |alle |a )?)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.? ?m\b\.?)?(?: ?\b(?:uhr|z|[a-z]{0,3}[st]t|utc|gmt)\b)?(?: ?(?:[+-]\d{2}:?\d{2}|(?<=utc|gmt)[+-]\d{1,2}(?::\d{2})?)\b)?(?: utc)?(?: ?\([^()]*\))?/
const LEADING_WORD = /^([a-z]+)(?:-feira)?\.?,? /
const ZONE_NAME = /(?: [a-z]+)+$/
const CONNECTORS = new Set(['de', 'del', 'of', 'the', 'di', 'le', 'den', 'der', 'am', 'el', 'il'])
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|er|o|a)?$/

const UNITS_MS: readonly [unit: RegExp, milliseconds: number][] = [
  [/^minut\w{0,2}$/, MINUTE_MS],
  [/^(?:hours?|stunden?|heures?|horas?|or[ae])$/, HOUR_MS],
  [/^(?:days?|tag|tage|tagen|jours?|dias?|giorn[oi])$/, DAY_MS],
  [/^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae])$/, 7 * DAY_MS],
  [/^(?:months?|monate?n?|mois|mes|meses|mes[ei])$/, 30 * DAY_MS],
  [/^(?:years?|jahre?n?|ans?|annees?|anos?|ann[oi])$/, 365 * DAY_MS],
]
/** 'a month ago', 'vor 2 Wochen', 'il y a un an', 'hace 3 días', 'há uma hora', '5 mesi fa' */
const COUNTED_AGE =
  /^(?:(?:vor|il y a|hace|ha) )?(an?|one|ein(?:e[mnr]?)?|une?|un[oa]?|uma?|\d{1,3}) ([a-z]{2,9})(?: (?:ago|fa|atras))?$/
const TODAY = /^(?:just now|today|heute|aujourd'hui|hoy|hoje|oggi)$/
const YESTERDAY = /^(?:yesterday|gestern|hier|ayer|ontem|ieri)$/

/** An age such as '2 weeks ago', in the languages we read; it doesn't name a day. */
const AGE =
  /\bago(?:new)?$|^(?:vor|il y a|hace|ha) .*\d|^(?:vor|il y a|hace|ha) (?:ein|une?|un[oa]?|uma?)|\b(?:fa|atras)$/

/**
 * Parses a date to milliseconds: an instant exactly, a day as noon UTC, because its time zone is unknown; null for
 * anything else. `order` tells how to read 03/04/2024; if null, such dates aren't read.
 */
export function readReviewDate(text: string, order: DateOrder | null): number | null {
  const written = tidy(text)
  if (written === null) return null
  const epoch = EPOCH.exec(written)?.[1]
  if (epoch) return plausible(Math.floor(Number(epoch.slice(0, 13)) * (epoch.length === 10 ? 1000 : 1)))
  const serial = SERIAL_DAY.exec(written)?.[1]
  if (serial) return plausible(SERIAL_START_MS + (Number(serial) + 0.5) * DAY_MS)
  const instant = INSTANT.exec(written)
  if (instant) return instantOf(instant)
  const parts = dayParts(written, order)
  return parts === null ? null : noonOf(...parts)
}

/** True if a text is about a time but doesn't name a day: '2 weeks ago', 'April 2024'. */
export function hasNoDay(text: string): boolean {
  const written = tidy(text)
  if (written === null) return false
  if (isAge(written) || /^\d{4}(?:-\d{2})?$/.test(written)) return true
  const words = wordsOf(written)
  return words.length === 2 && words.some((word) => monthOf(word) !== null) && words.some(isYear)
}

const isAge = (written: string) => AGE.test(written) || TODAY.test(written) || YESTERDAY.test(written)

/**
 * Approximate time in milliseconds for an age such as 'a month ago', counted back from `now`. Null if the text isn't an
 * age.
 */
export function momentOfAge(text: string, now: number): number | null {
  const tidied = tidy(text)
  if (tidied === null) return null
  // 'Yesterday at 9:14 AM'
  const written = withoutTime(tidied)
  if (!isAge(written)) return null
  const [, count = '', word = ''] = COUNTED_AGE.exec(written) ?? []
  const unit = UNITS_MS.find(([words]) => words.test(word))?.[1]
  if (unit !== undefined) return now - (/\d/.test(count) ? Number(count) : 1) * unit
  if (YESTERDAY.test(written)) return now - DAY_MS
  return TODAY.test(written) ? now : null
}

/**
 * Order of day and month in a date, which tells how to read the other dates of its file. 'either' if both orders are
 * possible; null if the date doesn't depend on the order.
 */
export function orderIn(text: string): DateOrder | 'either' | null {
  const parts = YEAR_LAST.exec(withoutTime(tidy(text) ?? ''))
  if (!parts || parts[2] === '.') return null
  const [first, second] = [Number(parts[1]), Number(parts[3])]
  if (first > 12) return second > 12 ? null : 'dmy'
  if (second > 12) return 'mdy'
  return first === second ? null : 'either'
}

/** Lower-cases and removes accents and unusual spaces; null if the text is too short or too long. */
function tidy(text: string): string | null {
  if (text.length > 10 * MAX_CHARS) return null
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^'/, '')
    .toLowerCase()
  return plain.length === 0 || plain.length > MAX_CHARS ? null : plain
}

function dayParts(written: string, order: DateOrder | null): [number, number, number] | null {
  const text = withoutTime(written)
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(written) ?? EAST_ASIAN.exec(text)
  if (yearFirst) return [Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])]
  const yearLast = YEAR_LAST.exec(text)
  if (yearLast) {
    const [, first, separator, second, year = ''] = yearLast
    // With dots, the day always comes first, and 4/4 is the same both ways.
    const read = separator === '.' || first === second ? 'dmy' : order
    if (read === null) return null
    const [day, month] = read === 'dmy' ? [first, second] : [second, first]
    return [fullYear(year), Number(month), Number(day)]
  }
  return namedMonth(wordsOf(text))
}

/**
 * Parses the words of a date with a month's name, as year, month, day: '4 march 2024', 'march 4th 2024', '4 mar 24',
 * '2024 march 4'. A two-digit year has to come last. Null for anything else.
 */
function namedMonth(words: readonly string[]): [number, number, number] | null {
  if (words.length !== 3) return null
  const at = words.findIndex((word) => monthOf(word) !== null)
  const month = monthOf(words[at] ?? '')
  if (month === null || at === 2) return null
  const [one = '', other = ''] = words.filter((_, index) => index !== at)
  const [day, year] = /^\d{4}$/.test(one) ? [other, one] : [one, other]
  const number = ORDINAL.exec(day)?.[1]
  return number !== undefined && isYear(year) ? [fullYear(year), month, Number(number)] : null
}

/** Removes the time, its time zone and the weekday from a written date. */
function withoutTime(written: string): string {
  const untimed = written.replace(TIME, ' ')
  // A zone only occurs with a time, and a month's name isn't a zone.
  const isTimed = untimed !== written
  const hasMonth = (words: string) => words.split(' ').some((word) => monthOf(word) !== null)
  const day = isTimed ? untimed.replace(ZONE_NAME, (words) => (hasMonth(words) ? words : '')) : untimed
  const text = day.replaceAll(/\s+/g, ' ').trim()
  const [leading = '', name = ''] = LEADING_WORD.exec(text) ?? []
  const rest = text.slice(leading.length)
  const isWeekday =
    numberOf('weekday', name) !== null && (/^\d+[-/.]\d/.test(rest) || rest.split(' ').length > 2)
  return isWeekday ? rest : text
}

function wordsOf(written: string): string[] {
  return withoutTime(written)
    .split(/[\s,/-]+|\.(?:\s|$)|(?<=[a-z])\.|\.(?=[a-z])/)
    .filter((word) => word !== '' && !CONNECTORS.has(word))
}

const isYear = (word: string) => /^'?(?:\d{4}|\d{2})$/.test(word)
const fullYear = (year: string) => Number(year.replace("'", '').padStart(4, '20'))

type NamedPart = 'month' | 'weekday'
type Names = Map<string, Set<number>>

const names: Partial<Record<NamedPart, Names>> = {}
const COUNTS: Record<NamedPart, number> = { month: 12, weekday: 7 }

const monthOf = (word: string) => numberOf('month', word)

/**
 * Number of a month or weekday, counted from 1, for a whole word in a language we read; null if unknown or ambiguous.
 */
function numberOf(part: NamedPart, word: string): number | null {
  const known = names[part] ?? namesOf(part)
  names[part] = known
  const [number = null, another] = known.get(word) ?? []
  return another === undefined ? number : null
}

/** Full names, usual short forms, and the first three letters. */
function namesOf(part: NamedPart): Names {
  const found: Names = new Map()
  for (const language of [...LANGUAGES, 'en-GB']) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { [part]: style, day: 'numeric', timeZone: 'UTC' })
      for (let number = 1; number <= COUNTS[part]; number += 1) {
        // The first of January 2024 was a Monday.
        const date = part === 'month' ? Date.UTC(2024, number - 1, 15) : Date.UTC(2024, 0, number)
        const name = tidy(format.formatToParts(date).find(({ type }) => type === part)?.value ?? '')
        const [word = ''] = name?.split(/[.-]/) ?? []
        for (const one of [word, word.slice(0, 3)]) found.set(one, (found.get(one) ?? new Set()).add(number))
      }
    }
  }
  return found
}

function noonOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day, NOON))
  // Engines read 30 February as 1 March.
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? plausible(date.getTime()) : null
}

function instantOf([, day = '', time = '', hours, minutes = '00']: RegExpExecArray): number | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (noonOf(year, month, date) === null) return null
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  return plausible(Date.parse(`${day}T${time.replace(',', '.')}${zone}`))
}

function plausible(milliseconds: number): number | null {
  return milliseconds >= EARLIEST_MS && milliseconds < LATEST_MS ? milliseconds : null
}
