import { describe, expect, test } from 'vitest'
import { checkFile, dateQuestion } from '#app/features/imports/file/check-file.ts'
import { Chunker, MAX_CHUNK_BYTES } from '#app/features/imports/file/chunks.ts'
import { businessesIn, guessMapping } from '#app/features/imports/file/columns.ts'
import { openFile } from '#app/features/imports/file/opened-file.ts'
import { type Reading, reviewOfRow } from '#app/features/imports/file/row-review.ts'
import { Pace } from '#app/features/imports/file/send-file.ts'
import { faultsCsv } from '#app/features/imports/import-progress.tsx'
import { MAX_CHUNK_ROWS } from '#worker/rules/imports.ts'

const NOW = Date.UTC(2026, 5, 15)
const COLUMNS = ['Name', 'Stars', 'When', 'Text', 'Id', 'Link', 'Reply']
const READING: Reading = {
  columns: COLUMNS,
  mapping: { authorName: 0, rating: 1, reviewDate: 2, reviewText: 3, reviewId: 4, url: 5, ownerText: 6 },
  platform: 'google',
  business: null,
  platforms: ['google', 'yelp'],
  dateOrder: 'dmy',
  now: NOW,
}
const rowOf = (...values: string[]) => reviewOfRow({ line: 7, values }, READING)

test.each([
  [
    ['reviewer.displayName', 'starRating', 'comment', 'createTime', 'name', 'reviewReply.comment'],
    ['Ana', 'FIVE', 'x', '2024-01-01T00:00:00Z', 'accounts/1/locations/2/reviews/AbF3', 'Thanks'],
    { authorName: 0, rating: 1, reviewText: 2, reviewDate: 3, reviewId: 4, ownerText: 5 },
  ],
  [
    [
      'Reviewer Name',
      'Star Rating',
      'Review Date',
      'Review Text',
      'Review ID',
      'Review URL',
      'Owner Response',
    ],
    [],
    { authorName: 0, rating: 1, reviewDate: 2, reviewText: 3, reviewId: 4, url: 5, ownerText: 6 },
  ],
  [['name', 'review', 'rating', 'date'], [], { authorName: 0, reviewText: 1, rating: 2, reviewDate: 3 }],
  [
    ['author_title', 'review_text', 'review_rating', 'review_datetime_utc', 'review_link', 'owner_answer'],
    [],
    { authorName: 0, reviewText: 1, rating: 2, reviewDate: 3, url: 4, ownerText: 5 },
  ],
  [['foo', 'bar'], [], {}],
])('columns %j are recognized', (columns, values, mapping) => {
  expect(guessMapping(columns, [{ line: 2, values }])).toEqual(mapping)
})

test.each([
  [['Yes', 'No', ''], false],
  [['TRUE', 'false'], false],
  [['0', '2'], false],
  [['2025-03-02T08:00:00Z', '3/4/2025 10:15'], false],
  [['oui', 'Non'], false],
  [['No', 'Thank you, Ana!'], true],
  [['', ''], true],
])('a reply column with %j has the answers: %j', (replies, hasAnswers) => {
  const sample = replies.map((reply, index) => ({ line: 2 + index, values: ['5', reply] }))
  expect(guessMapping(['Stars', 'Reply'], sample).ownerText).toBe(hasAnswers ? 1 : undefined)
})

test('a row becomes a review without its missing values', () => {
  expect(
    rowOf(
      ' Ana ',
      '4/5',
      '25/03/2024',
      'Nice.\r\nVery.',
      'accounts/1/locations/2/reviews/AbF3',
      'nothing',
      'Hi',
    ),
  ).toMatchObject({
    review: {
      reviewId: 'AbF3',
      authorName: 'Ana',
      rating: 4,
      reviewText: 'Nice.\nVery.',
      reviewDate: '2024-03-25T12:00:00.000Z',
      ownerResponse: { text: 'Hi', date: null },
    },
    platform: 'google',
    faults: [],
  })
  expect(rowOf('Ana', 'FIVE')).toMatchObject({
    review: { authorName: 'Ana', rating: 5, reviewText: '' },
    platform: 'google',
    faults: [],
  })
})

test("an author without a name gets the platform's default name", () => {
  expect(rowOf(' ', '5').review?.authorName).toBe('A Google user')
  expect(
    reviewOfRow({ line: 2, values: ['', '5'] }, { ...READING, platform: 'yelp' }).review?.authorName,
  ).toBe('A Yelp user')
})

