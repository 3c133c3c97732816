import { expect, test } from 'vitest'
import { wordsOf } from '#worker/insights/overview/words.ts'
import { saysNothing } from '#worker/insights/text/empty-terms.ts'
import { ANY_TEXT } from '#worker/rules/review-features.ts'

const MONTHS = { base: ['2026-01'], recent: ['2026-02'] }
const bad = (term: string, month: string, reviews: number) => ({
  term,
  month,
  reviews,
  positive: 0,
  negative: reviews,
})
const good = (term: string, reviews: number) => ({
  term,
  month: '2026-01',
  reviews,
  positive: reviews,
  negative: 0,
})

test('numbers, units of time and directions are neither typical words nor trends', () => {
  const rows = ['half', 'minute', 'left', 'half an hour', 'cold soup', 'waiter'].flatMap((term) => [
    bad(term, '2026-01', 1),
    bad(term, '2026-02', 40),
  ])
  const { blame, praise, trends } = wordsOf(
    [
      ...rows,
      ...['took', 'first', 'terrace', 'friendly'].map((term) => good(term, 40)),
      { ...good(ANY_TEXT, 100) },
      { ...good(ANY_TEXT, 100), month: '2026-02' },
    ],
    MONTHS,
  )
  expect(blame.map(({ term }) => term)).toEqual(['cold soup', 'waiter'])
  expect(praise.map(({ term }) => term)).toEqual(['terrace', 'friendly'])
  expect(trends.known && trends.trends.map(({ term }) => term).sort()).toEqual(
    expect.arrayContaining(['cold soup', 'waiter']),
  )
  expect(trends.known && trends.trends.filter(({ term }) => saysNothing(term))).toEqual([])
})

test.each([
  'half',
  'minuten',
  'gauche',
  'izquierda',
  'half an hour',
  'twenty minute',
  'ora',
  'última vez',
  'friday with seven',
])('%s says nothing about a place', (term) => expect(saysNothing(term)).toBe(true))

test.each([
  'vino',
  'art',
  'front desk',
  'happy hour',
  'second floor',
  'cuarto',
  'order',
  'home',
  'side',
  'primo',
  'friday',
  'sunday roast',
])('%s may say something about a place', (term) => expect(saysNothing(term)).toBe(false))
