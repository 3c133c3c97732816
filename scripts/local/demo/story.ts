import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { personName, shortName } from '#tests/upstream/texts/people.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import {
  CLOSINGS,
  COPIED_TEXTS,
  FOREIGN_TEXTS,
  OPENINGS,
  OYSTER_TEXTS,
  SUBJECTS,
  type Subject,
  WORDS,
} from './texts.ts'

/** Age of the oldest reviews. */
const STORY_DAYS = 730
/** Guests began to wait this many days ago. */
const SLOW_DAYS = 32
const SLOW_SHARE = 0.55
/** Burst of reviews within three days, after a weekly paper wrote about the restaurant. */
const BURST = { daysAgo: 6, days: 3, reviews: 21 }
const COPIES_DAYS_AGO = 2

const PER_DAY = [1, 1, 1, 2] as const
/** Ratings of every 25 reviews, in random order, so that months without events are alike. */
const RATINGS = [1, 1, 2, 2, 3, 3, ...Array<number>(6).fill(4), ...Array<number>(13).fill(5)]
const SLOW_RATINGS = [1, 2, 2, 3]
const WITHOUT_TEXT = 0.1
const FOREIGN = 0.06
const ON_YELP = 0.3
/** Share of reviews whose text contradicts their rating, by rating. */
const WRONG_STARS = { 5: 0.04, 1: 0.1 } as const
/** Relative frequency of each subject. */
const SUBJECT_WEIGHTS: Record<Subject, number> = {
  food: 34,
  staff: 22,
  atmosphere: 12,
  price: 10,
  drinks: 8,
  waiting: 6,
  menu: 4,
  cleanliness: 4,
}

/** An action against noise at another restaurant, whose effect shows in the reviews posted since then. */
export const QUIETER = { name: 'Acoustic panels', topic: 'atmosphere', daysAgo: 120 } as const
const LOUD_SINCE = 330
const LOUD_SHARE = 0.4
const LOUD_RATINGS = [3, 3, 4]

export interface StoryReview {
  platform: 'google' | 'yelp' | 'tripadvisor'
  platformReviewId: string
  authorName: string
  rating: number
  text: string
  language: string | null
  reviewDate: number
}

type Content = Pick<StoryReview, 'rating' | 'text' | 'language'>
interface Decks {
  rating(): number
  foreign(): Content
}

/**
 * Two years of reviews of an invented restaurant, oldest first, with events to discover: a month ago guests began to
 * wait, a newspaper article brought a burst of guests, and somebody posted the same review four times. Deterministic,
 * except for the dates.
 */
export function storyReviews(now: number): StoryReview[] {
  const random = randomFrom('two years')
  const next = { rating: dealt(random, RATINGS), foreign: dealt(random, FOREIGN_TEXTS) }
  const oyster = dealt(random, OYSTER_TEXTS)
  const reviews: StoryReview[] = []
  const add = (daysAgo: number, content: Content) => {
    const platform = random.chance(ON_YELP) ? 'yelp' : 'google'
    reviews.push({
      ...content,
      platform,
      platformReviewId: `story-${reviews.length}`,
      authorName: platform === 'yelp' ? shortName(random) : personName(random, content.language ?? 'en'),
      reviewDate: Math.round(now - daysAgo * DAY_MS - random.next() * 20 * HOUR_MS),
    })
  }
  for (let daysAgo = STORY_DAYS; daysAgo > 0; daysAgo -= 1) {
    for (let left = random.pick(PER_DAY); left > 0; left -= 1)
      add(daysAgo, usual(random, next, { isSlow: daysAgo <= SLOW_DAYS }))
  }
  for (let index = 0; index < BURST.reviews; index += 1)
    add(
      BURST.daysAgo + (index % BURST.days),
      english(4 + (index % 4 ? 1 : 0), frame(random, [oyster()], true)),
    )
  for (const text of COPIED_TEXTS) add(COPIES_DAYS_AGO, english(1, text))
  return reviews.sort((a, b) => a.reviewDate - b.reviewDate)
}

