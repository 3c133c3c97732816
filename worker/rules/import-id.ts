import { utcDay } from './durations.ts'
import type { ImportedReview } from './imports.ts'
import type { Platform } from './platforms.ts'

/** Begins each id that we made; no platform's id does. */
export const IMPORT_ID_PREFIX = 'import-'
/** 128 bits. */
const HASH_BYTES = 16

/** The id of a review that came without its platform's: what it says makes it, so the same review has the same. */
export async function importId(
  platform: Platform,
  { authorName, rating, reviewText, reviewDate }: ImportedReview,
): Promise<string> {
  const day = reviewDate === null ? null : utcDay(Date.parse(reviewDate))
  const text = JSON.stringify([platform, authorName, day, rating, reviewText])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const bytes = [...new Uint8Array(digest, 0, HASH_BYTES)]
  return IMPORT_ID_PREFIX + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
