import type { Subject } from '#scripts/local/demo/texts.ts'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import type { Platform } from '#worker/rules/platforms.ts'
import { BAD_THEMES, GOOD_THEMES, type Text, textAbout, textWithTheme, usualText } from './story-texts.ts'

export const EVENTS = [
  'none',
  'rating_fell',
  'complaint_grew',
  'praise_grew',
  'new_theme',
  'location_apart',
  'platform_apart',
  'volume',
  'copied_texts',
  'replies',
  'competitor',
] as const
export type EventKind = (typeof EVENTS)[number]

export interface StoryReview extends Text {
  id: number
  at: number
  rating: number
  platform: Platform
  /** Hours until a reply that guests can see; null if there is none. */
  answeredAfter: number | null
  theme: string | null
  isCopy: boolean
}

interface Planted {
  kind: EventKind
  /** Start of the event. */
  since: number
  subject?: Subject
  theme?: string
  platform?: Platform
  isMore?: boolean
}

export interface StoryLocation {
  id: string
  name: string
  reviews: StoryReview[]
  /** A competitor's average on Google, three months ago and now. */
  rival: { average: number; formerAverage: number } | null
}

export interface Story {
  seed: string
  now: number
  planted: Planted
  /** Location of the event. */
  locationId: string
  locations: StoryLocation[]
}

const STORY_DAYS = 540
const MIN_PER_MONTH = 3
const MAX_PER_MONTH = 120
/** Stars of 25 reviews: the average is 4.16. */
const USUAL = [1, 1, 2, 3, 3, ...Array<number>(7).fill(4), ...Array<number>(13).fill(5)]
const LOW = [1, 1, 2, 2, 3]
const WITHOUT_TEXT = 0.12
const ON_YELP = 0.3
const COMPLAINTS: readonly Subject[] = ['waiting', 'cleanliness', 'price', 'staff', 'atmosphere']
const PRAISES: readonly Subject[] = ['atmosphere', 'price', 'cleanliness', 'staff']

/**
 * Eighteen months of a location, and of relevant neighbours, with at most one event. Depends only on the
 * seed.
 */
export function storyOf(seed: string, kind: EventKind): Story {
  const random = randomFrom(seed)
  const now = Date.UTC(2026, random.int(0, 11), random.int(1, 28), 18)
  const since = now - random.int(12, 75) * DAY_MS
  const perMonth = MIN_PER_MONTH * (MAX_PER_MONTH / MIN_PER_MONTH) ** random.next()
  const planted: Planted = { kind, since }
  const strength = 0.15 + 0.5 * random.next()
  const ids = { next: 1 }
  const main = locationOf(random, { now, perMonth, planted, strength, ids, index: 0 })
  const others =
    kind === 'location_apart' || random.chance(0.2)
      ? [1, 2].map((index) =>
          locationOf(random, {
            now,
            perMonth,
            planted: { kind: 'none', since },
            strength: 0,
            ids,
            index,
          }),
        )
      : []
  return { seed, now, planted, locationId: main.id, locations: [main, ...others] }
}

interface Circumstances {
  now: number
  perMonth: number
  planted: Planted
  strength: number
  ids: { next: number }
  index: number
}

