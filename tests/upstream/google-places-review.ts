import { writtenInstant } from './google-instant.ts'
import { base64Url } from './ids.ts'
import type { Listing } from './listing.ts'
import { randomFrom } from './random.ts'
import { relativeAge } from './relative-age.ts'
import type { SimulatedReview } from './reviews.ts'
import { reviewUrl } from './truth.ts'

/** A review of the Places API (New). A rating without text has neither `text` nor `originalText`. */
export function placesReview(
  listing: Listing,
  placeId: string,
  review: SimulatedReview,
  language: string,
  now: number,
): Record<string, unknown> {
  const { text, translation, reviewer } = review
  const random = randomFrom(`places:${review.id}`)
  const isTranslated = translation !== null && language === 'en'
  return {
    name: `places/${placeId}/reviews/${review.id}`,
    relativePublishTimeDescription: relativeAge(review.createdAt, now),
    rating: review.rating,
    ...(text !== '' && {
      text: isTranslated
        ? { text: translation, languageCode: language }
        : { text, languageCode: review.language ?? 'en' },
      originalText: { text, languageCode: review.language ?? 'en' },
    }),
    authorAttribution: {
      displayName: reviewer?.name ?? 'A Google User',
      ...(reviewer && { uri: `https://www.google.com/maps/contrib/${reviewer.id}/reviews` }),
      photoUri: `https://lh3.googleusercontent.com/a/ACg8oc${base64Url(random.bytes(30))}=s128-c0x00000000-cc-rp-mo`,
    },
    publishTime: writtenInstant(review),
    flagContentUri: `https://www.google.com/local/review/rap/report?postId=${review.id}&t=1`,
    googleMapsUri: reviewUrl(listing, 'google', review),
  }
}
