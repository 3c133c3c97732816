import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { IN_THE_FUTURE, readImportedReview } from '#worker/rules/imports.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

const NOW = Date.UTC(2026, 5, 15)
const PLAIN = { authorName: 'Ana', rating: 4, reviewText: 'Fine.' }
const read = (fields: object) => readImportedReview({ ...PLAIN, ...fields }, NOW)

test('missing fields become null and unknown fields are dropped', () => {
  expect(read({ id: 5, organizationId: 'x', source: 'google-public', scrapedAt: 1 })).toEqual({
    review: { ...PLAIN, reviewId: null, reviewDate: null, url: null, language: null, ownerResponse: null },
    faults: [],
  })
})

test('empty fields and an empty reply count as missing', () => {
  const empty = { reviewId: '', reviewDate: ' ', url: '', language: '', ownerResponse: { text: ' ' } }
  expect(read(empty)).toEqual(read({}))
})

test('dates up to a day ahead are accepted, because of time zones', () => {
  const at = (milliseconds: number) => new Date(milliseconds).toISOString()
  expect(read({ reviewDate: at(NOW + DAY_MS) }).faults).toEqual([])
  expect(read({ reviewDate: at(NOW + DAY_MS + 1) }).faults).toEqual([
    { field: 'reviewDate', message: IN_THE_FUTURE },
  ])
  expect(read({ ownerResponse: { text: 'x', date: at(NOW + 2 * DAY_MS) } }).faults).toEqual([
    { field: 'ownerResponse.date', message: IN_THE_FUTURE },
  ])
})

test.each([
  ['rating', { rating: Number.NaN }],
  ['rating', { rating: Number.POSITIVE_INFINITY }],
  ['rating', { rating: '5' }],
  ['rating', { rating: 0.99 }],
  ['authorName', { authorName: null }],
  ['reviewText', { reviewText: ['x'] }],
  ['url', { url: 'data:text/html,x' }],
  ['url', { url: 'https://user:pass@example.test' }],
  ['language', { language: 'English, mostly' }],
  ['reviewId', { reviewId: 'a b' }],
  ['reviewId', { reviewId: 'x'.repeat(201) }],
  ['reviewDate', { reviewDate: '03/04/2024' }],
  ['reviewDate', { reviewDate: 5 }],
  ['ownerResponse', { ownerResponse: 'Thanks' }],
  ['ownerResponse.text', { ownerResponse: { text: 'x'.repeat(10_001) } }],
])('an invalid %s is reported by its field name', (field, fields) => {
  const { review, faults } = read(fields)
  expect(review).toBeNull()
  expect(faults.map((fault) => fault.field)).toEqual([field])
})

test.each([null, undefined, 5, 'x', [], () => 1])('%j is not a review', (value) => {
  expect(readImportedReview(value, NOW).review).toBeNull()
})

test('prototype keys have no effect', () => {
  const hostile = JSON.parse('{"__proto__": {"rating": 5}, "constructor": {"prototype": {"x": 1}}}')
  expect(readImportedReview(hostile, NOW).review).toBeNull()
  expect(({} as Record<string, unknown>).rating).toBeUndefined()
})

test('no text throws or takes longer than 50 ms', () => {
  for (const text of HOSTILE_TEXTS) {
    const fields = {
      authorName: text,
      reviewText: text,
      url: text,
      language: text,
      reviewId: text,
      reviewDate: text,
    }
    expect(fastestMs(() => read(fields))).toBeLessThan(50)
  }
})
