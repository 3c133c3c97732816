import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { parse } from '#worker/sources/google-public/parse.ts'
import { expectOwnerWords, expectSourceError, sourceErrorOf } from '../answers.ts'
import { boqBody, boqRecord, placeBody, postListBody, postRecord } from '../google-bodies.ts'

const BODIES = [
  boqBody([boqRecord(1), boqRecord(2)], { token: 'T', guard: ")]}'\n" }),
  postListBody([postRecord(1, '2026')], 'T'),
  placeBody([postRecord(1, '2023')], 9),
]

test('a body truncated at any position counts as unavailable and is never read in part', () => {
  for (const body of BODIES) {
    for (let length = 0; length < body.length; length += 37) {
      const error = sourceErrorOf(() => parse(body.slice(0, length)))
      expectOwnerWords(error, 'unavailable')
      expect(error.message).toContain('was cut off')
    }
  }
})

test.each([
  '{}',
  '{"error":{"code":403}}',
  `)]}'\n{"a":[1]}`,
  'Not found',
  'null',
  '12',
  '"text"',
  '[]',
  '[1]',
  '[[]]',
  '[null,[]]',
])('%s is a changed format', (body) => {
  expectSourceError(() => parse(body), 'format_changed')
})

test.each([
  ['numbers for records', boqBody([1, 2, 3])],
  ['objects for records', boqBody([{ 5: 'x' }, { length: 48 }])],
  ['texts for records', boqBody(['x', 'y'])],
  ['null for records', boqBody([null])],
  ['a text for the list', JSON.stringify([null, [...new Array(10).fill(null), [null, null, 'x']]])],
  ['numbers as ids', boqBody([boqRecord(1, { id: 9_007_199_254_740_992, rating: 'x' })])],
  ['numbers as older ids', postListBody([postRecord(1, '2026', { id: 12 })])],
])('%s are a changed format', (_, body) => {
  expectSourceError(() => parse(body), 'format_changed')
})

test.each([
  ['brackets', '['.repeat(1_000_000)],
  [
    'nested records',
    boqBody([JSON.parse('['.repeat(150) + ']'.repeat(150))]).replace('[[', '['.repeat(900_000)),
  ],
  ['markup in a text', boqBody([boqRecord(1, { text: '<b'.repeat(500_000) })])],
  ['line breaks in a text', boqBody([boqRecord(1, { text: '<br>'.repeat(250_000) })])],
  ['entities in a text', boqBody([boqRecord(1, { text: '&amp;'.repeat(200_000) })])],
  ['opened markup', '<'.repeat(1_000_000)],
  ['white space', ' '.repeat(1_000_000)],
  ['white space and a list', `${' '.repeat(1_000_000)}[`],
  ['a long text', `)]}'\n${'a'.repeat(1_000_000)}`],
  ['many records', boqBody(Array.from({ length: 900 }, (_, index) => boqRecord(index)))],
  ['many unreadable records', boqBody(Array.from({ length: 9_000 }, () => new Array(48).fill(1)))],
  [
    'escapes',
    placeBody([postRecord(1, '2026', { text: '\\u003d\\n'.repeat(120_000), link: 'x\\u003d' })], 1),
  ],
])('a megabyte of %s is read or refused within 50 ms', (_, body) => {
  const limitMs = 50 * Math.max(1, body.length / 1_000_000)
  expect(fastestMs(() => outcomeOf(body))).toBeLessThan(limitMs)
})

function outcomeOf(body: string): unknown {
  try {
    return parse(body)
  } catch (error) {
    return error
  }
}
