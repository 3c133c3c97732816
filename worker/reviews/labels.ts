import { type SQL, sql } from 'drizzle-orm'
import type { ActingContext } from '../context.ts'

/** `reviews.label_keys` has tokens of the search index, each after a space, with `~` in place of the organization. */
const SUGGESTED = ' s~'
const NOTES = ' n~'

/** The token of reviews whose suggested reply waits. @param org as the tokens of the search index name it */
export function suggestedToken(org: string): string {
  return `s${org}`
}

/** True if a review's labels say that a suggested reply waits. */
export function isSuggested(labelKeys: string): boolean {
  return labelKeys.includes(SUGGESTED)
}

/** True if a review's labels say that it has a note. */
export function hasNotes(labelKeys: string): boolean {
  return labelKeys.includes(NOTES)
}

/** The statement after which a review's labels say whether a suggested reply waits. */
export function labelSuggested(ctx: ActingContext, reviewId: SQL) {
  const isWaiting = sql`EXISTS (SELECT 1 FROM reply_suggestions
    WHERE reply_suggestions.review_id = reviews.id AND reply_suggestions.state = 'open')`
  return label(ctx, sql`reviews.id = ${reviewId}`, SUGGESTED, isWaiting)
}

/** The statement after which the labels of reviews say whether they have notes. */
export function labelNotes(ctx: ActingContext, which: SQL) {
  const isThere = sql`EXISTS (SELECT 1 FROM review_notes WHERE review_notes.review_id = reviews.id)`
  return label(ctx, which, NOTES, isThere)
}

/** One that is right costs no write. */
function label(ctx: ActingContext, which: SQL, token: string, isIt: SQL) {
  const labels = sql`replace(label_keys, ${token}, '') || iif(${isIt}, ${token}, '')`
  // By their order the tokens could differ though they are the same.
  return ctx.db.statement(sql`UPDATE reviews SET label_keys = ${labels}
    WHERE ${which} AND organization_id = ${ctx.organization.id} AND ${isIt} <> (instr(label_keys, ${token}) > 0)`)
}
