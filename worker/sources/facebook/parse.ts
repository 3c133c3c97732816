import { createHash } from 'node:crypto'
import { UNNAMED_AUTHORS } from '../../rules/platform-names.ts'
import { failure } from '../failure.ts'
import { isoFromInstant } from '../instants.ts'
import { at, averageAt, countAt, isStars, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf } from '../page.ts'
import type { SourcePage, StatedNumbers } from '../source.ts'
import { requireAnswer } from './refusal.ts'

/** Maximum share of entries without a rating. A few are normal; many mean that the field has been renamed. */
const MAX_SILENT_SHARE = 0.3
const SILENT_ENTRIES_MAY_BE = 4

/**
 * Parses recommendations and older star ratings: either the list itself, or a page with its numbers and the list in
 * `ratings`.
 */
export function parse(body: string): SourcePage {
  const answer = requireAnswer(body)
  const list = Array.isArray(at(answer, 'data')) ? answer : at(answer, 'ratings')
  const entries = at(list, 'data')
  if (!Array.isArray(entries)) throw failure('facebook', 'format_changed')
  const rated = entries.filter((entry) => starsOf(entry) !== null)
  const silent = entries.length - rated.length
  if (silent > SILENT_ENTRIES_MAY_BE && silent > entries.length * MAX_SILENT_SHARE) {
    throw failure('facebook', 'format_changed')
  }
  const { total, rating } = numbersOf(answer)
  return pageOf('facebook', rated, readerOf(), {
    nextCursor: nextCursorOf(list),
    total,
    rating: rating ?? undefined,
    warnings: silent > 0 ? [withoutVerdict(silent)] : [],
    leftOut: silent,
  })
}

function withoutVerdict(count: number): string {
  const entries = count === 1 ? '1 entry' : `${count} entries`
  return `Left out because they neither recommend the page nor advise against it: ${entries}.`
}

/** Facebook omits the average if the page has too few ratings. */
export function numbersOf(page: unknown): StatedNumbers {
  return { total: countAt(page, 'rating_count'), rating: averageAt(page, 'overall_star_rating') }
}

/** Null at the end. `paging.next` is only checked for presence, because it contains the token. */
export function nextCursorOf(list: unknown): string | null {
  if (textAt(list, 'paging', 'next') === '') return null
  const after = at(list, 'paging', 'cursors', 'after')
  if (typeof after === 'string' && /^[\x21-\x7e]{1,2000}$/.test(after)) return after
  throw failure('facebook', 'format_changed')
}

/** Author if Facebook gives no name, because we lack the permission or the person withholds it. */
const UNNAMED_AUTHOR = UNNAMED_AUTHORS.facebook

/** A recommendation overrides stars (given until August 2018); null if there is neither. */
function starsOf(entry: unknown): number | null {
  const type = at(entry, 'recommendation_type')
  if (type === 'positive') return 5
  if (type === 'negative') return 1
  const rating = at(entry, 'rating')
  return isStars(rating) ? rating : null
}

function readerOf(): (entry: unknown) => Reading {
  const known = new Map<string, string>()
  return (entry) => {
    const rating = starsOf(entry)
    const reviewDate = isoFromInstant(at(entry, 'created_time'))
    const reviewText = textAt(entry, 'review_text')
    const says = `${rating} ${reviewText}`
    const stated = storyIdOf(entry) ?? hashOf(entry, reviewDate)
    if (rating === null || stated === null) return 'unreadable'
    // Two entries without author or id may have been written in the same second; their content tells them apart.
    const isAmbiguous = storyIdOf(entry) === null && (known.get(stated) ?? says) !== says
    const reviewId = isAmbiguous ? hash(`${stated} ${says}`) : stated
    if (!isAmbiguous) known.set(stated, says)
    return readingOf({
      reviewId,
      authorName: textAt(entry, 'reviewer', 'name').trim() || UNNAMED_AUTHOR,
      rating,
      reviewText,
      reviewDate,
    })
  }
}

function storyIdOf(entry: unknown): string | null {
  const id = at(entry, 'open_graph_story', 'id')
  return typeof id === 'string' && /^[!-~]{1,200}$/.test(id) ? id : null
}

function hashOf(entry: unknown, createdAt: string | null): string | null {
  return createdAt === null ? null : hash(`${textAt(entry, 'reviewer', 'id')} ${createdAt}`)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
