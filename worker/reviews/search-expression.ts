import type { ListReviewsInput } from '../rules/reviews.ts'

const MAX_WORDS = 8
/** The token of what is no longer shown; what is shown has none. */
const REMOVED = 'vremoved'

/**
 * The FTS5 expression for a filter inside one organization. Organization and filters are tokens of the `keys` column;
 * the caller's words reach only the text columns, each quoted as an FTS string, the way `word*` finds its beginnings.
 */
export function searchExpression(organizationId: string, filter: ListReviewsInput): string {
  const keys = [`o${token(organizationId)}`]
  if (filter.businessId) keys.push(`b${token(filter.businessId)}`)
  if (filter.platform) keys.push(`p${filter.platform}`)
  if (filter.rating) keys.push(`r${filter.rating}`)
  if (filter.sentiment) keys.push(`s${filter.sentiment}`)
  if (filter.status) keys.push(`u${filter.status}`)
  if (filter.visibility === 'removed') keys.push(REMOVED)
  const shownOnly = filter.visibility === 'public' ? ` NOT (keys : ${REMOVED})` : ''
  const words = wordsOf(filter.search ?? '')
  const text =
    words.length > 0
      ? ` AND {review_text author_name} : (${words.map((word) => `"${word}" *`).join(' AND ')})`
      : ''
  return `((keys : (${keys.join(' AND ')}))${shownOnly})${text}`
}

/** Whether a search text holds anything that can be looked for: a text of punctuation alone does not. */
export function isSearchable(search: string): boolean {
  return wordsOf(search).length > 0
}

/** Letters and digits are what the index holds; everything else separates words there too. */
function wordsOf(search: string): string[] {
  return (search.match(/[\p{L}\p{N}\p{Co}]+(?:\p{M}+[\p{L}\p{N}\p{Co}]*)*/gu) ?? []).slice(0, MAX_WORDS)
}

function token(id: string): string {
  return id.replaceAll('-', '')
}
