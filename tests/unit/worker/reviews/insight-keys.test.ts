import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insightKeysOf, termToken } from '#worker/reviews/insight-keys.ts'

test('any term becomes one token of letters and digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (term) => /^k~[a-z0-9]*$/.test(termToken('~', term))),
  )
})

test('different terms never have the same token', () => {
  const term = fc.string({ unit: fc.constantFrom('a', 'é', 'e', ' ', "'", 'ß', '0', '2', 'c') })
  fc.assert(
    fc.property(
      term,
      term,
      (one, other) => (one === other) === (termToken('~', one) === termToken('~', other)),
    ),
  )
})

test('keys contain topics with polarity, terms and mismatches', () => {
  const topics = [{ topic: 'check_in', polarity: 'negative' }] as const
  expect(insightKeysOf({ topics, terms: ['front desk'], mismatch: 'complaint_inside' })).toBe(
    ' t~checkinnegative k~front020desk m~complaintinside',
  )
})
