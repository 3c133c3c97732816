import { expect, test } from 'vitest'
import { areRecommendationsOver, dueEndNotice } from '#worker/rules/graph-api.ts'

test.each([
  ['2026-11-21T23:59:59.999Z', null],
  ['2026-11-22T00:00:00Z', 60],
  ['2026-11-27T10:00:00Z', 60],
  ['2026-12-22T00:00:00Z', 30],
  ['2027-01-14T00:00:00Z', 7],
  ['2027-01-20T23:59:59Z', 7],
  ['2027-01-21T00:00:00Z', 0],
  ['2027-02-19T00:00:00Z', 0],
  ['2027-02-20T00:00:00Z', null],
])('at %s, page owners are due the notice %s days before the end', (at, days) => {
  expect(dueEndNotice(Date.parse(at))).toBe(days)
})

test.each([
  ['2027-01-21T23:59:59.999Z', false],
  ['2027-01-22T00:00:00Z', true],
])('at %s, recommendations have ended: %s', (at, isOver) => {
  expect(areRecommendationsOver(Date.parse(at))).toBe(isOver)
})
