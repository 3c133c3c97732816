import { expect, test } from 'vitest'
import { HELP } from '#app/features/help/articles.ts'
import { searchHelp } from '#app/features/help/search.ts'

function found(query: string): string[] {
  return searchHelp(HELP, query).flatMap(({ articles }) => articles.map(({ id }) => id))
}

test('an empty query or one of punctuation alone returns all articles', () => {
  const all = HELP.flatMap(({ articles }) => articles.map(({ id }) => id))
  expect(found('')).toEqual(all)
  expect(found(' ?! ')).toEqual(all)
  expect(new Set(all).size).toBe(all.length)
})

test.each([
  ['csv', 'import-file'],
  ['CSV import', 'import-file'],
  ['two-factor', 'forgot-password'],
  ['dark mode', 'look'],
  ['óffline', 'offline'],
  ['insufficient permissions', 'roles'],
  ['old history missing', 'all-reviews'],
])('‘%s’ finds the article %s', (query, id) => {
  expect(found(query)).toContain(id)
})

test('every word of a query must match', () => {
  expect(found('csv zebra')).toEqual([])
})

test('every article has a text, and links only to our own screens', () => {
  for (const { text, link } of HELP.flatMap(({ articles }) => articles)) {
    expect(text.join('').length).toBeGreaterThan(20)
    if (link) expect(link.to).toMatch(/^\/[a-z]/)
  }
})
