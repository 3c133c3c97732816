import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  atLeast,
  atMost,
  betaBinomialTail,
  countQuantiles,
  logChoose,
  logGamma,
} from '#worker/insights/statistics/distributions.ts'

test('the log-gamma function has its known values', () => {
  expect(logGamma(1)).toBeCloseTo(0, 12)
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12)
  expect(logGamma(0.25)).toBeCloseTo(1.288_022_524_698_077, 12)
  expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 10)
  // From Stirling's series.
  expect(logGamma(1e6)).toBeCloseTo(12_815_504.569_147, 5)
  expect(Math.exp(logChoose(49, 6))).toBeCloseTo(13_983_816, 2)
})

test('the gamma function satisfies its recurrence', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e5, noNaN: true }), (x) => {
      expect(logGamma(x + 1)).toBeCloseTo(logGamma(x) + Math.log(x), 6)
    }),
  )
})

test('beta-binomial tails match a flat prior, a computed sum and the empty case', () => {
  expect(betaBinomialTail({ least: 3, count: 9, a: 1, b: 1 })).toBeCloseTo(0.7, 12)
  // scipy.stats.betabinom.sf(3, 10, 2, 8) is 1 - (sum of 0..3).
  const below = [0, 1, 2, 3].map(
    (hits) =>
      betaBinomialTail({ least: hits, count: 10, a: 2, b: 8 }) -
      betaBinomialTail({ least: hits + 1, count: 10, a: 2, b: 8 }),
  )
  expect(betaBinomialTail({ least: 4, count: 10, a: 2, b: 8 })).toBeCloseTo(
    1 - below.reduce((a, b) => a + b),
    12,
  )
  expect(betaBinomialTail({ least: 0, count: 0, a: 1, b: 4 })).toBe(1)
  expect(betaBinomialTail({ least: 1, count: 0, a: 1, b: 4 })).toBe(0)
})

test('a beta-binomial tail is a probability that decreases with the number of hits', () => {
  const beta = fc.double({ min: 0.1, max: 500, noNaN: true })
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), beta, beta, (least, count, a, b) => {
      const tail = betaBinomialTail({ least, count, a, b })
      expect(tail).toBeGreaterThanOrEqual(0)
      expect(tail).toBeLessThanOrEqual(1)
      expect(betaBinomialTail({ least: least + 1, count, a, b })).toBeLessThanOrEqual(tail + 1e-9)
    }),
  )
})

const distribution = fc.record({
  shape: fc.double({ min: 1, max: 5_000, noNaN: true }),
  rate: fc.double({ min: 1, max: 700, noNaN: true }),
  days: fc.integer({ min: 1, max: 31 }),
})

test('the counts of the next days are geometric if one event was seen', () => {
  const geometric = { shape: 1, rate: 30, days: 10 }
  expect(atMost(geometric, 0)).toBeCloseTo(0.75, 12)
  expect(atLeast(geometric, 3)).toBeCloseTo(1 / 64, 12)
  expect(countQuantiles(geometric, [0.1, 0.5, 0.9])).toEqual([0, 0, 1])
})

test("the tails and quantiles of the next days' counts agree", () => {
  fc.assert(
    fc.property(distribution, fc.nat(2_000), (counts, count) => {
      expect(atMost(counts, count) + atLeast(counts, count + 1)).toBeCloseTo(1, 6)
      const [low = 0, middle = 0, high = 0] = countQuantiles(counts, [0.1, 0.5, 0.9])
      expect(low).toBeLessThanOrEqual(middle)
      expect(middle).toBeLessThanOrEqual(high)
      expect(atMost(counts, low)).toBeGreaterThanOrEqual(0.1 - 1e-9)
      expect(atMost(counts, high - 1)).toBeLessThan(0.9)
    }),
    { numRuns: 60 },
  )
})
