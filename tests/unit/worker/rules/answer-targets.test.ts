import { expect, test } from 'vitest'
import { answeredInTimeText, MAX_OVERDUE, overdueAddress } from '#worker/rules/answer-targets.ts'

test.each([
  [
    { hours: 24, answered: 14, count: 20, overdue: 3 },
    '14 of 20 reviews from the last 30 days were answered in time (24 hours). 3 are overdue.',
  ],
  [
    { hours: 72, answered: 1, count: 1, overdue: 0 },
    '1 of 1 review from the last 30 days was answered in time (3 days). None is overdue.',
  ],
  [
    { hours: null, answered: 0, count: 1_200, overdue: 1 },
    '0 of 1,200 reviews from the last 30 days were answered in time (each location’s own target). 1 is overdue.',
  ],
  [
    { hours: 24, answered: null, count: 9_000, overdue: MAX_OVERDUE + 1 },
    'More than 1,000 reviews are overdue.',
  ],
])('%o is described in a sentence', (figures, text) => {
  expect(answeredInTimeText(figures)).toBe(text)
})

test('the link to overdue reviews keeps the location', () => {
  expect(overdueAddress(null)).toBe('/app/reviews?due=overdue')
  expect(overdueAddress('b1')).toBe('/app/reviews?due=overdue&businessId=b1')
})
