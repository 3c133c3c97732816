import type { OwnReply } from './google-business-replies.ts'
import { editedInstant, writtenInstant } from './google-instant.ts'
import { base64Url } from './ids.ts'
import { businessPhotos } from './pictures.ts'
import { randomFrom } from './random.ts'
import type { SimulatedReview } from './reviews.ts'

const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const
/** Prefix of all recorded ids. */
const ID_START = 'AbFvOq'
/** Share of translated comments with the original first. */
const ORIGINAL_FIRST = 0.3

/** Business Profile's id of a review: 76 or 78 characters, unrelated to the public id. */
export function businessReviewId(publicId: string): string {
  const random = randomFrom(`business-review:${publicId}`)
  const id = base64Url(random.bytes(random.chance(0.5) ? 57 : 58))
  return ID_START + id.slice(ID_START.length)
}

/**
 * A review as its owner gets it from the API.
 *
 * @param location 'accounts/…/locations/…'
 * @param language preferred by the request; comments in other languages are translated
 */
export function businessReview(
  location: string,
  review: SimulatedReview,
  reply: OwnReply | null,
  language: string,
): Record<string, unknown> {
  const reviewId = businessReviewId(review.id)
  const random = randomFrom(`business-record:${review.id}`)
  const comment = commentOf(review, language, random.chance(ORIGINAL_FIRST))
  return {
    reviewId,
    reviewer: review.reviewer
      ? {
          profilePhotoUrl: `https://lh3.googleusercontent.com/a-/ALV-${base64Url(random.bytes(30))}=s120-c-rp-mo-br100`,
          displayName: review.reviewer.name,
        }
      : { isAnonymous: true },
    starRating: STARS[review.rating - 1],
    ...(comment !== '' && { comment }),
    createTime: writtenInstant(review),
    updateTime: editedInstant(review),
    ...(reply && { reviewReply: replyRecord(reply) }),
    ...(review.photos > 0 && { reviewMediaItems: businessPhotos(review) }),
    reviewReplyUrl: `https://business.google.com/reviews/reply?review=${reviewId}`,
    name: `${location}/reviews/${reviewId}`,
  }
}

/** A reply as part of a review, and as the answer to sending one. */
export function replyRecord({ text, at, state, policyViolation }: OwnReply): Record<string, unknown> {
  return {
    comment: text,
    updateTime: new Date(at).toISOString(),
    ...(state && { reviewReplyState: state }),
    ...(policyViolation && { policyViolation }),
  }
}

/** The comment of a review. A translated one contains both texts, in either order, with English markers. */
function commentOf(review: SimulatedReview, language: string, originalFirst: boolean): string {
  const { text, translation } = review
  if (translation === null || text === '' || language !== 'en') return text
  return originalFirst
    ? `${text}\n\n(Translated by Google)\n${translation}`
    : `(Translated by Google) ${translation}\n\n(Original)\n${text}`
}
