import { contributorId, googleReviewId, numberId, yelpId } from './ids.ts'
import type { Listing, ReviewPlan, SimulatedPlatform } from './listing.ts'
import { type Random, randomFrom } from './random.ts'
import { CARE } from './texts/care.ts'
import { composeReview } from './texts/compose.ts'
import { FOOD } from './texts/food.ts'
import { composeForeign, FOREIGN_LANGUAGES } from './texts/other-languages.ts'
import { homeTown, memberName, personName, shortName } from './texts/people.ts'
import { ownerReply } from './texts/replies.ts'
import { SERVICE } from './texts/service.ts'
import { SHOP } from './texts/shop.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
/** Age of the oldest reviews. */
const SPAN_MS = 3 * 365 * DAY_MS
/** Above 1, so that recent months have slightly more reviews than early ones. */
const CROWDING = 1.15
/** Weights of one to five stars, typical for restaurants on the real platforms. */
const RATING_WEIGHTS = [7, 4, 8, 19, 62] as const
/** Position in the list, as a share of its length, after which ids are of Google's older generation. */
const OLDER_IDS_FROM = 0.6
/** Share of Yelp reviews whose author has closed the account. */
const CLOSED_ACCOUNTS = 0.01
/** Share of Facebook's recommendations whose author is hidden from apps. */
const HIDDEN_AUTHORS = 0.15
/**
 * Position in a Facebook page's list, as a share of its length, after which it has stars instead of recommendations.
 */
const STAR_RATINGS_FROM = 0.8
/** The day on which Facebook ended star ratings. */
export const STAR_RATINGS_UNTIL = Date.UTC(2018, 7, 13)
const BOOKS = { food: FOOD, shop: SHOP, care: CARE, service: SERVICE }

export interface Reviewer {
  id: string
  name: string
  town: string
  reviews: number
  photos: number
  friends: number
  /** 'Local Guide' on Google, 'Elite' on Yelp. */
  distinguished: boolean
}

/** A review as stored by the platform; all lists are generated from this. Times in milliseconds UTC. */
export interface SimulatedReview {
  id: string
  /** Google only: the id inside the id, part of the permalink. */
  innerId: string
  rating: number
  /** '' for a rating without a text. */
  text: string
  /** English translation of a text in another language. */
  translation: string | null
  language: string | null
  createdAt: number
  /** Later than `createdAt` if the review was edited. */
  editedAt: number
  /** Null if the account was closed or is hidden. */
  reviewer: Reviewer | null
  helpful: number
  photos: number
  reply: { text: string; at: number } | null
  previous: { rating: number; text: string; at: number }[]
}

function ratingOf(random: Random): number {
  let ticket = random.next() * RATING_WEIGHTS.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of RATING_WEIGHTS.entries()) {
    ticket -= weight
    if (ticket < 0) return index + 1
  }
  return RATING_WEIGHTS.length
}

function reviewerOf(random: Random, platform: SimulatedPlatform, seed: string, language: string): Reviewer {
  return {
    ...personOn(platform, random, seed, language),
    town: homeTown(random),
    reviews: random.int(1, random.chance(0.2) ? 400 : 30),
    photos: random.chance(0.5) ? 0 : random.int(1, 120),
    friends: random.chance(0.4) ? 0 : random.int(1, 90),
    distinguished: random.chance(0.2),
  }
}

function personOn(platform: SimulatedPlatform, random: Random, seed: string, language: string) {
  switch (platform) {
    case 'google':
      return { id: contributorId(seed), name: personName(random, language) }
    case 'yelp':
      return { id: yelpId(`user:${seed}`), name: shortName(random) }
    case 'facebook':
      return { id: numberId(`user:${seed}`, 16), name: personName(random, language) }
    case 'tripadvisor':
      return { id: yelpId(`user:${seed}`), name: memberName(random) }
  }
}

