import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alarmsOf, BASE_DAYS, RECENT_DAYS } from '#worker/insights/alarms/alarms.ts'
import { compareLocations, MIN_REVIEWS_COMPARED } from '#worker/insights/compare-locations.ts'
import { keywordTrends } from '#worker/insights/keyword-trends.ts'
import { forecastRating } from '#worker/insights/outlook/rating-forecast.ts'
import { forecastVolume } from '#worker/insights/outlook/review-volume.ts'
import { praiseAndBlame } from '#worker/insights/praise-and-blame.ts'
import {
  addStars,
  countOf,
  estimateRating,
  NO_STARS,
  type StarCounts,
  shareOf,
} from '#worker/insights/ratings.ts'
import { topicWeight } from '#worker/insights/topic-weight.ts'

// Properties of every method, for any reviews.

const FIVE_STARS: StarCounts = [0, 0, 0, 0, 1]
const TOLERANCE = 1e-9

const some = (most: number) => fc.nat(most)
const stars = fc.tuple(some(60), some(60), some(60), some(60), some(200)) as fc.Arbitrary<StarCounts>
const enough = stars.filter((counts) => countOf(counts) >= MIN_REVIEWS_COMPARED)
const locations = fc
  .uniqueArray(stars, { minLength: 1, maxLength: 8, selector: (counts) => counts.join() })
  .map((all) => all.map((counts, index) => ({ id: `l${index}`, name: `Location ${index}`, stars: counts })))
const months = fc.array(stars, { minLength: 3, maxLength: 14 })
const terms = fc.uniqueArray(
  fc.record({ term: fc.string({ minLength: 1, maxLength: 6 }), recent: some(40), base: some(120) }),
  { selector: ({ term }) => term, maxLength: 40 },
)
const opinions = fc
  .uniqueArray(
    fc.record({
      term: fc.string({ minLength: 1, maxLength: 6 }),
      positive: some(90),
      negative: some(60),
      rest: some(9),
    }),
    { selector: ({ term }) => term, maxLength: 40 },
  )
  .map((all) => all.map(({ rest, ...one }) => ({ ...one, all: one.positive + one.negative + rest })))

/** The same items in two orders. */
function reordered<T>(all: fc.Arbitrary<T[]>): fc.Arbitrary<[T[], T[]]> {
  return all.chain((one) =>
    fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length, maxLength: one.length })),
  )
}

test('another five-star review lowers no mean and no bound of shares, locations and forecasts', () => {
  fc.assert(
    fc.property(some(300), some(300), (part, others) => {
      const before = shareOf(part, part + others)
      const after = shareOf(part + 1, part + others + 1)
      expect(after?.low).toBeGreaterThanOrEqual((before?.low ?? 0) - TOLERANCE)
      expect(after?.high).toBeGreaterThanOrEqual((before?.high ?? 0) - TOLERANCE)
    }),
  )
  fc.assert(
    fc.property(locations, (all) => {
      const better = all.map((one, index) =>
        index ? one : { ...one, stars: addStars([one.stars, FIVE_STARS]) },
      )
      const standing = (some: typeof all) => compareLocations(some).standings.find(({ id }) => id === 'l0')
      const [before, after] = [standing(all), standing(better)]
      expect(after?.expected).toBeGreaterThanOrEqual((before?.expected ?? 0) - TOLERANCE)
      expect(after?.low).toBeGreaterThanOrEqual((before?.low ?? 0) - TOLERANCE)
    }),
  )
  fc.assert(
    fc.property(months, (periods) => {
      // Memory is held constant, because a surprise makes the forecast forget sooner.
      const next = (all: readonly StarCounts[]) => forecastRating(all, { expected: 20, hasShifted: true })
      const [before, after] = [
        next(periods),
        next([...periods.slice(0, -1), addStars([periods.at(-1) ?? NO_STARS, FIVE_STARS])]),
      ]
      if (before.known && after.known) expect(after.mean).toBeGreaterThanOrEqual(before.mean - TOLERANCE)
    }),
  )
})

test('the order of the input does not matter', () => {
  fc.assert(
    fc.property(reordered(locations), ([one, other]) => {
      const found = (all: typeof one) => {
        const { standings, verdict } = compareLocations(all)
        return { ranks: standings.map(({ low, rank }) => [low, rank]), verdict: verdict?.kind }
      }
      expect(found(other)).toEqual(found(one))
    }),
  )
  fc.assert(
    fc.property(reordered(terms), ([one, other]) => {
      const found = (all: typeof one) =>
        keywordTrends([{ place: '', recentReviews: 60, baseReviews: 200, terms: all }])
      const names = (all: typeof one) => {
        const trends = found(all)
        return trends.known && trends.trends.map(({ term }) => term).sort()
      }
      expect(names(other)).toEqual(names(one))
    }),
  )
  fc.assert(
    fc.property(reordered(opinions), ([one, other]) => {
      const names = (all: typeof one) => {
        const { praise, blame } = praiseAndBlame(all)
        return [praise.map(({ term }) => term).sort(), blame.map(({ term }) => term).sort()]
      }
      expect(names(other)).toEqual(names(one))
    }),
  )
})

