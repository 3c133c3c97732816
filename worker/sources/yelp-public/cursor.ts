import { countAt, parseJson } from '../json.ts'

/** A place in Yelp's list, in the form Yelp itself writes it. */
export function cursorAt(offset: number): string {
  return btoa(JSON.stringify({ version: 1, type: 'offset', offset }))
}

/** The offset a cursor means; null when it is none of this form. */
export function offsetOf(cursor: unknown): number | null {
  if (typeof cursor !== 'string' || cursor === '' || cursor.length > 200) return null
  try {
    return countAt(parseJson(atob(cursor)), 'offset')
  } catch {
    return null
  }
}

/**
 * Where the next page begins; `cursor` is what this one was asked with, `rowCount` includes repeated rows. `endCursor`
 * may be missing although there is more; then it is counted from where this page began.
 */
export function cursorAfter(cursor: string | null, endCursor: unknown, rowCount: number): string | null {
  const start = offsetOf(cursor) ?? 0
  const stated = offsetOf(endCursor)
  if (typeof endCursor === 'string' && endCursor !== '' && (stated === null || stated > start))
    return endCursor
  return rowCount > 0 ? cursorAt(start + rowCount) : null
}
