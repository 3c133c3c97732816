import { expect, test } from 'vitest'
import { completed, mentionBefore, mentionOf, namesFor } from '#app/features/assignments/mention-field.tsx'
import { mentionedIn } from '#worker/rules/notes.ts'

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

test('a mention ends at the caret', () => {
  expect(mentionBefore('@Bo please', 2)).toBe('B')
})

test.each([
  ['', PEOPLE.map(({ name }) => name)],
  ['ol', ['Olive Owner', 'Zoë Oliveira']],
  ['OW', ['Olive Owner']],
  ['x', []],
  ['bo-k', ['Bo']],
])('%j suggests %j', (typed, names) => {
  expect(namesFor(typed, PEOPLE).map(({ name }) => name)).toEqual(names)
})

test.each([
  ['Please look, @bo-kitchen', ['Bo']],
  ['@BO-KITCHEN: the soup', ['Bo']],
  ['@bo-kitchens', []],
  ['mail@bo-kitchen', []],
  ['nobody', []],
  ['@olive owner, @bo and @bo-kitchen', ['Olive Owner', 'Bo']],
  ['@bo-kitchen @Olive Owner @bo', ['Olive Owner', 'Bo']],
  ['Ask @Zoë Oliveira!', ['Zoë Oliveira']],
  ['@cy@demo.test knows', ['cy@demo.test']],
  ['', []],
])('%j mentions %j by a username or a name typed in full', (text, names) => {
  expect(mentionedIn(text, PEOPLE).map(({ name }) => name)).toEqual(names)
})

test('the longer of two names with the same beginning is mentioned, and both of two equal names', () => {
  const [ann, annLee, other] = ['Ann', 'Ann Lee', 'ann lee'].map((name, index) => ({
    userId: String(index),
    name,
    username: null,
  }))
  const people = [ann, annLee, other].flatMap((one) => one ?? [])
  expect(mentionedIn('@Ann Lee', people)).toEqual([annLee, other])
  expect(mentionedIn('@Ann, look', people)).toEqual([ann])
})

test('a mention uses the username if there is one', () => {
  expect(PEOPLE.map(mentionOf)).toEqual(['Olive Owner', 'bo-kitchen', 'Zoë Oliveira', 'cy@demo.test'])
})

test('a completed mention is the whole name', () => {
  expect(completed('Can @ol look?', 7, 'Olive Owner')).toEqual({ text: 'Can @Olive Owner look?', caret: 17 })
  expect(completed('@', 1, 'Bo')).toEqual({ text: '@Bo ', caret: 4 })
})
