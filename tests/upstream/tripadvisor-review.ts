import { numberId } from './ids.ts'
import type { Listing } from './listing.ts'
import { utcDateTime } from './local-time.ts'
import { type Random, randomFrom } from './random.ts'
import { DAY_MS, type Reviewer, type SimulatedReview } from './reviews.ts'
import { reviewUrl, shownAt } from './truth.ts'

const IMAGES = 'https://www.tripadvisor.com/img/cdsi/img2/ratings/traveler'
const TRIP_TYPES = ['NONE', 'Couples', 'Family', 'Friends', 'Business', null] as const
const SUBRATINGS = [
  ['RATE_VALUE', 'Value'],
  ['RATE_SERVICE', 'Service'],
  ['RATE_ATMOSPHERE', 'Atmosphere'],
] as const
/** Share of texts that end with spaces. */
const TRAILING_SPACES = 0.2
const WITHOUT_SUBRATINGS = 0.6
/** Share of members whose hometown has the id "null" and no name. */
const WITHOUT_HOME = 0.2
const TITLE_WORDS = 5

/** A review as the Content API lists it. */
export function tripadvisorReview(listing: Listing, review: SimulatedReview) {
  const random = randomFrom(`tripadvisor:${review.id}`)
  const at = shownAt('tripadvisor', review)
  return {
    id: Number(review.id),
    lang: review.language ?? 'en',
    location_id: Number(listing.tripadvisor?.locationId),
    published_date: utcDateTime(at),
    rating: review.rating,
    helpful_votes: review.helpful,
    rating_image_url: image(review.rating),
    url: reviewUrl(listing, 'tripadvisor', review),
    text: random.chance(TRAILING_SPACES) ? `${review.text}  ` : review.text,
    title: review.text.split(/\s+/).slice(0, TITLE_WORDS).join(' '),
    trip_type: random.pick(TRIP_TYPES),
    travel_date: utcDateTime(at - random.int(1, 40) * DAY_MS).slice(0, 10),
    user: userOf(review.reviewer, random),
    subratings: random.chance(WITHOUT_SUBRATINGS) ? {} : subratingsOf(review.rating),
    ...(review.reply && {
      owner_response: {
        id: Number(numberId(`response:${review.id}`, 9)),
        title: 'Owner response',
        text: review.reply.text,
        lang: 'en',
        author: listing.vocabulary.staff[0],
        published_date: utcDateTime(review.reply.at),
      },
    }),
  }
}

function image(rating: number): string {
  return `${IMAGES}/s${rating}.0-SIMULATED-5.svg`
}

function userOf(reviewer: Reviewer | null, random: Random) {
  const avatar = (size: string) => `https://media-cdn.tripadvisor.com/media/photo-${size}/SIMULATED.jpg`
  return {
    username: reviewer?.name ?? '',
    user_location: random.chance(WITHOUT_HOME)
      ? { id: 'null' }
      : { id: numberId(`home:${reviewer?.town}`, 6), name: reviewer?.town },
    avatar: { thumbnail: avatar('t'), small: avatar('l'), original: avatar('o') },
  }
}

/** Ratings by aspect, with their index in the list as key. */
function subratingsOf(rating: number) {
  return Object.fromEntries(
    SUBRATINGS.map(([name, localized_name], index) => [
      String(index),
      { name, localized_name, value: rating, rating_image_url: image(rating) },
    ]),
  )
}
