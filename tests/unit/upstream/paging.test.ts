import { expect, test } from 'vitest'
import { pagesOf } from '#tests/upstream/paging.ts'

test('a plain list is split into pages without gaps', () => {
  expect(pagesOf(45, false, (page) => (page === 0 ? 10 : 20))).toEqual([
    { from: 0, to: 10 },
    { from: 10, to: 30 },
    { from: 30, to: 45 },
  ])
})

test('an overlapping list repeats its third page, then two reviews on every page', () => {
  expect(pagesOf(58, true, () => 10)).toEqual([
    { from: 0, to: 10 },
    { from: 10, to: 20 },
    { from: 20, to: 30 },
    { from: 20, to: 30 },
    { from: 28, to: 38 },
    { from: 36, to: 46 },
    { from: 44, to: 54 },
    { from: 52, to: 58 },
  ])
})

test('an empty list has no pages', () => {
  expect(pagesOf(0, true, () => 10)).toEqual([])
})
