import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addStars, countOf, NO_STARS, type StarCounts } from '#worker/insights/ratings.ts'
import { forecastMean, logPredictive, posteriorMix } from '#worker/insights/statistics/star-mix.ts'

const stars = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60))

test('the probability of the next review is its weight', () => {
  const mix: StarCounts = [1, 2, 3, 4, 10]
  expect(Math.exp(logPredictive(mix, [0, 0, 0, 0, 1]))).toBeCloseTo(0.5, 12)
  // Two reviews: a five and a one, in either order.
  expect(Math.exp(logPredictive(mix, [1, 0, 0, 0, 1]))).toBeCloseTo(2 * (10 / 20) * (1 / 21), 12)
})

test('the bands of a single review span all stars', () => {
  const { mean, band80, band95 } = forecastMean([2, 1, 1, 1, 5], 1)
  expect(mean).toBeCloseTo(3.6, 12)
  expect(band80).toEqual({ low: 1, high: 5 })
  expect(band95).toEqual({ low: 1, high: 5 })
})

test('bands contain the mean, the 95 % band contains the 80 % band, and both stay within 1 to 5', () => {
  fc.assert(
    fc.property(stars, fc.integer({ min: 1, max: 60 }), (counted, count) => {
      const { mean, band80, band95 } = forecastMean(posteriorMix(counted), count)
      expect(band95.low).toBeGreaterThanOrEqual(1)
      expect(band80.low).toBeGreaterThanOrEqual(band95.low)
      expect(mean).toBeGreaterThanOrEqual(band80.low)
      expect(band80.high).toBeGreaterThanOrEqual(mean)
      expect(band95.high).toBeGreaterThanOrEqual(band80.high)
      expect(band95.high).toBeLessThanOrEqual(5)
    }),
  )
})

test('the exact and the normal method agree where one takes over from the other', () => {
  const mix: StarCounts = [20, 20, 30, 60, 90]
  const exact = forecastMean(mix, 19)
  const normal = forecastMean(mix, 20)
  expect(Math.abs(exact.band80.low - normal.band80.low)).toBeLessThan(0.1)
  expect(Math.abs(exact.band80.high - normal.band80.high)).toBeLessThan(0.1)
})

test('another five-star review does not lower the mean, and more of the same narrow the band', () => {
  fc.assert(
    fc.property(stars, (counted) => {
      const before = forecastMean(posteriorMix(counted), 25)
      const after = forecastMean(posteriorMix(addStars([counted, [0, 0, 0, 0, 1]])), 25)
      expect(after.mean).toBeGreaterThanOrEqual(before.mean)
      if (countOf(counted) < 5) return
      const ten = addStars(Array.from({ length: 10 }, () => counted))
      const width = ({ band80 }: typeof before) => band80.high - band80.low
      expect(width(forecastMean(ten, 25))).toBeLessThanOrEqual(width(forecastMean(counted, 25)) + 1e-9)
    }),
  )
})

test('the bands without any review are wide', () => {
  const { band80 } = forecastMean(posteriorMix(NO_STARS), 10)
  expect(band80.high - band80.low).toBeGreaterThan(1.5)
})
