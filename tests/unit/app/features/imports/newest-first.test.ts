import { describe, expect, test } from 'vitest'
import { checkFile } from '#app/features/imports/file/check-file.ts'
import { dayOf, newestThatFit, rangesOf, reviewsInOrder } from '#app/features/imports/file/newest-first.ts'
import { openFile } from '#app/features/imports/file/opened-file.ts'
import type { Reading } from '#app/features/imports/file/row-review.ts'
import { volume } from '#tests/volume.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import type { ImportedReviewInput } from '#worker/rules/imports.ts'

const NOW = Date.UTC(2026, 5, 15)
const DAYS = new Map([
  ['2024-05-01', 700],
  ['', 40],
  ['2024-05-03', 499],
  ['2024-05-02', 2],
])

describe('the newest rows that fit are', () => {
  test.each([
    ['all', 2_000, { rows: 1_241, since: null }],
    ['all that have a date', 1_201, { rows: 1_201, since: '2024-05-01' }],
    ['down to a part of a day', 500, { rows: 500, since: '2024-05-02' }],
    ['a whole day', 499, { rows: 499, since: '2024-05-03' }],
    ['one', 1, { rows: 1, since: '2024-05-03' }],
    ['none', 0, { rows: 0, since: null }],
  ])('%s', (_, left, fit) => {
    expect(newestThatFit(DAYS, left)).toEqual(fit)
  })

  test('any rows of a file without dates', () => {
    expect(newestThatFit(new Map([['', 10]]), 4)).toEqual({ rows: 4, since: null })
  })
})

test('days are grouped as far as memory allows, newest first, and a large day stands alone', () => {
  const days = new Map([
    ['2024-05-04', 1_500],
    ['2024-05-03', 500],
    ['2024-05-02', 90_000],
    ['2024-05-01', 10],
    ['', 5],
  ])
  expect(rangesOf(days)).toEqual([
    { oldest: '2024-05-03', newest: '2024-05-04' },
    { oldest: '2024-05-02', newest: '2024-05-02' },
    { oldest: '', newest: '2024-05-01' },
  ])
  expect(rangesOf(new Map())).toEqual([])
})

async function checked(lines: readonly string[]) {
  const opened = await openFile(new File([`Author,Stars,Date\n${lines.join('\n')}\n`], 'reviews.csv'))
  const mapping = { authorName: 0, rating: 1, reviewDate: 2 }
  const reading: Reading = {
    columns: opened.columns,
    mapping,
    platform: 'google',
    business: null,
    platforms: ['google'],
    dateOrder: null,
    now: NOW,
  }
  const { signal } = new AbortController()
  const { days, good } = await checkFile(opened, reading, { signal, onProgress: () => {} })
  return { opened, reading, days, good }
}

async function inOrder({ opened, reading, days }: Awaited<ReturnType<typeof checked>>) {
  const { signal } = new AbortController()
  const reviews: ImportedReviewInput[] = []
  for await (const { review } of reviewsInOrder(opened, reading, {
    ranges: rangesOf(days),
    doubled: new Set(),
    signal,
  }))
    reviews.push(review)
  return reviews
}

function dayText(index: number): string {
  return new Date(NOW - index * DAY_MS).toISOString().slice(0, 10)
}

test('rows come newest first and once each, and those of one day in file order', async () => {
  // 9,000 rows over 900 days in mixed order; some have no date, some no stars.
  const lines = Array.from({ length: 9_000 }, (_, index) => {
    const date = index % 50 === 0 ? '' : dayText((index * 7_919) % 900)
    return `Author ${String(index).padStart(5, '0')},${index % 100 === 7 ? 'none' : 4},${date}`
  })
  const file = await checked(lines)
  expect(file.good).toBe(8_910)
  const reviews = await inOrder(file)
  const expected = lines
    .map((line) => line.split(','))
    .filter(([, stars]) => stars !== 'none')
    .sort(([, , one = ''], [, , other = '']) => Number(one < other) - Number(one > other))
    .map(([author, , date]) => [author, date])
  expect(reviews.map((review) => [review.authorName, dayOf(review)])).toEqual(expected)
})

test('a file with a single day is one range and keeps its order', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => `Author ${index},4,2026-05-01`)
  const file = await checked(lines)
  expect(rangesOf(file.days)).toEqual([{ oldest: '2026-05-01', newest: '2026-05-01' }])
  expect((await inOrder(file)).map(({ authorName }) => authorName)).toEqual(
    lines.map((line) => line.split(',')[0]),
  )
})

test('a file with many rows is counted by day before anything is sent', async () => {
  const perDay = volume(2, 33)
  const rows = 3_000 * perDay
  const lines = Array.from({ length: rows }, (_, index) => `Author ${index},4,${dayText(index % 3_000)}`)
  const { days, good } = await checked(lines)
  expect(good).toBe(rows)
  expect(days.size).toBe(3_000)
  const fitting = 588 * perDay + 1
  expect(newestThatFit(days, fitting)).toEqual({ rows: fitting, since: dayText(588) })
}, 30_000)
