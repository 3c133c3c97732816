import { type SQL, sql } from 'drizzle-orm'
import type { ActingContext } from '../context.ts'

/** `reviews.label_keys` has tokens of the search index, each after a space, with `~` in place of the organization. */
const SUGGESTED = ' s~'

/** The token of reviews whose suggested reply waits. @param org as the tokens of the search index name it */
export function suggestedToken(org: string): string {
  return `s${org}`
}

/** True if a review's labels say that a suggested reply waits. */
export function isSuggested(labelKeys: string): boolean {
  return labelKeys.includes(SUGGESTED)
}

/** The statement after which a review's labels say whether a suggested reply waits. One that is right costs no write. */
export function labelSuggested(ctx: ActingContext, reviewId: SQL) {
  const labels = sql`replace(label_keys, ${SUGGESTED}, '') || iif(EXISTS (SELECT 1 FROM reply_suggestions
    WHERE reply_suggestions.review_id = reviews.id AND reply_suggestions.state = 'open'), ${SUGGESTED}, '')`
  return ctx.db.statement(sql`UPDATE reviews SET label_keys = ${labels}
    WHERE id = ${reviewId} AND organization_id = ${ctx.organization.id} AND label_keys <> ${labels}`)
}
