import { DAY_MS } from './durations.ts'

/**
 * Facebook Graph API version for everything but recommendations; released 2026-07-29, the newest version at that time.
 */
export const GRAPH_VERSION = 'v26.0'

/**
 * Last version that returns recommendations. Once this version has ended, Facebook answers requests for it with a later
 * version, which returns error 12.
 */
export const RECOMMENDATIONS_VERSION = 'v21.0'
const LAST_DAY_MS = Date.UTC(2027, 0, 21)
export const RECOMMENDATIONS_LAST_DAY = 'January 21, 2027'

export function areRecommendationsOver(now: number): boolean {
  return now >= LAST_DAY_MS + DAY_MS
}

/** Days before the last day when owners of connected pages are notified. */
const NOTICE_DAYS = [60, 30, 7, 0] as const
/**
 * Time after which no notices are sent. If a page is connected after that, its collection error tells the owner that
 * `RECOMMENDATIONS_VERSION` has ended.
 */
const NOTICES_END_MS = LAST_DAY_MS + 30 * DAY_MS

/** The latest due notice, as a number of days before the last day; null if none is due. */
export function dueEndNotice(now: number): (typeof NOTICE_DAYS)[number] | null {
  if (now >= NOTICES_END_MS) return null
  return NOTICE_DAYS.findLast((days) => now >= LAST_DAY_MS - days * DAY_MS) ?? null
}

/** Versions of Facebook's API that end, with their last day (ms). Meta keeps a version for at least two years. */
export const ENDING_VERSIONS = [
  { name: `Facebook’s API ${RECOMMENDATIONS_VERSION}, which gives reviews,`, lastDayMs: LAST_DAY_MS },
  { name: `Facebook’s API ${GRAPH_VERSION}`, lastDayMs: Date.UTC(2028, 6, 29) },
] as const

export const INSTEAD_OF_RECOMMENDATIONS = 'Add new ones by e-mail, from a file or by pasting them.'
