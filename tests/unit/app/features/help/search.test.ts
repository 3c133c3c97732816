import { expect, test } from 'vitest'
import { HELP } from '#app/features/help/articles.ts'
import { searchHelp } from '#app/features/help/search.ts'

function found(query: string): string[] {
  return searchHelp(HELP, query).flatMap(({ articles }) => articles.map(({ id }) => id))
}

test('an empty query, and one of marks alone, leave all articles', () => {
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

test('every word has to be there', () => {
  expect(found('csv zebra')).toEqual([])
})

test('each article says something, and links only to screens of ours', () => {
  for (const { text, link } of HELP.flatMap(({ articles }) => articles)) {
    expect(text.join('').length).toBeGreaterThan(20)
    if (link) expect(link.to).toMatch(/^\/[a-z]/)
  }
})
