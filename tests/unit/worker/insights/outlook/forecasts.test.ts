import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import { platformGoals, ratingGoal } from '#worker/insights/outlook/platform-goals.ts'
import { forecastRating } from '#worker/insights/outlook/rating-forecast.ts'
import { forecastVolume } from '#worker/insights/outlook/review-volume.ts'
import type { StarCounts } from '#worker/insights/ratings.ts'

const random = randomFrom('months')
/** Stars of a month with the given number of reviews and mix. */
function month(count: number, mix: readonly number[]): StarCounts {
  const stars: [number, number, number, number, number] = [0, 0, 0, 0, 0]
  const sum = mix.reduce((total, weight) => total + weight, 0)
  for (let review = 0; review < count; review++) {
    const point = random.next() * sum
    let below = 0
    const star = mix.findIndex((weight) => {
      below += weight
      return point < below
    })
    stars[star as 0 | 1 | 2 | 3 | 4] += 1
  }
  return stars
}
const GOOD = [4, 3, 8, 25, 60]
const BAD = [25, 15, 15, 20, 25]

test('if nothing changes, 72 to 92 % of months fall inside the band', () => {
  let inside = 0
  let steps = 0
  for (let place = 0; place < 40; place++) {
    const forecast = forecastRating(
      Array.from({ length: 18 }, () => month(8, GOOD)),
      { expected: 8 },
    )
    if (!forecast.known) throw new Error('enough is known')
    inside += forecast.backtest.filter((step) => step.isInside).length
    steps += forecast.backtest.length
  }
  expect(inside / steps).toBeGreaterThan(0.72)
  expect(inside / steps).toBeLessThan(0.92)
})

test('after a lasting fall the past is forgotten sooner, and at once if the shift is known', () => {
  const fallen = [
    ...Array.from({ length: 10 }, () => month(40, GOOD)),
    ...Array.from({ length: 4 }, () => month(40, BAD)),
  ]
  const forecast = forecastRating(fallen, { expected: 40 })
  const told = forecastRating(fallen, { expected: 40, hasShifted: true })
  if (!forecast.known || !told.known) throw new Error('enough is known')
  expect(forecast.memory).toBeLessThanOrEqual(0.8)
  expect(told.memory).toBe(0.6)
  expect(told.mean).toBeLessThan(3.6)
})

test('a band that was wrong too often is widened and marked as such', () => {
  const jumping = Array.from({ length: 16 }, (_, index) => month(60, index % 2 ? GOOD : BAD))
  const forecast = forecastRating(jumping, { expected: 60 })
  if (!forecast.known) throw new Error('enough is known')
  expect(forecast.isWidened).toBe(true)
  expect(forecast.band80).toEqual(forecast.band95)
})

test('too little history gives the number of missing reviews instead of a forecast', () => {
  expect(forecastRating([], { expected: 5 })).toEqual({ known: false, needed: 10 })
  expect(forecastRating([[0, 0, 0, 0, 2]], { expected: 5 })).toEqual({ known: false, needed: 8 })
  expect(forecastRating([[0, 0, 0, 0, 12]], { expected: 5 })).toEqual({ known: false, needed: 2 })
})

test('the mean always lies within its band, and the band within 1 to 5', () => {
  const stars = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9))
  fc.assert(
    fc.property(fc.array(stars, { maxLength: 14 }), fc.integer({ min: 0, max: 40 }), (periods, expected) => {
      const forecast = forecastRating(periods, { expected })
      if (!forecast.known) {
        expect(forecast.needed).toBeGreaterThan(0)
        return
      }
      expect(forecast.band80.low).toBeGreaterThanOrEqual(1)
      expect(forecast.band80.low).toBeLessThanOrEqual(forecast.mean)
      expect(forecast.band80.high).toBeGreaterThanOrEqual(forecast.mean)
      expect(forecast.band80.high).toBeLessThanOrEqual(5)
      expect(forecastRating(periods, { expected })).toEqual(forecast)
    }),
  )
})

