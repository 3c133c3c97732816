import { expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import { compareLocations, MIN_REVIEWS_COMPARED } from '#worker/insights/compare-locations.ts'
import {
  addStars,
  chanceBetter,
  estimateRating,
  NO_STARS,
  type StarCounts,
  shareOf,
} from '#worker/insights/ratings.ts'

const random = randomFrom('stars')
const someStars = (most: number): StarCounts => {
  const few = () => (random.chance(0.3) ? 0 : random.int(0, most))
  return [few(), few(), few(), few(), few()]
}
test('a share has the Wilson interval', () => {
  // Brown, Cai & DasGupta 2001: 8 of 10.
  const { low, high } = shareOf(8, 10) ?? { low: 0, high: 0 }
  expect(low).toBeCloseTo(0.4902, 3)
  expect(high).toBeCloseTo(0.9433, 3)
  expect(shareOf(0, 0)).toBeNull()
  expect(shareOf(0, 3)).toMatchObject({ share: 0, low: 0 })
  expect(shareOf(3, 3)).toMatchObject({ share: 1, high: 1 })
})

test('an expected rating lies within its interval, and the interval within 1 to 5', () => {
  for (let count = 0; count < 2_000; count++) {
    const stars = someStars(40)
    const { mean, low, high } = estimateRating(stars, addStars([stars, someStars(200)]))
    expect(low).toBeGreaterThanOrEqual(1)
    expect(high).toBeLessThanOrEqual(5)
    expect(low).toBeLessThanOrEqual(mean)
    expect(high).toBeGreaterThanOrEqual(mean)
  }
})

test('another five-star review lowers neither the rating nor the lower end of its interval', () => {
  for (let count = 0; count < 2_000; count++) {
    const stars = someStars(60)
    const group = addStars([stars, someStars(200)])
    const before = estimateRating(stars, group)
    const after = estimateRating(addStars([stars, [0, 0, 0, 0, 1]]), group)
    expect(after.mean).toBeGreaterThanOrEqual(before.mean)
    expect(after.low).toBeGreaterThanOrEqual(before.low - 1e-12)
  }
})

test('zero to two reviews have a rating near that of the group, with a wide interval', () => {
  const group: StarCounts = [5, 5, 10, 40, 140]
  for (const stars of [NO_STARS, [0, 0, 0, 0, 1], [1, 0, 0, 0, 1]] as StarCounts[]) {
    const { mean, low, high } = estimateRating(stars, group)
    expect(high - low).toBeGreaterThan(0.5)
    expect(mean).toBeGreaterThan(4)
  }
  expect(estimateRating(NO_STARS, NO_STARS).mean).toBeCloseTo(3.75, 2)
})

test('the chances of each of two locations being better add up to one', () => {
  for (let count = 0; count < 500; count++) {
    const [a, b] = [someStars(50), someStars(50)]
    const group = addStars([a, b])
    const [one, other] = [estimateRating(a, group), estimateRating(b, group)]
    expect(chanceBetter(one, other) + chanceBetter(other, one)).toBeCloseTo(1, 6)
    expect(chanceBetter(one, one)).toBeCloseTo(0.5, 6)
  }
})

const location = (name: string, stars: StarCounts) => ({ id: name, name, stars })

test('a clearly better location is reported as better and ranks first alone', () => {
  const { standings, verdict } = compareLocations([
    location('Worse', [30, 20, 20, 20, 10]),
    location('Better', [1, 1, 3, 20, 75]),
  ])
  expect(verdict).toEqual({ kind: 'better', best: 'Better', worst: 'Worse', compared: 2 })
  expect(standings.map(({ name, rank }) => [name, rank])).toEqual([
    ['Better', 1],
    ['Worse', 2],
  ])
})

test('five five-star reviews do not beat 300 reviews averaging 4.7', () => {
  const { standings, verdict } = compareLocations([
    location('Small', [0, 0, 0, 0, 5]),
    location('Large', [3, 5, 12, 40, 240]),
  ])
  expect(standings[0]?.name).toBe('Large')
  expect(verdict?.kind).toBe('no_difference')
})

test('a location with too few reviews is not ranked, and the number of missing reviews is given', () => {
  const { standings, verdict } = compareLocations([
    location('New', [0, 0, 0, 0, MIN_REVIEWS_COMPARED - 2]),
    location('Old', [0, 1, 2, 3, 20]),
    location('Empty', NO_STARS),
  ])
  expect(verdict).toBeNull()
  expect(standings.map(({ name, rank, needed, average }) => [name, rank, needed, average])).toEqual([
    ['Old', 1, 0, expect.closeTo(4.615, 2)],
    ['New', null, 2, 5],
    ['Empty', null, MIN_REVIEWS_COMPARED, null],
  ])
  expect(compareLocations([])).toEqual({ standings: [], verdict: null })
})