test('rows about another business are left out if a business is chosen', () => {
  const columns = ['Business', 'Stars']
  const sample = ['Harbor Books', 'Quay Café', '', 'Harbor Books'].map((name, index) => ({
    line: 2 + index,
    values: [name, '5'],
  }))
  const mapping = guessMapping(columns, sample)
  expect(businessesIn(sample, mapping)).toEqual(['Harbor Books', 'Quay Café'])
  const reading: Reading = { ...READING, columns, mapping, business: 'Harbor Books' }
  expect(sample.map((row) => reviewOfRow(row, reading).faults)).toEqual([
    [],
    [{ line: 3, column: 'Business', problem: 'This row is about ‘Quay Café’.' }],
    [],
    [],
  ])
  const all = sample.map((row) => reviewOfRow(row, { ...reading, business: null }))
  expect(all.every(({ review }) => review)).toBe(true)
})

describe('a column with the platform', () => {
  const columns = ['Platform', 'Stars']
  const reading: Reading = { ...READING, columns, mapping: guessMapping(columns, []) }
  const read = (platform: string) => reviewOfRow({ line: 2, values: [platform, '5'] }, reading)

  test.each([
    ['Yelp', 'yelp', 'A Yelp user'],
    ['google_maps', 'google', 'A Google user'],
    ['GOOGLE', 'google', 'A Google user'],
    [' ', 'google', 'A Google user'],
  ])('%j decides the platform of its row', (value, platform, authorName) => {
    expect(read(value)).toMatchObject({
      review: { authorName, rating: 5, reviewText: '' },
      platform,
      faults: [],
    })
  })

  test("accepts an owner's platform in any case", () => {
    const form = { id: 'other0123456789abcdef', name: 'Our form', color: 'teal' } as const
    const withForm = { ...reading, platforms: [...reading.platforms, form.id], own: [form] }
    const { platform, faults } = reviewOfRow({ line: 2, values: [' OUR Form ', '5'] }, withForm)
    expect({ platform, faults }).toEqual({ platform: form.id, faults: [] })
    expect(reviewOfRow({ line: 3, values: ['Our shop', '5'] }, withForm).faults).toMatchObject([
      {
        problem:
          '‘Our shop’ isn’t one of your platforms: Google, Yelp, Our form. Add it under Sources, then import this file again.',
      },
    ])
  })

  test.each([
    ['TripAdvisor', '‘TripAdvisor’ isn’t one of the platforms in your plan: Google, Yelp.'],
    [
      'Trustpilot',
      '‘Trustpilot’ isn’t one of your platforms: Google, Yelp. Add it under Sources, then import this file again.',
    ],
  ])('%s is refused with the way to include it', (value, problem) => {
    expect(read(value)).toEqual({ review: null, faults: [{ line: 2, column: 'Platform', problem }] })
  })
})

describe('a fault names its line and column, and says what to do', () => {
  test.each([
    [['Ana', ''], 'Stars', 'The stars are missing. Fill them in, or choose the column that has them.'],
    [['Ana', 'six'], 'Stars', '‘six’ isn’t a rating from 1 to 5 stars.'],
    [['Ana', '5', '3/25/2024'], 'When', '‘3/25/2024’ isn’t a day/month/year date like the others.'],
    [['Ana', '5', 'soon'], 'When', '‘soon’ isn’t a date we can read. Write it as 2026-03-25.'],
    [['Ana', '5', '2026-07-01'], 'When', 'This date is in the future.'],
    [['Ana', '5', '', 'x'.repeat(20_001)], 'Text', 'The text can have at most 20,000 characters.'],
    [['Ana', '5', '', 'a\0b'], 'Text', "The text contains a character that can't be stored. Type it again."],
    [
      ['Ana', '5', '', 'x', '', '', '', 'more'],
      '',
      'This row has more values than there are columns. A text with a comma needs quotation marks around it.',
    ],
  ])('%j', (values, column, problem) => {
    expect(rowOf(...values)).toEqual({ review: null, faults: [{ line: 7, column, problem }] })
  })

  test('a zero that may mean "not rated"', () => {
    const ratingScale = { lowest: 1, highest: 10 } as const
    const problemOf = (rating: string) =>
      reviewOfRow({ line: 3, values: ['Ana', rating] }, { ...READING, ratingScale }).faults[0]?.problem
    expect(problemOf('0')).toBe(
      '‘0’ isn’t a rating from 1 to 10, like the others. If 0 is the lowest rating, name the column ‘Rating 0-10’.',
    )
    expect(problemOf('11')).toBe('‘11’ isn’t a rating from 1 to 10, like the others.')
  })

  test('invalid JSON', () => {
    expect(reviewOfRow({ line: 3, values: null }, READING).faults).toEqual([
      { line: 3, column: '', problem: 'This is not valid JSON. Export the file again.' },
    ])
  })
})