/** A review's id. On Facebook it is the story's id, which a few older entries don't show. */
function reviewIdOn(platform: Exclude<SimulatedPlatform, 'google'>, seed: string): string {
  switch (platform) {
    case 'yelp':
      return yelpId(seed)
    case 'facebook':
      return numberId(seed, 16)
    case 'tripadvisor':
      return numberId(seed, 9)
  }
}

function isWithoutAuthor(platform: SimulatedPlatform, random: Random): boolean {
  if (platform === 'yelp') return random.chance(CLOSED_ACCOUNTS)
  return platform === 'facebook' && random.chance(HIDDEN_AUTHORS)
}

function textOf(random: Random, listing: Listing, plan: ReviewPlan, rating: number) {
  if (random.chance(plan.ratingOnlyShare ?? 0)) return { text: '', translation: null, language: null }
  if (random.chance(plan.foreignShare ?? 0)) {
    const language = random.pick(FOREIGN_LANGUAGES)
    return { ...composeForeign(random, language, rating), language }
  }
  const text = composeReview(random, BOOKS[listing.kind], listing.vocabulary, rating)
  return { text, translation: null, language: 'en' }
}

/**
 * Time at which the review at a position in the list was written. Google has milliseconds, the others whole seconds.
 */
function momentOf(
  seed: string,
  platform: SimulatedPlatform,
  place: number,
  count: number,
  now: number,
): number {
  const share = ((place + 0.2 + 0.6 * randomFrom(`moment:${seed}`).next()) / count) ** CROWDING
  const isStarRating = platform === 'facebook' && place / count > STAR_RATINGS_FROM
  const at = (isStarRating ? STAR_RATINGS_UNTIL : now) - Math.round(share * SPAN_MS)
  return platform === 'google' ? at : at - (at % 1000)
}

/**
 * A review written at `createdAt`. Everything except its times depends only on listing, platform and seed, so that ids
 * and texts are the same in every process.
 */
export function makeReview(
  listing: Listing,
  platform: SimulatedPlatform,
  seed: string,
  generation: 'older' | 'newer',
  createdAt: number,
  now: number,
): SimulatedReview {
  const plan = listing[platform]?.plan ?? { count: 0 }
  const random = randomFrom(seed)
  const googleId = googleReviewId(seed, generation)
  const rating = ratingOf(random)
  const written = textOf(random, listing, plan, rating)
  const reviewer = reviewerOf(random, platform, seed, written.language ?? 'en')
  const answered = random.chance(plan.replyShare ?? 0)
  const repliedAt = Math.min(now, createdAt + random.int(2, 9 * 24 * 60) * MINUTE_MS)
  const answer = ownerReply(random, rating, written.text !== '', reviewer.name, listing.vocabulary.staff)
  return {
    id: platform === 'google' ? googleId.id : reviewIdOn(platform, seed),
    innerId: platform === 'google' ? googleId.inner : '',
    rating,
    ...written,
    createdAt,
    editedAt: createdAt,
    reviewer: isWithoutAuthor(platform, random) ? null : reviewer,
    helpful: random.chance(0.65) ? 0 : random.int(1, random.chance(0.1) ? 24 : 4),
    photos: random.chance(0.75) ? 0 : random.int(1, 4),
    reply: answered ? { text: answer, at: repliedAt - (repliedAt % 1000) } : null,
    previous: [],
  }
}

/** All reviews of a listing on a platform when the simulator starts, newest first. */
export function reviewsOf(listing: Listing, platform: SimulatedPlatform, now: number): SimulatedReview[] {
  const count = listing[platform]?.plan.count ?? 0
  return Array.from({ length: count }, (_, place) => {
    const seed = `${listing.key}:${platform}:${place}`
    const generation = place / count > OLDER_IDS_FROM ? 'older' : 'newer'
    return makeReview(listing, platform, seed, generation, momentOf(seed, platform, place, count, now), now)
  })
}
