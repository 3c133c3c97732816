import { isTripadvisorAddress } from './hosts.ts'

/** What stands for an author without a name. */
export const UNNAMED_AUTHOR = 'A TripAdvisor member'

/** The id as a text: the Content API and the site send a number, the partner API digits. */
export function reviewIdOf(id: unknown): string | null {
  const text = Number.isSafeInteger(id) ? String(id) : id
  return typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) ? text : null
}

/** The address of the review itself, null when it does not lead to TripAdvisor. */
export function permalinkOf(link: string): string | null {
  const url = URL.parse(link)
  return url && isTripadvisorAddress(url) ? url.href : null
}