/** Reviews of a restaurant that was loud until it got acoustic panels, one every two days, oldest first. */
export function quieterReviews(now: number): StoryReview[] {
  const random = randomFrom('acoustic panels')
  const next = { rating: dealt(random, RATINGS), foreign: dealt(random, FOREIGN_TEXTS) }
  return Array.from({ length: LOUD_SINCE / 2 }, (_, index) => {
    const daysAgo = LOUD_SINCE - 2 * index
    const isLoud = daysAgo > QUIETER.daysAgo && random.chance(LOUD_SHARE)
    return {
      ...(isLoud ? loud(random) : usual(random, next, { isSlow: false })),
      platform: 'tripadvisor',
      platformReviewId: `quieter-${index}`,
      authorName: shortName(random),
      reviewDate: Math.round(now - daysAgo * DAY_MS - random.next() * 20 * HOUR_MS),
    }
  })
}

/** Guests who liked the food but couldn't hear one another. */
function loud(random: Random): Content {
  const sentences = [pickOf(random, 'food', true), pickOf(random, 'atmosphere', false)]
  return english(random.pick(LOUD_RATINGS), frame(random, sentences, true))
}

function english(rating: number, text: string): Content {
  return { rating, text, language: 'en' }
}

function usual(random: Random, next: Decks, { isSlow }: { isSlow: boolean }): Content {
  if (isSlow && random.chance(SLOW_SHARE)) return slow(random)
  const rating = next.rating()
  if (random.chance(WITHOUT_TEXT)) return { rating, text: '', language: null }
  if (random.chance(FOREIGN)) return next.foreign()
  const isOdd = (rating === 5 || rating === 1) && random.chance(WRONG_STARS[rating])
  return english(rating, compose(random, isOdd ? oppositeSides(rating) : sidesOf(random, rating)))
}

/** Guests who wait complain about it, and sometimes praise the rest. */
function slow(random: Random): Content {
  const rating = random.pick(SLOW_RATINGS)
  const rest =
    rating === 3 || random.chance(0.3) ? pickOf(random, 'food', true) : pickOf(random, 'staff', false)
  const sentences = [pickOf(random, 'waiting', false), ...(random.chance(0.6) ? [rest] : [])]
  return english(rating, frame(random, sentences, false))
}

/** Decides for each sentence of a text whether it is praise. */
function sidesOf(random: Random, rating: number): boolean[] {
  const isGood = rating >= 4
  const sentences = Array.from({ length: isGood ? random.int(1, 3) : random.int(2, 4) }, () => isGood)
  if (rating === 3) return [true, false]
  if ((rating === 4 || rating === 2) && random.chance(0.3)) sentences.push(!isGood)
  return sentences
}

function oppositeSides(rating: number): boolean[] {
  return Array.from({ length: 4 }, () => rating < 3)
}

function compose(random: Random, sides: readonly boolean[]): string {
  const left = { ...SUBJECT_WEIGHTS }
  const sentences = sides.map((isGood) => {
    const names = Object.keys(left) as Subject[]
    const subject =
      names[
        weighted(
          random,
          names.map((name) => left[name]),
        )
      ] ?? 'food'
    left[subject] = 0
    return pickOf(random, subject, isGood)
  })
  return frame(random, sentences, sides[0] ?? true)
}

function pickOf(random: Random, subject: Subject, isGood: boolean): string {
  return random.pick(SUBJECTS[subject][isGood ? 'good' : 'bad'])
}

function frame(random: Random, sentences: readonly string[], isGood: boolean): string {
  const side = isGood ? 'good' : 'bad'
  return fill(random, [
    ...(random.chance(0.5) ? [random.pick(OPENINGS[side])] : []),
    ...sentences,
    ...(random.chance(0.4) ? [random.pick(CLOSINGS[side])] : []),
  ])
}

/** Fills in the variables and capitalizes sentences. */
function fill(random: Random, sentences: readonly string[]): string {
  return sentences
    .map((sentence) => {
      const filled = sentence.replace(/\{(\w+)\}/g, (_, name: string) => random.pick(WORDS[name] ?? []))
      return filled.charAt(0).toUpperCase() + filled.slice(1)
    })
    .join(' ')
}

/** Deals all cards in random order before starting again. */
function dealt<Card>(random: Random, cards: readonly Card[]): () => Card {
  let left: Card[] = []
  return () => {
    if (left.length === 0) left = [...cards]
    const card = random.pick(left)
    left.splice(left.indexOf(card), 1)
    return card
  }
}

/** A random index, in proportion to the weights. */
function weighted(random: Random, weights: readonly number[]): number {
  let ticket = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  return weights.findIndex((weight) => {
    ticket -= weight
    return ticket < 0
  })
}
