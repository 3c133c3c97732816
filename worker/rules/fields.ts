import * as v from 'valibot'
import { grouped } from './counted.ts'
import { DAY_MS } from './durations.ts'
import { INVALID_EMAIL, INVALID_URL, isEmail, isHttpUrl, isPictureUrl, normalizeEmail } from './validators.ts'

// The side-effect annotations let bundlers drop schemas that a screen doesn't use.

/** Replaces lone surrogates with U+FFFD, trims and normalizes to NFC; everything else is unchanged, markup included. */
export function cleanText(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim()
    .normalize('NFC')
}

/** Cleaned text of at most `maxChars` UTF-16 units, as in a form's `maxlength`; messages begin with `label`. */
// @__NO_SIDE_EFFECTS__
export function cleanString(maxChars: number, label: string) {
  return v.pipe(
    v.string(`${label} must be text.`),
    // SQLite's text functions stop at a NUL character.
    v.check(
      (text) => !text.includes('\0'),
      `${label} contains a character that can't be stored. Type it again.`,
    ),
    v.transform(cleanText),
    v.maxLength(maxChars, `${label} can have at most ${grouped(maxChars)} characters.`),
  )
}

/** Treats a missing field as empty, so that the user gets the field's own message instead of the schema library's. */
// @__NO_SIDE_EFFECTS__
export function needed<Schema extends v.GenericSchema<string, unknown>>(schema: Schema): Schema {
  // Optional for the library only: the type still requires the field.
  return v.optional(schema, '' as never) as unknown as Schema
}

// @__NO_SIDE_EFFECTS__
export function requiredString(maxChars: number, label: string, emptyMessage: string) {
  return needed(v.pipe(cleanString(maxChars, label), v.minLength(1, emptyMessage)))
}

/** A non-empty name on one line, without bidirectional control characters, which could reorder the text around it. */
// @__NO_SIDE_EFFECTS__
export function nameString(maxChars: number, label: string, emptyMessage: string) {
  return needed(v.pipe(cleanString(maxChars, label), v.transform(inOneLine), v.minLength(1, emptyMessage)))
}

function inOneLine(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\r\n\u0085\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** An optional text field: empty and blank become null. */
// @__NO_SIDE_EFFECTS__
export function nullableString(maxChars: number, label: string) {
  return v.nullable(v.pipe(cleanString(maxChars, label), v.transform(emptyToNull)))
}

/**
 * Colors of tags and of platforms that owners add, each with a light and a dark shade in app.css. The name is always
 * shown beside the color.
 */
export const TAG_COLORS = ['red', 'orange', 'green', 'teal', 'blue', 'purple', 'grey'] as const
export type TagColor = (typeof TAG_COLORS)[number]

export const SearchText = v.pipe(
  cleanString(100, 'Search'),
  v.transform((text) => (text === '' ? undefined : text)),
)

export function emptyToNull(text: string): string | null {
  return text === '' ? null : text
}

/** Id of anything except a review: lower-case UUIDv7. */
// @__NO_SIDE_EFFECTS__
export function uuid(message: string) {
  return needed(v.pipe(v.string(message), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, message)))
}

/** A review's id: a positive integer below 2^53, as decimal text because JSON readers may round numbers. */
// @__NO_SIDE_EFFECTS__
export function decimalId(message: string) {
  return needed(
    v.pipe(
      v.string(message),
      v.regex(/^[1-9][0-9]{0,15}$/, message),
      v.check((id) => Number.isSafeInteger(Number(id)), message),
    ),
  )
}

// @__NO_SIDE_EFFECTS__
function typed(message: string) {
  return v.pipe(v.string(message), v.transform(cleanText))
}

/** An email address, trimmed and with a lower-case domain. */
export const Email = needed(
  v.pipe(typed(INVALID_EMAIL), v.check(isEmail, INVALID_EMAIL), v.transform(normalizeEmail)),
)

// @__NO_SIDE_EFFECTS__
export function textOrNull(message: string, fits: (text: string) => boolean) {
  return v.nullable(
    v.pipe(
      typed(message),
      v.check((text) => text === '' || fits(text), message),
      v.transform(emptyToNull),
    ),
  )
}

export const NullableEmail = v.pipe(
  textOrNull(INVALID_EMAIL, isEmail),
  v.transform((email) => email && normalizeEmail(email)),
)

/** Only the syntax is checked. */
export const NullableUrl = textOrNull(INVALID_URL, isHttpUrl)

/** An optional URL as people type it: the scheme may be missing. */
export const NullableWebsite = v.pipe(
  v.nullable(v.pipe(typed(INVALID_URL), v.transform(withScheme))),
  NullableUrl,
)

