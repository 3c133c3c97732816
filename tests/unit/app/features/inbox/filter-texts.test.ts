import { expect, test } from 'vitest'
import { filterTexts } from '#app/features/inbox/filter-texts.server.ts'
import type { Filters } from '#app/features/inbox/filters.ts'

const SUBJECTS = {
  businesses: [{ id: 'b', name: 'Alder & Salt' }],
  tags: [{ id: 't', name: 'Parking', color: 'red' as const }],
  ownPlatforms: [{ id: 'other0123456789abcdef' as const, name: 'Trustpilot', color: 'teal' as const }],
}
const wordsOf = (filters: Filters) =>
  filterTexts(filters, SUBJECTS, (day) => `day ${day}`).map(({ label, text }) => `${label}: ${text}`)

test('each filter is said in words, those of links as well', () => {
  expect(
    wordsOf({
      search: 'soup',
      businessId: 'b',
      platform: 'other0123456789abcdef',
      rating: '1',
      tag: 't',
      topic: 'check_in',
      opinion: 'negative',
      term: 'cold soup',
      mismatch: 'complaint_inside',
      from: '2026-03-01',
      sort: 'oldest',
    }),
  ).toEqual([
    'Platform: Trustpilot',
    'Stars: 1',
    'Topic: check in',
    'Opinion: negative',
    'Words: “cold soup”',
    'Stars and text: complaint inside',
    'Tag: Parking',
    'Posted from: day 2026-03-01',
    'Order: Oldest first',
  ])
})

test('a view, which its tab names, needs no words', () => {
  expect(wordsOf({ status: 'pending', businessId: 'b', sort: 'oldest' })).toEqual([])
})

test('values that are unknown or not a day are shown as they are', () => {
  expect(wordsOf({ term: '?', from: 'soon', tag: 'gone' })).toEqual([
    'Text: in other languages',
    'Tag: gone',
    'Posted from: soon',
  ])
})

test('a word that is also a property of every object is shown as a word', () => {
  expect(wordsOf({ term: 'constructor' })).toEqual(['Words: “constructor”'])
})
