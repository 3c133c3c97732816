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
])('of %s the singular is %s', (word, singular) => {
  expect(baseForm(word, 'en')).toBe(singular)
})

test('other languages have their own plurals, or none that we know', () => {
  expect(baseForm('ostras', 'es')).toBe('ostra')
  expect(baseForm('huîtres', 'fr')).toBe('huître')
  expect(baseForm('pratos', 'pt')).toBe('prato')
  expect(baseForm('Haus', 'de')).toBe('Haus')
  expect(baseForm('plus', 'fr')).toBe('plus')
  expect(baseForm('oysters', null)).toBe('oysters')
})
