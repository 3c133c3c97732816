import { yelpId } from './ids.ts'
import type { Listing } from './listing.ts'
import { localDay } from './local-time.ts'
import type { SimulatedReview } from './reviews.ts'
import { shownAt } from './truth.ts'

/** Newlines of a text as the older list writes them. */
function fragment(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br>')
}

/** A review as an element of the older `review_feed` list: HTML text, a day without a time. */
export function feedElement(listing: Listing, review: SimulatedReview) {
  const { reviewer } = review
  const userUrl = `/user_details?userid=${reviewer?.id}`
  const day = (at: number) => localDay(at, listing.timeZone)
  return {
    id: review.id,
    userId: reviewer?.id ?? null,
    business: { id: listing.yelp?.encid, alias: listing.yelp?.alias, name: listing.name },
    user: reviewer && {
      link: userUrl,
      markupDisplayName: reviewer.name,
      displayLocation: reviewer.town,
      altText: reviewer.name,
      userUrl,
      partnerAlias: null,
      friendCount: reviewer.friends,
      photoCount: reviewer.photos,
      reviewCount: reviewer.reviews,
      eliteYear: null,
    },
    comment: { text: fragment(review.text), language: review.language ?? 'en' },
    localizedDate: day(shownAt('yelp', review)),
    localizedDateVisited: null,
    rating: review.rating,
    photos: [],
    lightboxMediaItems: [],
    photosUrl: `/biz_photos/${listing.yelp?.alias}?userid=${reviewer?.id}`,
    totalPhotos: review.photos,
    feedback: {
      counts: { useful: review.helpful, funny: 0, cool: 0 },
      userFeedback: { useful: false, funny: false, cool: false },
      voterText: null,
    },
    isUpdated: review.previous.length > 0,
    businessOwnerReplies: review.reply && [
      {
        comment: fragment(review.reply.text),
        localizedDate: day(review.reply.at),
        owner: { displayName: listing.vocabulary.staff[0] },
      },
    ],
    appreciatedBy: null,
    previousReviews:
      review.previous.length === 0
        ? null
        : review.previous.map(({ rating, text, at }, index) => ({
            id: yelpId(`previous:${review.id}:${index}`),
            comment: { text: fragment(text) },
            rating,
            localizedDate: day(at),
          })),
    tags: [],
  }
}
