import { expect, test } from 'vitest'
import {
  completed,
  mentionBefore,
  mentionedIn,
  mentionOf,
  namesFor,
} from '#app/features/assignments/assign-form.tsx'

const PEOPLE = ['Olive Owner', 'Bo', 'Zoë Oliveira', 'cy@demo.test'].map((name) => ({
  userId: name,
  name,
  username: name === 'Bo' ? 'bo-kitchen' : null,
  businessIds: null,
}))

test.each([
  ['@', ''],
  ['@ol', 'ol'],
  ['Please @Bo', 'Bo'],
  ['Please @Bo ', null],
  ['a@b', null],
  ['', null],
])('%j ends in the mention %j', (text, mention) => {
  expect(mentionBefore(text, text.length)).toBe(mention)
})

test('what comes after the caret is no part of it', () => {
  expect(mentionBefore('@Bo please', 2)).toBe('B')
})

test.each([
  ['', PEOPLE.map(({ name }) => name)],
  ['ol', ['Olive Owner', 'Zoë Oliveira']],
  ['OW', ['Olive Owner']],
  ['x', []],
  ['bo-k', ['Bo']],
])('%j names %j', (typed, names) => {
  expect(namesFor(typed, PEOPLE).map(({ name }) => name)).toEqual(names)
})

test.each([
  ['Please look, @bo-kitchen', 'Bo'],
  ['@BO-KITCHEN: the soup', 'Bo'],
  ['@bo', undefined],
  ['mail@bo-kitchen', undefined],
  ['nobody', undefined],
])('%j mentions %s by a username typed in full', (text, name) => {
  expect(mentionedIn(text, PEOPLE)?.name).toBe(name)
})

test('a mention is the username where there is one', () => {
  expect(PEOPLE.map(mentionOf)).toEqual(['Olive Owner', 'bo-kitchen', 'Zoë Oliveira', 'cy@demo.test'])
})

test('a mention becomes the whole name', () => {
  expect(completed('Can @ol look?', 7, 'Olive Owner')).toEqual({ text: 'Can @Olive Owner look?', caret: 17 })
  expect(completed('@', 1, 'Bo')).toEqual({ text: '@Bo ', caret: 4 })
})