test('locations with the same stars show no clear difference, however many there are', () => {
  fc.assert(
    fc.property(enough, fc.integer({ min: 2, max: 9 }), (counts, places) => {
      const same = Array.from({ length: places }, (_, index) => ({
        id: `${index}`,
        name: `${index}`,
        stars: counts,
      }))
      const { standings, verdict } = compareLocations(same)
      expect(verdict?.kind).toBe('no_difference')
      expect(new Set(standings.map(({ rank }) => rank))).toEqual(new Set([1]))
    }),
  )
})

test('ten times as many reviews of the same kind narrow every interval', () => {
  const times = (counts: StarCounts) => addStars(Array.from({ length: 10 }, () => counts))
  const width = ({ low, high }: { low: number; high: number }) => high - low
  fc.assert(
    fc.property(enough, enough, (one, other) => {
      const group = addStars([one, other])
      expect(width(estimateRating(times(one), times(group)))).toBeLessThan(width(estimateRating(one, group)))
      const share = (counts: StarCounts) =>
        shareOf(counts[4], countOf(counts)) ?? expect.unreachable('there are reviews')
      expect(width(share(times(one)))).toBeLessThan(width(share(one)))
      const [weight, surer] = [topicWeight(one, other), topicWeight(times(one), times(other))]
      if (!weight.known || !surer.known) throw new Error('there is enough of both')
      expect(width(surer)).toBeLessThan(width(weight))
    }),
  )
})

test('every interval contains its estimate and stays within the possible values', () => {
  const within = (
    { low, high }: { low: number; high: number },
    value: number,
    [least, most]: [number, number],
  ) => {
    expect(low).toBeGreaterThanOrEqual(least)
    expect(high).toBeLessThanOrEqual(most)
    expect(low).toBeLessThanOrEqual(value)
    expect(high).toBeGreaterThanOrEqual(value)
  }
  fc.assert(
    fc.property(stars, stars, (one, other) => {
      const estimate = estimateRating(one, addStars([one, other]))
      within(estimate, estimate.mean, [1, 5])
      const share = shareOf(one[4], countOf(one))
      if (share) within(share, share.share, [0, 1])
      const weight = topicWeight(one, other)
      if (weight.known) within(weight, weight.weight, [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    }),
  )
  fc.assert(
    fc.property(fc.array(some(90), { minLength: 3, maxLength: 24 }), (counts) => {
      const volume = forecastVolume(
        counts.map((count) => ({ count, days: 30 })),
        30,
      )
      if (!volume.known) throw new Error('three months are enough')
      within(volume.band80, volume.median, [0, Number.POSITIVE_INFINITY])
    }),
  )
})

test('zero to two reviews never throw, and every number has an interval', () => {
  const few = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }).map((ratings): StarCounts => {
    const count = (star: number) => ratings.filter((rating) => rating === star).length
    return [count(1), count(2), count(3), count(4), count(5)]
  })
  fc.assert(
    fc.property(few, stars, (counts, others) => {
      const { mean, low, high } = estimateRating(counts, addStars([counts, others]))
      expect([low < mean, high > mean]).toEqual([true, true])
      const share = shareOf(counts[4], countOf(counts))
      expect(share === null).toBe(countOf(counts) === 0)
      if (share) expect(share.low).toBeLessThan(share.high)
      const unknown = { known: false, needed: expect.any(Number) }
      expect(topicWeight(counts, others)).toEqual(unknown)
      expect(forecastRating([counts], { expected: 1 })).toEqual(unknown)
      const reviews = countOf(counts)
      expect(keywordTrends([{ place: '', recentReviews: reviews, baseReviews: 500, terms: [] }])).toEqual(
        unknown,
      )
      const days = Array.from({ length: BASE_DAYS + RECENT_DAYS }, (_, day) =>
        day === 0 ? counts : NO_STARS,
      )
      expect(alarmsOf({ days, isUpToDate: true, topics: [], level: 'all', former: [] })).toEqual(unknown)
      const one = { term: 'soup', positive: counts[4], negative: counts[0], all: reviews }
      expect(praiseAndBlame([one])).toEqual({ praise: [], blame: [] })
      const { standings, verdict } = compareLocations([{ id: 'a', name: 'A', stars: counts }])
      expect([standings[0]?.rank, verdict]).toEqual([null, null])
    }),
  )
})
