import { expect, test } from 'vitest'
import { cursorAfter, cursorAt, offsetOf } from '#worker/sources/yelp-public/parse.ts'

test('a cursor has the form Yelp writes', () => {
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
])('%j holds no offset', (cursor) => {
  expect(offsetOf(cursor)).toBeNull()
})

test("Yelp's own cursor is used where it leads on", () => {
  expect(cursorAfter(null, cursorAt(20), 10)).toBe(cursorAt(20))
  expect(cursorAfter(cursorAt(20), cursorAt(40), 20)).toBe(cursorAt(40))
  expect(cursorAfter(cursorAt(20), 'opaque-form', 20)).toBe('opaque-form')
})

test('without one the next page is counted from where this one began', () => {
  expect(cursorAfter(null, null, 10)).toBe(cursorAt(10))
  expect(cursorAfter(cursorAt(40), undefined, 20)).toBe(cursorAt(60))
  expect(cursorAfter(cursorAt(40), '', 19)).toBe(cursorAt(59))
})

test('a cursor that stands still or goes back is replaced, so that no walk goes round in circles', () => {
  expect(cursorAfter(cursorAt(40), cursorAt(40), 20)).toBe(cursorAt(60))
  expect(cursorAfter(cursorAt(40), cursorAt(0), 20)).toBe(cursorAt(60))
  expect(cursorAfter(cursorAt(40), cursorAt(40), 0)).toBeNull()
})
