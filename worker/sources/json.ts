import { repaired } from './text.ts'

/** Real responses nest about 30 levels; far deeper ones are hostile and slow to read. */
const MAX_DEPTH = 200

/** Undefined if the text is truncated, nested too deep or not JSON. */
export function parseJson(text: string): unknown {
  if (nestsTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function nestsTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === BACKSLASH) i += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** The value at a path of indexes and own keys in parsed JSON; undefined if any step is missing. */
export function at(value: unknown, ...path: (number | string)[]): unknown {
  let current = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined
    // Safe: `step` was just found on this very object; its value stays unknown.
    current = (current as Record<number | string, unknown>)[step]
  }
  return current
}

/** Repairs Unicode; '' if there is no text. */
export function textAt(value: unknown, ...path: (number | string)[]): string {
  const text = at(value, ...path)
  return typeof text === 'string' ? repaired(text) : ''
}

export function listAt(value: unknown, ...path: (number | string)[]): unknown[] {
  const list = at(value, ...path)
  return Array.isArray(list) ? list : []
}

/** The non-negative integer at a path; null if there is none. */
export function countAt(value: unknown, ...path: (number | string)[]): number | null {
  const count = at(value, ...path)
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : null
}

/** The average rating at a path, 1 to 5, as a number or in quotes; null if there is none. */
export function averageAt(value: unknown, ...path: (number | string)[]): number | null {
  const found = at(value, ...path)
  const average = typeof found === 'string' && /^\d(\.\d{1,9})?$/.test(found) ? Number(found) : found
  return typeof average === 'number' && average >= 1 && average <= 5 ? average : null
}

/** A language tag such as `en` or `zh-Hant`; null if the value isn't one. */
export function languageAt(value: unknown, ...path: (number | string)[]): string | null {
  const code = at(value, ...path)
  return typeof code === 'string' && /^[A-Za-z][A-Za-z0-9_-]{1,34}$/.test(code) ? code : null
}

export function isStars(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5
}
