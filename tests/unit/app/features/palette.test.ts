import { expect, test } from 'vitest'
import { businessEntries, matchingEntries, OWN_ENTRIES, viewEntries } from '#app/features/palette/entries.ts'

const ENTRIES = [
  ...OWN_ENTRIES,
  ...viewEntries([{ id: 'v1', name: 'Angry', query: 'rating=1' }]),
  ...businessEntries([{ id: 'b1', name: 'Harbor Books' }]),
]
const labels = (typed: string) => matchingEntries(ENTRIES, typed).map(({ label }) => label)

test('entries that begin with the typed words come first, in any case', () => {
  expect(labels('BUS')[0]).toBe('Businesses')
  expect(labels('books harbor')).toEqual([
    'Harbor Books: reviews',
    'Harbor Books: sources',
    'Harbor Books: add reviews',
    'Harbor Books: show reviews on your site',
  ])
  expect(labels('angry')).toEqual(['Angry'])
  expect(labels('nothing like it')).toEqual([])
  expect(labels(' ')).toHaveLength(ENTRIES.length)
})

test('no two entries of a group have the same name', () => {
  const keys = ENTRIES.map(({ group, label }) => `${group} ${label}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('the entries of the user menu are found, too', () => {
  expect(
    ['billing', 'log out', 'dark mode', 'data management', 'help & support'].map((typed) => labels(typed)[0]),
  ).toEqual(['Billing', 'Logout', 'Dark mode', 'Data Management', 'Help & Support'])
})
