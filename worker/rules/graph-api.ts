import { DAY_MS } from './durations.ts'

/** The version of Facebook's Graph API for everything but recommendations: the newest one, of 2026-07-29. */
export const GRAPH_VERSION = 'v26.0'

/** The last version that hands out recommendations: later ones, into which it turns when it ends, answer with error 12. */
export const RECOMMENDATIONS_VERSION = 'v21.0'
/** The last day (UTC) of that version. */
const LAST_DAY_MS = Date.UTC(2027, 0, 21)
/** The same for people. */
export const RECOMMENDATIONS_LAST_DAY = 'January 21, 2027'

/** Whether recommendations are no longer asked for. */
export function areRecommendationsOver(now: number): boolean {
  return now >= LAST_DAY_MS + DAY_MS
}

/** Days before the last day on which owners of connected pages are told. */
const NOTICE_DAYS = [60, 30, 7, 0] as const
/** Whoever connects a page later than that reads it on the page's source. */
const NOTICES_END_MS = LAST_DAY_MS + 30 * DAY_MS

/** The notice that is due, by its days before the last day; null where none is. */
export function dueEndNotice(now: number): (typeof NOTICE_DAYS)[number] | null {
  if (now >= NOTICES_END_MS) return null
  return NOTICE_DAYS.findLast((days) => now >= LAST_DAY_MS - days * DAY_MS) ?? null
}

/** What owners do from then on. */
export const INSTEAD_OF_RECOMMENDATIONS = 'Add new ones by e-mail, from a file or by pasting them.'
