import { WORDS } from '#tests/word-lists.ts'
import { alikeTexts } from '#worker/insights/alarms/suspicions.ts'
import {
  type BusinessCounts,
  type LocationCounts,
  NEWEST_REVIEWS,
  topicSpans,
} from '#worker/insights/findings/counts.ts'
import type { FindingsInput } from '#worker/insights/findings/findings.ts'
import type { TermRow } from '#worker/insights/overview/queries.ts'
import type { PostedFigures } from '#worker/insights/posted-figures.ts'
import { addStars } from '#worker/insights/ratings.ts'
import { type ReviewFeatures, readReview, WHOLE_SHARE } from '#worker/insights/reading/read-review.ts'
import { ANSWER_HOURS } from '#worker/rules/analytics.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'
import type { Story, StoryLocation, StoryReview } from './story.ts'

/** Days of reviews to read: a year, and the same season of the previous year. */
const READ_DAYS = 365 + 90
const MIN_REVIEWS = 5
const MAX_TERMS = 100
const MAX_RECENT_TERMS = 100
const LISTED_IN_MONTH = 3
const ALIKE_DAYS = 7
const SHOWN_DAYS = 30

type Read = StoryReview & { day: string; features: ReviewFeatures | null }

/** Counts a story like the store does; tests/edge/insights/findings.test.ts compares both. */
export function countStory({ now, locations }: Pick<Story, 'now' | 'locations'>): FindingsInput {
  const today = utcDay(now)
  return {
    today,
    businesses: locations.map((location) => countLocation(location, today)),
    locations: locations.map((location) => standingOf(location, today)),
  }
}

function back(today: string, days: number): string {
  return utcDay(Date.parse(today) - days * DAY_MS)
}

function standingOf({ id, name, reviews }: StoryLocation, today: string): LocationCounts {
  const stars = (from: number, to: number) =>
    addStars(
      reviews
        .filter(({ at }) => utcDay(at) >= back(today, from) && utcDay(at) <= back(today, to))
        .map(({ rating }) => starsOf(rating)),
    )
  return { id, name, recent: stars(29, 0), before: stars(179, 30) }
}

function starsOf(rating: number) {
  const stars: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  stars[Math.floor(rating) - 1] = 1
  return stars
}

function countLocation({ id, name, reviews, rival }: StoryLocation, today: string): BusinessCounts {
  const since = back(today, READ_DAYS - 1)
  const read = reviews
    .filter(({ at }) => utcDay(at) >= since)
    .map(
      (review): Read => ({
        ...review,
        day: utcDay(review.at),
        features: review.text === '' ? null : readReview(review.text, review.rating, 'restaurant', WORDS),
      }),
    )
  const own = reviews.filter(({ platform }) => platform === 'google')
  const massOf = (some: readonly StoryReview[]) => ({
    count: some.length,
    stars: some.reduce((sum, { rating }) => sum + rating, 0),
  })
  const formerDay = back(today, 90)
  return {
    id,
    name,
    isUpToDate: true,
    days: [...Map.groupBy(read, ({ day }) => day)].map(([day, some]) => figuresOf(day, some)),
    topics: topicSpans(today).map(({ from, to }) =>
      topicsOf(read.filter(({ day }) => day >= from && day <= to)),
    ),
    reviews: read
      .filter(({ features }) => features)
      .toReversed()
      .slice(0, NEWEST_REVIEWS)
      .map(({ id, day, rating, features }) => ({
        id,
        day,
        rating,
        topics: (features?.topics ?? []).map((topic) => ({ ...topic, share: topic.share / WHOLE_SHARE })),
        terms: features?.terms ?? [],
      })),
    terms: termsOf(read, today),
    copies: copiesOf(read, today),
    changed: [],
    rivals: rival
      ? [
          {
            name: 'The place next door',
            platform: 'google',
            count: 200,
            formerDay,
            ...rival,
            own: massOf(own),
            ownBefore: massOf(own.filter(({ at }) => utcDay(at) <= formerDay)),
          },
        ]
      : [],
  }
}

