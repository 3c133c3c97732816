import { createHash } from 'node:crypto'
import { utcDateTime } from './local-time.ts'
import { randomFrom } from './random.ts'
import { type SimulatedReview, STAR_RATINGS_UNTIL } from './reviews.ts'

/** Share of entries older than recommendations that have an `open_graph_story`. */
const OLD_STORIES = 0.3
/** Share of recommendations that also have stars. */
const BOTH = 0.1

/** The verdict of an entry: a recommendation since August 2018, stars before. */
function verdictOf(review: SimulatedReview): { type: 'positive' | 'negative' } | { stars: number } {
  if (review.createdAt < STAR_RATINGS_UNTIL) return { stars: review.rating }
  return { type: review.rating >= 3 ? 'positive' : 'negative' }
}

/** The rating that the product stores: the stars, or 5 for a positive recommendation and 1 for a negative one. */
export function facebookRating(review: SimulatedReview): number {
  const verdict = verdictOf(review)
  if ('stars' in verdict) return verdict.stars
  return verdict.type === 'positive' ? 5 : 1
}

function hasStory({ id, createdAt }: SimulatedReview): boolean {
  return createdAt >= STAR_RATINGS_UNTIL || randomFrom(`story:${id}`).chance(OLD_STORIES)
}

/** The product's id of an entry: its story's id, otherwise a hash of author and time. */
export function facebookReviewId(review: SimulatedReview): string {
  if (hasStory(review)) return review.id
  const key = `${review.reviewer?.id ?? ''} ${new Date(review.createdAt).toISOString()}`
  return createHash('sha256').update(key).digest('base64url')
}

/** The fields of an entry that Facebook knows. */
export const ENTRY_FIELDS: readonly string[] = [
  'created_time',
  'recommendation_type',
  'review_text',
  'rating',
  'has_rating',
  'has_review',
  'reviewer',
  'open_graph_story',
]

/** An entry of a page's ratings with the requested fields; fields without a value are left out. */
export function facebookEntry(review: SimulatedReview, fields: readonly string[]): Record<string, unknown> {
  const verdict = verdictOf(review)
  const isBoth = 'type' in verdict && randomFrom(`both:${review.id}`).chance(BOTH)
  const stars = 'stars' in verdict ? verdict.stars : isBoth ? facebookRating(review) : null
  const { reviewer } = review
  const all: Record<string, unknown> = {
    created_time: utcDateTime(review.createdAt).replace('Z', '+0000'),
    ...('type' in verdict && { recommendation_type: verdict.type }),
    ...(review.text !== '' && { review_text: review.text }),
    ...(stars !== null && { rating: stars }),
    has_rating: stars !== null,
    has_review: review.text !== '',
    ...(reviewer && { reviewer: { name: reviewer.name, id: reviewer.id } }),
    ...(hasStory(review) && { open_graph_story: { id: review.id } }),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)))
}