function locationOf(random: Random, circumstances: Circumstances): StoryLocation {
  const { now, perMonth, planted, strength, ids, index } = circumstances
  const { kind, since } = planted
  if (kind === 'complaint_grew') planted.subject = random.pick(COMPLAINTS)
  if (kind === 'praise_grew') planted.subject = random.pick(PRAISES)
  const isGoodTheme = random.chance(0.6)
  if (kind === 'new_theme') planted.theme = random.pick(isGoodTheme ? GOOD_THEMES : BAD_THEMES)
  if (kind === 'platform_apart') planted.platform = random.pick(['yelp', 'google'] as const)
  if (kind === 'volume') planted.isMore = random.chance(0.5)
  const habit = replyHabit(random, kind === 'replies')
  const reviews: StoryReview[] = []
  const add = (at: number, rating: number, text: Text, more: Partial<StoryReview> = {}) => {
    const review: StoryReview = {
      id: ids.next++,
      at,
      rating,
      platform: random.chance(ON_YELP) ? 'yelp' : 'google',
      answeredAfter: habit(at, kind === 'replies' && at >= since ? strength : 0),
      theme: null,
      isCopy: false,
      ...text,
      ...more,
    }
    if (at + (review.answeredAfter ?? 0) * HOUR_MS > now) review.answeredAfter = null
    reviews.push(review)
  }
  const usual = (at: number, ratings: readonly number[], more: Partial<StoryReview> = {}) => {
    const rating = random.pick(ratings)
    const isBare = random.chance(WITHOUT_TEXT)
    const text = isBare ? { text: '', said: [] } : usualText(random, rating, new Date(at).getUTCMonth())
    add(at, rating, text, more)
  }
  for (let day = STORY_DAYS; day >= 0; day -= 1) {
    const start = now - day * DAY_MS
    const isAfter = start >= since
    const factor = kind === 'volume' && isAfter ? (planted.isMore ? 1 + 4 * strength : 1 - strength * 1.4) : 1
    for (let left = poisson(random, (perMonth / 30) * Math.max(0.05, factor)); left > 0; left -= 1) {
      const at = start - random.next() * 17 * HOUR_MS
      const isHit = isAfter && random.chance(strength)
      if (kind === 'rating_fell' && isHit) usual(at, LOW)
      else if (kind === 'complaint_grew' && isHit && planted.subject)
        add(at, random.pick([1, 2, 2, 3]), textAbout(random, planted.subject, false))
      else if (kind === 'praise_grew' && isHit && planted.subject)
        add(at, random.pick([4, 5, 5]), textAbout(random, planted.subject, true))
      else if (kind === 'new_theme' && isHit && planted.theme)
        add(
          at,
          random.pick(isGoodTheme ? [4, 5, 5] : [1, 2, 2, 3]),
          textWithTheme(random, planted.theme, isGoodTheme),
          {
            theme: planted.theme,
          },
        )
      else if (kind === 'location_apart' && random.chance(strength)) usual(at, LOW)
      else if (kind === 'platform_apart') {
        const platform = random.chance(ON_YELP) ? 'yelp' : 'google'
        usual(at, platform === planted.platform && random.chance(strength) ? LOW : USUAL, { platform })
      } else usual(at, USUAL)
    }
  }
  if (kind === 'copied_texts') {
    planted.since = now - random.int(2, 20) * DAY_MS
    for (const text of copies(random))
      add(planted.since + random.next() * 40 * HOUR_MS, 1, { text, said: [] }, { isCopy: true })
  }
  reviews.sort((a, b) => a.at - b.at)
  return {
    id: `location-${index}`,
    name: ['Alder & Salt', 'Harbor Street', 'The Copper Lantern'][index] ?? 'Elsewhere',
    reviews,
    rival: rivalOf(random, kind, reviews, now),
  }
}

/** Most owners answer most reviews within days; some always take weeks. */
function replyHabit(random: Random, always: boolean) {
  const share = always ? 0.6 + 0.38 * random.next() : random.pick([0, 0.3, 0.6, 0.9, 0.95])
  // Owners who always answer late are a distractor: no change can be found.
  const isLate = !always && random.chance(0.3)
  const stops = random.chance(0.6)
  return (_: number, strength: number): number | null => {
    const hit = strength > 0
    if (!random.chance(hit && stops ? share * (0.5 - strength / 1.4) : share)) return null
    const hours =
      (isLate ? 10 * 24 + random.next() * 10 * 24 : 2 + random.next() * 60) * (hit && !stops ? 6 : 1)
    return hours
  }
}

function copies(random: Random): string[] {
  const item = random.pick(['table for six', 'birthday dinner', 'corner table', 'large group'])
  const base = `Booked a ${item} and nobody knew about it, nobody cared and nobody said sorry.`
  return [
    `${base} Do not go there.`,
    `${base} Do not go.`,
    `We ${base.charAt(0).toLowerCase()}${base.slice(1)} Do not go there!`,
    `${base} Do not go there, ever.`,
  ].slice(0, random.int(3, 4))
}

const OVERTAKES = 0.3

function rivalOf(random: Random, kind: EventKind, reviews: readonly StoryReview[], now: number) {
  const google = reviews.filter(({ platform }) => platform === 'google')
  const mean = (some: readonly StoryReview[]) =>
    some.reduce((sum, { rating }) => sum + rating, 0) / Math.max(1, some.length)
  if (google.length === 0) return null
  const average = mean(google)
  const former = mean(google.filter(({ at }) => at < now - 90 * DAY_MS)) || average
  if (kind === 'competitor') {
    return {
      average: Math.min(5, average + 0.1 + OVERTAKES * random.next()),
      formerAverage: former - 0.1 - OVERTAKES * random.next(),
    }
  }
  // A competitor that was always better, or stays behind.
  return random.chance(0.5)
    ? {
        average: Math.min(5, Math.max(average, former) + 0.3),
        formerAverage: Math.max(average, former) + 0.3,
      }
    : { average: Math.min(average, former) - 0.3, formerAverage: Math.min(average, former) - 0.3 }
}

function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean)
  let product = random.next()
  let count = 0
  while (product > limit) {
    product *= random.next()
    count += 1
  }
  return count
}