test.each([
  [['03/04/2024', '05/06/2024'], { order: null, example: '03/04/2024' }],
  [['03/04/2024', '25/06/2024'], { order: 'dmy', example: '03/04/2024' }],
  [['03/04/2024', '06/25/2024'], { order: 'mdy', example: '03/04/2024' }],
  [['25/04/2024', '06/25/2024'], { order: null, example: null }],
  [['2024-03-04', '4.3.2024', ''], null],
])('dates %j ask for their order only if needed', async (dates, question) => {
  const file = new File([`Name,When\n${dates.map((date) => `Ana,${date}`).join('\n')}`], 'x.csv')
  expect(dateQuestion(await openFile(file), { reviewDate: 1 })).toEqual(question)
})

test('chunks stay below the limits of a request and contain every review once', () => {
  const chunker = new Chunker()
  const chunks = []
  const reviews = Array.from({ length: 1_500 }, (_, index) => ({
    authorName: `A${index}`,
    rating: 5,
    reviewText: '👍'.repeat((index * 37) % 3_000),
  }))
  for (const review of reviews) chunks.push(chunker.add(review) ?? [])
  chunks.push(chunker.rest() ?? [])
  const full = chunks.filter(({ length }) => length > 0)
  expect(full.flat()).toEqual(reviews)
  for (const chunk of full) {
    expect(chunk.length).toBeLessThanOrEqual(MAX_CHUNK_ROWS)
    expect(new TextEncoder().encode(JSON.stringify(chunk)).length).toBeLessThanOrEqual(MAX_CHUNK_BYTES + 1)
  }
  const short = new Chunker()
  const counts = Array.from(
    { length: 1_001 },
    () => short.add({ authorName: 'A', rating: 5, reviewText: '' })?.length,
  )
  expect(counts.filter(Boolean)).toEqual([MAX_CHUNK_ROWS, MAX_CHUNK_ROWS])
})

test('a check counts good and bad rows and the requests needed, up to the end of the file', async () => {
  const lines = Array.from({ length: 1_200 }, (_, index) => `Ana ${index},${index % 100 === 0 ? 'x' : 5}`)
  const huge = `Ana,5,"${'\u0001'.repeat(19_000)}"`
  const opened = await openFile(new File([`Name,Stars,Text\n${lines.join('\n')}\n${huge}`], 'x.csv'))
  const reading = {
    columns: opened.columns,
    mapping: { authorName: 0, rating: 1, reviewText: 2 },
    platform: 'google',
    business: null,
    platforms: ['google'],
    dateOrder: null,
    now: NOW,
  } as const
  const progress: number[] = []
  const watch = { onProgress: (bytes: number) => progress.push(bytes), signal: new AbortController().signal }
  const checked = await checkFile(opened, reading, watch)
  expect(checked).toMatchObject({ good: 1_188, bad: 13 })
  expect([...checked.platforms]).toEqual([['google', { good: 1_188, chunks: 3 }]])
  expect(checked.faults[1]).toEqual({
    line: 102,
    column: 'Stars',
    problem: '‘x’ isn’t a rating from 1 to 5 stars.',
  })
  expect(checked.faults.at(-1)).toMatchObject({ line: 1_202, problem: expect.stringContaining('too long') })
  expect(progress.at(-1)).toBe(opened.file.size)
  const stopped = AbortSignal.abort('enough')
  await expect(checkFile(opened, reading, { ...watch, signal: stopped })).rejects.toBe('enough')
})

test('problems are exported for spreadsheets, without executable formulas', async () => {
  const text = await faultsCsv([{ line: 2, column: '=cmd', problem: '@x "y"' }]).text()
  expect(text).toContain('"Line","Column","Problem"\r\n2,"\'=cmd","\'@x ""y"""\r\n')
})

test('eighty calls go out at once, and the next after a minute', () => {
  const pace = new Pace()
  for (let call = 0; call < 80; call += 1) {
    expect(pace.wait(call)).toBe(0)
    pace.sent(call)
  }
  expect(pace.wait(100)).toBe(59_900)
  expect(pace.wait(60_000)).toBe(0)
  pace.sent(60_000)
  expect(pace.wait(60_000)).toBe(1)
})
