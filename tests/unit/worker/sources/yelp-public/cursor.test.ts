import { expect, test } from 'vitest'
import { cursorAfter, cursorAt, offsetOf } from '#worker/sources/yelp-public/parse.ts'

test("a cursor has Yelp's own format", () => {
  expect(cursorAt(10)).toBe('eyJ2ZXJzaW9uIjoxLCJ0eXBlIjoib2Zmc2V0Iiwib2Zmc2V0IjoxMH0=')
  expect(offsetOf(cursorAt(10))).toBe(10)
})

test.each([
  null,
  undefined,
  '',
  'x',
  '%%%',
  btoa('{}'),
  btoa('{"offset":-1}'),
  btoa('{"offset":"10"}'),
  btoa('['),
  10,
  'A'.repeat(9999),
])('%j contains no offset', (cursor) => {
  expect(offsetOf(cursor)).toBeNull()
})

test("Yelp's own cursor is used if it moves forward", () => {
  expect(cursorAfter(null, cursorAt(20), 10)).toBe(cursorAt(20))
  expect(cursorAfter(cursorAt(20), cursorAt(40), 20)).toBe(cursorAt(40))
  expect(cursorAfter(cursorAt(20), 'opaque-form', 20)).toBe('opaque-form')
})

test('without a cursor, the next page starts after the rows of this one', () => {
  expect(cursorAfter(null, null, 10)).toBe(cursorAt(10))
  expect(cursorAfter(cursorAt(40), undefined, 20)).toBe(cursorAt(60))
  expect(cursorAfter(cursorAt(40), '', 19)).toBe(cursorAt(59))
})

test('a cursor that stays or goes back is replaced, so no scan loops', () => {
  expect(cursorAfter(cursorAt(40), cursorAt(40), 20)).toBe(cursorAt(60))
  expect(cursorAfter(cursorAt(40), cursorAt(0), 20)).toBe(cursorAt(60))
  expect(cursorAfter(cursorAt(40), cursorAt(40), 0)).toBeNull()
})
