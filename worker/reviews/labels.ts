import { type SQL, sql } from 'drizzle-orm'
import type { ActingContext } from '../context.ts'

/**
 * `reviews.label_keys` contains tokens of the search index, each after a space, with `~` instead of the organization.
 */
const SUGGESTED = ' s~'
const NOTES = ' n~'

/** The token of reviews with a waiting suggested reply. @param org the organization as in tokens of the search index */
export function suggestedToken(org: string): string {
  return `s${org}`
}

/** True if a review's labels include a waiting suggested reply. */
export function isSuggested(labelKeys: string): boolean {
  return labelKeys.includes(SUGGESTED)
}

/** True if a review's labels include notes. */
export function hasNotes(labelKeys: string): boolean {
  return labelKeys.includes(NOTES)
}

/** Statement that updates a review's label for a waiting suggested reply. */
export function labelSuggested(ctx: ActingContext, reviewId: SQL) {
  const isWaiting = sql`EXISTS (SELECT 1 FROM reply_suggestions
    WHERE reply_suggestions.review_id = reviews.id AND reply_suggestions.state = 'open')`
  return label(ctx, sql`reviews.id = ${reviewId}`, SUGGESTED, isWaiting)
}

/** Statement that updates the labels of reviews for notes. */
export function labelNotes(ctx: ActingContext, which: SQL) {
  const isThere = sql`EXISTS (SELECT 1 FROM review_notes WHERE review_notes.review_id = reviews.id)`
  return label(ctx, which, NOTES, isThere)
}

/** Unchanged labels aren't rewritten. */
function label(ctx: ActingContext, which: SQL, token: string, isIt: SQL) {
  const labels = sql`replace(label_keys, ${token}, '') || iif(${isIt}, ${token}, '')`
  // Sorted, because otherwise equal sets of tokens could differ.
  return ctx.db.statement(sql`UPDATE reviews SET label_keys = ${labels}
    WHERE ${which} AND organization_id = ${ctx.organization.id} AND ${isIt} <> (instr(label_keys, ${token}) > 0)`)
}
