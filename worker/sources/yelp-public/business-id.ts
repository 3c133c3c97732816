const ENCID = /^[A-Za-z0-9_-]{22}$/
/** Alias words: a title-case or lower-case word, or a number. */
const WORD = /^([A-Z]?[a-z]+|[0-9]+)$/

/** True for the form of Yelp's ids of businesses, people and reviews: 22 url-safe characters, case-sensitive. */
export function isEncid(value: unknown): value is string {
  return typeof value === 'string' && ENCID.test(value)
}

/**
 * True when a path segment is certainly an id and not an alias of 22 characters. Aliases are lower-case words with
 * hyphens; in doubt the segment is an alias, which is only a detour: the page behind it names the id.
 */
export function isCertainlyEncid(segment: string): boolean {
  if (!isEncid(segment)) return false
  if (segment.includes('_')) return true
  const parts = segment.split('-')
  const looksLikeWords = parts.length > 1 && parts.every((part) => WORD.test(part))
  return /[A-Z]/.test(segment) && !looksLikeWords
}