/**
 * Adds https:// to a text that begins with a host name, such as 'harbor.example/menu'. Leaves 'example' and
 * 'javascript:alert(1)' unchanged.
 */
function withScheme(text: string): string {
  return /^[^\s:/?#@]+\.[^\s:/?#@.]{2,}(?:[/?#]|$)/.test(text) ? `https://${text}` : text
}

const MIN_PHONE_DIGITS = 10
const INVALID_PHONE =
  'Enter the number with its area code: at least 10 digits. Spaces, + ( ) - . and / are allowed.'

export const NullablePhone = textOrNull(
  INVALID_PHONE,
  (text) =>
    text.length <= 40 && /^\+?[\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length >= MIN_PHONE_DIGITS,
)

/** An optional picture URL. The server never loads it, and browsers load it over https only. */
export const NullablePictureUrl = textOrNull(INVALID_URL, isPictureUrl)

// @__NO_SIDE_EFFECTS__
export function wholeNumber(min: number, max: number, message: string, tooLarge = message) {
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, tooLarge))
}

// @__NO_SIDE_EFFECTS__
export function pageLimit(max: number, items: string, usual = max) {
  return v.optional(wholeNumber(1, max, `Ask for 1 to ${max} ${items} at a time.`), usual)
}

export const PAGE_GONE = 'This page no longer exists. Start again from the first one.'

const DAY_OR_INSTANT = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/
const INVALID_DATE = 'Enter a date as YYYY-MM-DD.'

/** Inclusive start of a range in milliseconds. A day begins at 00:00 UTC. */
export const RangeStart = v.pipe(
  v.string(INVALID_DATE),
  v.check((text) => firstInstant(text) !== null, INVALID_DATE),
  v.transform((text) => firstInstant(text) ?? 0),
)

/** Exclusive end of a range in milliseconds. The given day or instant is part of the range. */
export const RangeEnd = v.pipe(
  v.string(INVALID_DATE),
  v.check((text) => firstInstant(text) !== null, INVALID_DATE),
  v.transform((text) => (firstInstant(text) ?? 0) + (isDay(text) ? DAY_MS : 1)),
)

function isDay(text: string): boolean {
  return !text.includes('T')
}

/** Milliseconds in UTC; null for an invalid date, including one that doesn't exist in the calendar. */
function firstInstant(text: string): number | null {
  const day = DAY_OR_INSTANT.exec(text)?.[1]
  if (day === undefined) return null
  // Engines read 30 February as 2 March.
  const dayStart = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(dayStart) || new Date(dayStart).toISOString().slice(0, 10) !== day) return null
  const instant = isDay(text) ? dayStart : Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}

const MAX_JSON_BYTES = 8 * 1_024
/** Nesting depth, including the outermost object. */
const MAX_JSON_DEPTH = 5

type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [key: string]: JsonValue
}

/** Keys with a special meaning in JavaScript; they are dropped to prevent prototype pollution. */
const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A JSON object of at most 8 KiB and 5 levels, copied without prototypes and with cleaned text; messages begin with
 * `label`.
 */
// @__NO_SIDE_EFFECTS__
export function jsonObject(label: string) {
  return v.pipe(
    v.custom<Record<string, unknown>>(isObject, `${label} must be an object.`),
    v.rawTransform<Record<string, unknown>, JsonObject>(({ dataset, addIssue, NEVER }) => {
      const copy = copyOf(dataset.value, MAX_JSON_DEPTH)
      if (!isObject(copy)) {
        addIssue({
          message: `${label} can hold text, numbers, lists and objects, at most ${MAX_JSON_DEPTH} levels deep.`,
        })
        return NEVER
      }
      if (new TextEncoder().encode(JSON.stringify(copy)).length > MAX_JSON_BYTES) {
        addIssue({ message: `${label} can have at most ${grouped(MAX_JSON_BYTES)} bytes.` })
        return NEVER
      }
      return copy
    }),
  )
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns undefined if the value isn't valid JSON or is nested deeper than `levels` */
function copyOf(value: unknown, levels: number): JsonValue | undefined {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string') return value.includes('\0') ? undefined : cleanText(value)
  if (typeof value !== 'object' || levels === 0) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item) => copyOf(item, levels - 1))
    return items.some((item) => item === undefined) ? undefined : (items as JsonValue[])
  }
  const copy: JsonObject = Object.create(null)
  for (const [key, inner] of Object.entries(value)) {
    if (RESERVED_KEYS.has(key)) continue
    const name = copyOf(key, 0)
    const kept = copyOf(inner, levels - 1)
    if (typeof name !== 'string' || kept === undefined) return undefined
    copy[name] = kept
  }
  return copy
}
