import { expect, test } from 'vitest'
import { kindOf } from '#tests/place-kinds.ts'
import { CATEGORIES } from '#worker/businesses/categories.ts'
import { INDUSTRIES, KIND_ANSWERS } from '#worker/rules/kind-answers.ts'

test('at least 300 platform categories are listed', () => {
  const names = Object.values(CATEGORIES).flatMap((list) => list.split(/,\s+/))
  expect(new Set(names).size).toBeGreaterThanOrEqual(300)
})

test.each([
  ['Noodles', 'restaurant'],
  ['American (Traditional)', 'restaurant'],
  ['Greek', 'restaurant'],
  ['Sushi Bars', 'restaurant'],
  ['Steakhouse', 'restaurant'],
  ['Thai', 'restaurant'],
  ['Italian', 'restaurant'],
  ['Burgers', 'restaurant'],
  ['Delis', 'restaurant'],
  ['Bäckerei', 'restaurant'],
  ['Salon de thé', 'restaurant'],
  ['Panadería', 'restaurant'],
  ['Casa vacanze', 'hotel'],
  ['Guesthouse', 'hotel'],
  ['Garden center', 'retail'],
  ['Librairie', 'retail'],
  ['Tierarzt', 'clinic'],
  ['Clínica dental', 'clinic'],
  ['Movers', 'home_services'],
  ['Idraulico', 'home_services'],
  ['Taller mecánico', 'automotive'],
  ['Auto parts store', 'automotive'],
  ['Salon de coiffure', 'salon'],
  ['Pet Groomers', 'salon'],
  ['Gym', 'generic'],
  ['Ramen · Izakaya', 'restaurant'],
  ['Seafood, Bars', 'restaurant'],
  ['Interdimensional portal', undefined],
])('the category %s is mapped to %s', (industry, kind) => {
  expect(kindOf({ name: 'Harbor Street', industry })).toBe(kind)
})

test('every answer to the question about the kind is mapped to that kind', () => {
  for (const industry of INDUSTRIES) {
    expect(kindOf({ name: 'Harbor Noodle House', industry: KIND_ANSWERS[industry] })).toBe(industry)
  }
})

test('without a category the kind is read from the name, or unknown', () => {
  expect(kindOf({ name: 'Harbor Noodle House', industry: null })).toBe('restaurant')
  expect(kindOf({ name: 'Alder & Salt', industry: '' })).toBeUndefined()
})
