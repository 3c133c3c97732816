import { createHash } from 'node:crypto'
import { at, isStars, textAt } from '../at.ts'
import { isoFromInstant } from '../instants.ts'
import type { Reading } from '../page.ts'

/** What stands for a person whose name Facebook doesn't tell: without the permission, or as they chose. */
const UNNAMED_AUTHOR = 'A Facebook user'

/**
 * What a recommendation counts as, or the stars of an entry from before August 2018. An entry can have both; then the
 * recommendation is what Facebook shows. Null for an entry with neither.
 */
export function starsOf(entry: unknown): number | null {
  const type = at(entry, 'recommendation_type')
  if (type === 'positive') return 5
  if (type === 'negative') return 1
  const rating = at(entry, 'rating')
  return isStars(rating) ? rating : null
}

/** Reads an entry of a page's ratings. */
export function readRating(entry: unknown): Reading {
  const rating = starsOf(entry)
  const reviewDate = isoFromInstant(at(entry, 'created_time'))
  const reviewId = storyIdOf(entry) ?? hashOf(entry, reviewDate)
  if (rating === null || reviewId === null) return 'unreadable'
  return {
    recovered: false,
    review: {
      reviewId,
      authorName: textAt(entry, 'reviewer', 'name').trim() || UNNAMED_AUTHOR,
      rating,
      reviewText: textAt(entry, 'review_text'),
      reviewDate,
      helpfulVotes: 0,
      userVerified: false,
      ownerResponse: null,
      language: null,
      url: null,
    },
  }
}

function storyIdOf(entry: unknown): string | null {
  const id = at(entry, 'open_graph_story', 'id')
  return typeof id === 'string' && /^[!-~]{1,200}$/.test(id) ? id : null
}

/** A name for an entry that has none: who wrote it, where that is told, and when. */
function hashOf(entry: unknown, createdAt: string | null): string | null {
  if (createdAt === null) return null
  return createHash('sha256')
    .update(`${textAt(entry, 'reviewer', 'id')} ${createdAt}`)
    .digest('base64url')
}
