import { type SQL, sql } from 'drizzle-orm'
import type { ActingContext } from '../context.ts'
import type { TagMark } from '../rules/tags.ts'

/** Beginnings of search index tokens in `reviews.label_keys`: a space, the kind, and `~` for the organization. */
const SUGGESTED = ' s~'
const NOTES = ' n~'
const TAGGED = ' l~'

/** @param org the organization's id in the form used by tokens of the search index */
export function suggestedToken(org: string): string {
  return `s${org}`
}

export function isSuggested(labelKeys: string): boolean {
  return labelKeys.includes(SUGGESTED)
}

export function hasNotes(labelKeys: string): boolean {
  return labelKeys.includes(NOTES)
}

export function labelSuggested(ctx: ActingContext, reviewId: SQL) {
  const isWaiting = sql`EXISTS (SELECT 1 FROM reply_suggestions
    WHERE reply_suggestions.review_id = reviews.id AND reply_suggestions.state = 'open')`
  return label(ctx, sql`reviews.id = ${reviewId}`, SUGGESTED, isWaiting)
}

export function labelNotes(ctx: ActingContext, which: SQL) {
  const isThere = sql`EXISTS (SELECT 1 FROM review_notes WHERE review_notes.review_id = reviews.id)`
  return label(ctx, which, NOTES, isThere)
}

/**
 * Statement that adds a token to the labels of reviews for which `isIt` is true, and removes it from the others.
 * Unchanged labels aren't rewritten.
 */
function label(ctx: ActingContext, which: SQL, token: string, isIt: SQL) {
  const labels = sql`replace(label_keys, ${token}, '') || iif(${isIt}, ${token}, '')`
  // Sort the tokens, so that equal sets are stored as the same text. The plus sign lets SQLite read the reviews by id.
  return ctx.db.statement(sql`UPDATE reviews SET label_keys = ${labels}
    WHERE ${which} AND +organization_id = ${ctx.organization.id} AND ${isIt} <> (instr(label_keys, ${token}) > 0)`)
}

/** @param tag the tag's id in the form used by tokens of the search index */
export function tagToken(org: string, tag: string): string {
  return `l${org}${tag}`
}

/** The label of a tag, as stored in `review_tags.label`. @param tag as for `tagToken` */
export function tagLabel(tag: string): string {
  return `l~${tag}`
}

export function isTagged(label: SQL): SQL {
  return sql`instr(reviews.label_keys, ' ' || ${label})`
}

export const TAG_COUNT = sql`((length(reviews.label_keys) - length(replace(reviews.label_keys, ${TAGGED}, ''))) / ${TAGGED.length})`

/** SQL for the tags of a review (`reviews`), as a JSON list of `TagMark`. Reads no rows for a review without tags. */
export const TAGS_OF_REVIEW = sql<string | null>`CASE WHEN instr(reviews.label_keys, ${TAGGED}) THEN (
  SELECT json_group_array(json_object('id', tag.id, 'name', tag.name, 'color', tag.color))
  FROM json_each('["' || replace(ltrim(reviews.label_keys), ' ', '","') || '"]') AS carried
    CROSS JOIN review_tags AS tag ON tag.organization_id = reviews.organization_id AND tag.label = carried.value) END`

/** Names of a review's tags, sorted. @param names tag names by `review_tags.label` */
export function tagNames(labelKeys: string, names: ReadonlyMap<string, string>): string[] {
  return labelKeys
    .split(' ')
    .flatMap((label) => names.get(label) ?? [])
    .sort((a, b) => a.localeCompare(b, 'en'))
}

/** Sorted by name. */
export function tagMarks(json: string | null): TagMark[] {
  if (json === null) return []
  // Safe: the JSON comes from `TAGS_OF_REVIEW`.
  const marks = JSON.parse(json) as TagMark[]
  return marks.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