function figuresOf(day: string, reviews: readonly Read[]): PostedFigures {
  const sum = (figure: (review: Read) => number) => reviews.reduce((total, one) => total + figure(one), 0)
  const others: readonly string[] = [...PLATFORMS.slice(1), 'other']
  const answered = (review: Read) => Number(review.answeredAfter !== null)
  return {
    day,
    count: reviews.length,
    ratingSum: sum(({ rating }) => rating),
    responded: sum(answered),
    settled: 0,
    visible: sum(answered),
    stars: addStars(reviews.map(({ rating }) => starsOf(rating))),
    platforms: [
      ...others.map((name) => sum(({ platform }) => Number(platform === name))),
      ...others.map((name) => sum(({ platform, rating }) => (platform === name ? rating : 0))),
    ],
    own: [],
    timed: sum(answered),
    within: ANSWER_HOURS.map((hours) => sum(({ answeredAfter }) => Number((answeredAfter ?? 1e9) <= hours))),
  }
}

function topicsOf(reviews: readonly Read[]) {
  const mentions = reviews.flatMap(({ rating, features }) =>
    (features?.topics ?? []).map((topic) => ({
      ...topic,
      share: topic.share / WHOLE_SHARE,
      rating,
    })),
  )
  return [...Map.groupBy(mentions, ({ topic }) => topic)].map(([topic, all]) => {
    const of = (polarity: string) => all.filter((one) => one.polarity === polarity)
    const shares = (polarity: string) => ({
      count: of(polarity).reduce((sum, { share }) => sum + share, 0),
      stars: of(polarity).reduce((sum, { share, rating }) => sum + share * rating, 0),
    })
    return {
      topic,
      positive: of('positive').length,
      negative: of('negative').length,
      negativeStars: of('negative').reduce((sum, { rating }) => sum + Math.floor(rating), 0),
      blame: shares('negative'),
      praise: shares('positive'),
    }
  })
}

/** Terms as `termMonthsQuery` reads them. */
function termsOf(reviews: readonly Read[], today: string): TermRow[] {
  const rows = new Map<string, TermRow>()
  const totals = new Map<string, number>()
  for (const { day, rating, features } of reviews) {
    for (const term of features?.terms ?? []) {
      const month = day.slice(0, 7)
      const row = rows.get(`${month} ${term}`) ?? { term, month, reviews: 0, positive: 0, negative: 0 }
      row.reviews += 1
      row.positive += Number(rating >= 4)
      row.negative += Number(rating < 3)
      rows.set(`${month} ${term}`, row)
      totals.set(term, (totals.get(term) ?? 0) + 1)
    }
  }
  const byCount = (a: [string, number], b: [string, number]) => b[1] - a[1]
  const frequent = (counts: [string, number][], most: number, least: number) =>
    counts
      .filter(([, count]) => count >= least)
      .sort(byCount)
      .slice(0, most)
      .map(([term]) => term)
  const recent = [0, 1, 2].map((months) => {
    const date = new Date(today)
    return utcDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)).slice(0, 7)
  })
  const shown = new Set([
    '*',
    ...frequent([...totals], MAX_TERMS, MIN_REVIEWS),
    ...recent.flatMap((month) =>
      frequent(
        [...rows.values()].filter((row) => row.month === month).map((row) => [row.term, row.reviews]),
        MAX_RECENT_TERMS,
        LISTED_IN_MONTH,
      ),
    ),
  ])
  return [...rows.values()].filter(({ term }) => shown.has(term))
}

/** Similar texts of the last month, as the daily check finds them. */
function copiesOf(reviews: readonly Read[], today: string) {
  const groups: Read[][] = []
  const known = new Set<number>()
  for (let ago = SHOWN_DAYS; ago >= 0; ago -= 1) {
    const [from, to] = [back(today, ago + ALIKE_DAYS - 1), back(today, ago)]
    const texts = reviews.filter(({ day, text }) => text !== '' && day >= from && day <= to).slice(-50)
    const ids = alikeTexts(texts)
    if (ids.length === 0 || ids.some((id) => known.has(id))) continue
    // Later checks of the same week also find texts that arrived meanwhile.
    const all = alikeTexts(
      reviews
        .filter(({ day, text }) => text !== '' && day >= from && day <= back(today, Math.max(0, ago - 3)))
        .slice(-50),
    )
    const chosen = all.length > ids.length ? all : ids
    for (const id of chosen) known.add(id)
    groups.push(
      texts
        .concat(reviews.filter(({ id }) => chosen.includes(id)))
        .filter(
          ({ id }, index, list) => chosen.includes(id) && list.findIndex((one) => one.id === id) === index,
        ),
    )
  }
  return groups
}
