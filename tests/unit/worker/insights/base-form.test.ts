import { expect, test } from 'vitest'
import { baseForm } from '#worker/insights/reading/read-review.ts'

test.each([
  ['oysters', 'oyster'],
  ['dishes', 'dish'],
  ['berries', 'berry'],
  ['cookies', 'cookie'],
  ['tomatoes', 'tomato'],
  ['knives', 'knife'],
  ['women', 'woman'],
  ['delicious', 'delicious'],
  ['bus', 'bus'],
  ['glass', 'glass'],
  ['tapas', 'tapas'],
  ['always', 'always'],
  ['gas', 'gas'],
  ['constructor', 'constructor'],
])('the base form of %s is %s', (word, singular) => {
  expect(baseForm(word, 'en')).toBe(singular)
})

test('plurals are reduced by the rules of the language, or kept if the language has none', () => {
  expect(baseForm('ostras', 'es')).toBe('ostra')
  expect(baseForm('huîtres', 'fr')).toBe('huître')
  expect(baseForm('pratos', 'pt')).toBe('prato')
  expect(baseForm('Haus', 'de')).toBe('Haus')
  expect(baseForm('plus', 'fr')).toBe('plus')
  expect(baseForm('oysters', null)).toBe('oysters')
})
