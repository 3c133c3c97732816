import { countAt, parseJson } from '../json.ts'

/** A cursor in Yelp's own format. */
export function cursorAt(offset: number): string {
  return btoa(JSON.stringify({ version: 1, type: 'offset', offset }))
}

/** The offset in a cursor; null if it isn't in this format. */
export function offsetOf(cursor: unknown): number | null {
  if (typeof cursor !== 'string' || cursor === '' || cursor.length > 200) return null
  try {
    return countAt(parseJson(atob(cursor)), 'offset')
  } catch {
    return null
  }
}

/**
 * Cursor of the next page; `cursor` was used to request this one, `rowCount` includes repeated rows. `endCursor` may be
 * missing although there is more; then the offset is counted from the start of this page.
 */
export function cursorAfter(cursor: string | null, endCursor: unknown, rowCount: number): string | null {
  const start = offsetOf(cursor) ?? 0
  const stated = offsetOf(endCursor)
  if (typeof endCursor === 'string' && endCursor !== '' && (stated === null || stated > start))
    return endCursor
  return rowCount > 0 ? cursorAt(start + rowCount) : null
}
