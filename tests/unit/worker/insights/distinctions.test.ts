import fc from 'fast-check'
import { expect, test } from 'vitest'
import { starsFromTotals } from '#worker/insights/competitors/benchmark.ts'
import { praiseAndBlame } from '#worker/insights/praise-and-blame.ts'
import { countOf } from '#worker/insights/ratings.ts'
import { topicWeight } from '#worker/insights/topic-weight.ts'

test('typical terms are chosen over merely frequent or rare ones', () => {
  const { praise, blame } = praiseAndBlame([
    { term: 'food', positive: 300, negative: 90, all: 410 },
    { term: 'terrace', positive: 80, negative: 4, all: 90 },
    { term: 'cold', positive: 6, negative: 40, all: 50 },
    { term: 'lucky once', positive: 3, negative: 0, all: 3 },
    { term: 'table', positive: 120, negative: 30, all: 160 },
  ])
  expect(praise.map(({ term }) => term)).toEqual(['terrace'])
  expect(blame.map(({ term }) => term)).toEqual(['cold'])
  expect(praiseAndBlame([])).toEqual({ praise: [], blame: [] })
})

test('a topic with bad stars weighs more the more often it occurs', () => {
  const seldom = topicWeight([5, 3, 2, 0, 0], [5, 5, 20, 100, 260])
  const often = topicWeight([50, 30, 20, 0, 0], [5, 5, 20, 100, 260])
  if (!seldom.known || !often.known) throw new Error('enough is known')
  expect(seldom).toMatchObject({ part: 10, all: 400 })
  expect(seldom.weight).toBeLessThan(0)
  expect(seldom.low).toBeLessThan(seldom.weight)
  expect(seldom.high).toBeLessThan(0)
  expect(often.weight).toBeLessThan(seldom.weight)
  expect(topicWeight([1, 1, 0, 0, 0], [5, 5, 20, 100, 260])).toEqual({ known: false, needed: 3 })
})

test('five equal reviews still have an interval', () => {
  const weight = topicWeight([5, 0, 0, 0, 0], [0, 0, 0, 0, 5])
  expect(weight.known && weight.high - weight.low).toBeGreaterThan(0)
})

test('stars estimated from public totals match the average and the count', () => {
  const category = fc.tuple(
    ...Array.from({ length: 5 }, () => fc.integer({ min: 1, max: 90 })),
  ) as fc.Arbitrary<[number, number, number, number, number]>
  const average = fc.integer({ min: 11, max: 49 }).map((tenths) => tenths / 10)
  fc.assert(
    fc.property(category, average, fc.nat(5_000), (mix, wanted, count) => {
      const stars = starsFromTotals({ average: wanted, count }, mix)
      expect(countOf(stars)).toBeCloseTo(count, 6)
      if (count === 0) return
      const mean = stars.reduce((sum, some, index) => sum + some * (index + 1), 0) / count
      expect(mean).toBeCloseTo(wanted, 4)
      expect(Math.min(...stars)).toBeGreaterThanOrEqual(0)
    }),
    { examples: [[[6, 18, 1, 1, 2], 3.9, 1]] },
  )
  expect(countOf(starsFromTotals({ average: 5, count: 3 }, [1, 1, 1, 1, 1]))).toBeCloseTo(3, 6)
})