test('the expected volume matches past months, with a band around it', () => {
  const forecast = forecastVolume(
    Array.from({ length: 12 }, () => ({ count: 60, days: 30 })),
    30,
  )
  if (!forecast.known) throw new Error('enough is known')
  expect(forecast.median).toBeGreaterThan(55)
  expect(forecast.median).toBeLessThan(62)
  expect(forecast.band80.low).toBeLessThan(52)
  expect(forecast.band80.high).toBeGreaterThan(66)
  expect(forecastVolume([{ count: 4, days: 30 }], 30)).toEqual({ known: false, needed: 2 })
})

/** Public average after the `next` reviews. */
function averageAfter(
  now: { average: number; count: number },
  next: { mean: number; count: number },
): number {
  return (now.count * now.average + next.count * next.mean) / (now.count + next.count)
}

test('a goal states the five-star reviews it takes, and the reviews at the present rating', () => {
  // 100 reviews at 4.2; 4.45 is displayed as 4.5, so 25 / 0.55 and 25 / 0.15.
  expect(ratingGoal({ current: 4.2, count: 100, expected: 4.6, target: 4.5 })).toEqual({
    fiveStars: 46,
    atPresentRate: 167,
    isReached: false,
  })
  expect(ratingGoal({ current: 4.2, count: 100, expected: 4.3, target: 4.5 }).atPresentRate).toBeNull()
  expect(ratingGoal({ current: 4.46, count: 100, expected: 4, target: 4.5 }).isReached).toBe(true)
  expect(averageAfter({ average: 4.2, count: 100 }, { mean: 5, count: 46 })).toBeGreaterThanOrEqual(4.45)
})

test('the five-star reviews of a goal are just enough to reach it', () => {
  const counts = fc.integer({ min: 1, max: 5_000 })
  const ratings = fc.integer({ min: 10, max: 50 }).map((tenths) => tenths / 10)
  fc.assert(
    fc.property(counts, ratings, ratings, (count, current, target) => {
      const { fiveStars } = ratingGoal({ current, count, expected: 4, target })
      if (fiveStars === null) return
      const after = (some: number) => averageAfter({ average: current, count }, { mean: 5, count: some })
      expect(after(fiveStars)).toBeGreaterThanOrEqual(target - 0.05 - 1e-9)
      expect(after(fiveStars - 1)).toBeLessThan(target - 0.05 + 1e-9)
    }),
  )
})

describe('the goal of a platform', () => {
  const none = {
    yelp: 0,
    yelpStars: 0,
    facebook: 0,
    facebookStars: 0,
    tripadvisor: 0,
    tripadvisorStars: 0,
    other: 0,
    otherStars: 0,
  }

  test('is computed from all our reviews if the platform has no others', () => {
    const totals = { ...none, stated: '[["google",650,4.0]]', count: 650, stars: 2_608 }
    expect(platformGoals(totals, 3.3)).toEqual([
      { platform: 'google', shown: 4, count: 650, target: 4.1, fiveStars: 26, atPresentRate: null },
    ])
  })

  test('is computed from the stated total if we have only some of the reviews', () => {
    const totals = {
      ...none,
      stated: '[["google",240,4.2],["yelp",null,null]]',
      count: 60,
      stars: 290,
      yelp: 10,
      yelpStars: 45,
    }
    expect(platformGoals(totals, 4.6)).toMatchObject([
      { platform: 'google', shown: 4.2, count: 240, target: 4.3 },
      { platform: 'yelp', shown: 4.5, count: 10, target: 4.6 },
    ])
  })

  test('is left out if there are no reviews or no better rating', () => {
    expect(platformGoals({ ...none, stated: '[["google",0,null]]', count: 0, stars: 0 }, 4)).toEqual([])
    expect(platformGoals({ ...none, stated: '[]', count: 20, stars: 100 }, 4)).toEqual([])
  })
})

test('the current month lowers the forecast but is not part of the backtest', () => {
  const before = Array.from({ length: 8 }, () => month(40, GOOD))
  const fallen = month(25, BAD)
  const whole = forecastRating(before, { expected: 40 })
  const current = forecastRating([...before, fallen], { expected: 40, isLastOpen: true, hasShifted: true })
  if (!whole.known || !current.known) throw new Error('enough is known')
  expect(current.backtest.map(({ period }) => period)).toEqual(whole.backtest.map(({ period }) => period))
  expect(current.mean).toBeLessThan(whole.mean - 0.4)
})
