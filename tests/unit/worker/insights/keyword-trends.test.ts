import { expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import { keywordTrends, MIN_REVIEWS, type TermSeries } from '#worker/insights/keyword-trends.ts'

const place = (terms: TermSeries['terms'], recentReviews = 400, baseReviews = 1_500): TermSeries => ({
  place: 'Harbour Grill',
  recentReviews,
  baseReviews,
  terms,
})

test('a term that became half as frequent is reported with both shares and intervals', () => {
  const found = keywordTrends([
    place([
      { term: 'fireworks', recent: 24, base: 190 },
      { term: 'soup', recent: 40, base: 150 },
    ]),
  ])
  if (!found.known) throw new Error('enough is known')
  expect(found.tested).toBe(2)
  expect(found.trends.map(({ term }) => term)).toEqual(['fireworks'])
  const [{ recent, base, p, isSeasonal } = { recent: null, base: null, p: 1, isSeasonal: true }] =
    found.trends
  expect(recent).toMatchObject({ part: 24, all: 400 })
  expect(recent?.high).toBeLessThan(base?.low ?? 0)
  expect(p).toBeLessThan(0.001)
  expect(isSeasonal).toBe(false)
})

test('a change that also happened a year ago is marked as seasonal', () => {
  const terms = [{ term: 'terrace', recent: 60, base: 60, lastYear: { part: 58, all: 390 } }]
  const found = keywordTrends([place(terms)])
  expect(found.known && found.trends.map(({ isSeasonal }) => isSeasonal)).toEqual([true])
})

test('a significant but tiny change is not reported', () => {
  const found = keywordTrends([place([{ term: 'table', recent: 12_400, base: 12_000 }], 100_000, 100_000)])
  expect(found).toMatchObject({ known: true, trends: [] })
})

test('with too few reviews, the number of missing reviews is returned', () => {
  expect(keywordTrends([place([], 12, 900)])).toEqual({ known: false, needed: 8 })
  expect(keywordTrends([])).toEqual({ known: false, needed: MIN_REVIEWS })
  // A second location with enough reviews in both periods.
  expect(keywordTrends([place([], 12, 900), place([])]).known).toBe(true)
})

test('if nothing changed, at most one series in ten has a trend', () => {
  const random = randomFrom('nothing changes')
  let announced = 0
  for (let run = 0; run < 60; run++) {
    const terms = Array.from({ length: 300 }, (_, index) => {
      const share = 0.002 + 0.1 * random.next() ** 3
      const count = (reviews: number) =>
        Array.from({ length: reviews }).filter(() => random.next() < share).length
      return { term: `t${index}`, recent: count(120), base: count(400) }
    })
    const found = keywordTrends([place(terms, 120, 400)])
    if (found.known && found.trends.length > 0) announced += 1
  }
  expect(announced).toBeLessThanOrEqual(6)
})
