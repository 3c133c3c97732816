import { describe, expect, test } from 'vitest'
import { parse } from '#worker/sources/google-public/parse.ts'
import { expectOwnerWords, expectSourceError, sourceErrorOf } from '../answers.ts'
import { escapedTwice, placeBody, postListBody, postRecord, reviewId } from '../google-bodies.ts'

const FORMS = ['2023', '2026'] as const

describe.each(FORMS)('records in the %s format', (form) => {
  test('become reviews, in a list and in a place', () => {
    const record = postRecord(5, form, {
      rating: 2,
      text: 'Two lines.\nSecond & <last>.',
      reply: { text: 'Sorry to hear.', micros: 1_772_266_947_000_000 },
    })
    const expected = {
      reviewId: reviewId(5),
      authorName: 'Guest 5',
      rating: 2,
      reviewText: 'Two lines.\nSecond & <last>.',
      reviewDate: '2023-11-14T22:08:20.123Z',
      helpfulVotes: 0,
      userVerified: false,
      ownerResponse: { text: 'Sorry to hear.', date: '2026-02-28T08:22:27.000Z' },
      language: 'en',
      url: `https://www.google.com/maps/reviews/data=!4m8!1s${reviewId(5)}?hl=en`,
    }
    expect(parse(postListBody([record], 'NEXT'))).toEqual({
      reviews: [expected],
      nextCursor: 'NEXT',
      total: null,
      warnings: [],
    })
    expect(parse(placeBody([record], 396))).toEqual({
      reviews: [expected],
      nextCursor: null,
      total: 396,
      warnings: [],
    })
  })

  test('without text are read', () => {
    const [review] = parse(postListBody([postRecord(1, form, { text: null })])).reviews
    expect(review).toMatchObject({ reviewText: '', language: null, ownerResponse: null, rating: 4 })
  })

  test('with an empty reply block have no reply', () => {
    expect(parse(postListBody([postRecord(1, form)])).reviews[0]?.ownerResponse).toBeNull()
  })

  test('of a closed account have a default name', () => {
    expect(parse(postListBody([postRecord(1, form, { author: null })])).reviews[0]?.authorName).toBe(
      'A Google user',
    )
  })

  test('keep the original date after an edit', () => {
    const record = postRecord(1, form, { micros: 1_680_061_150_493_676, editedMicros: 1_780_061_172_970_483 })
    expect(parse(postListBody([record])).reviews[0]?.reviewDate).toBe('2023-03-29T03:39:10.493Z')
  })

  test.each([false, '2 months ago', 12, 1e300])(
    'with the time %j have no date, and the relative date is not used',
    (micros) => {
      expect(parse(postListBody([postRecord(1, form, { micros })])).reviews[0]?.reviewDate).toBeNull()
    },
  )

  test('from partner sites are left out', () => {
    const partner = postRecord(1, form, {
      rating: 8.5,
      source: ['Booking.com', null, null, 'booking.com', 10],
    })
    const page = parse(postListBody([partner, postRecord(2, form)]))
    expect(page.reviews.map((review) => review.reviewId)).toEqual([reviewId(2)])
    expect(page.warnings).toEqual(['Left out because they come from a partner site of Google: 1 review.'])
  })

  test('are decoded once more if the body is escaped twice', () => {
    const text = 'She said "fine" & left.\nC:\\new 😀'
    const record = postRecord(1, form, {
      text,
      author: 'Zoë "Z"',
      reply: { text: 'Thanks!\nBye', micros: 1_720_613_883_000_000 },
    })
    const [review] = parse(escapedTwice(placeBody([record], 516))).reviews
    expect(review).toMatchObject({
      reviewText: text,
      authorName: 'Zoë "Z"',
      ownerResponse: { text: 'Thanks!\nBye' },
      url: `https://www.google.com/maps/reviews/data=!4m8!1s${reviewId(1)}?hl=en`,
    })
  })

  test('keep a typed backslash in any other body', () => {
    const [review] = parse(postListBody([postRecord(1, form, { text: 'path C:\\new \\u003d' })])).reviews
    expect(review?.reviewText).toBe('path C:\\new \\u003d')
  })
})

test('the original text is kept instead of the translation', () => {
  const record = postRecord(1, '2026', {
    text: 'Sehr gut.',
    translation: 'Very good.',
    languages: ['de', 'en', 'German', 'English'],
    reply: { text: 'Danke.', micros: 1_772_266_947_000_000 },
  })
  expect(parse(postListBody([record])).reviews[0]).toMatchObject({
    reviewText: 'Sehr gut.',
    language: 'de',
    ownerResponse: { text: 'Danke.' },
  })
})

test('reactions are summed, and the plain count of 2023 is used as it is', () => {
  const reacted = postRecord(1, '2026', {
    actions: [
      null,
      null,
      [
        null,
        [
          [1, 5],
          [2, 1],
          [3, 'x'],
        ],
      ],
    ],
  })
  const counted = postRecord(2, '2023')
  counted[4] = [null, 3, null, []]
  expect(parse(postListBody([reacted, counted])).reviews.map((review) => review.helpfulVotes)).toEqual([6, 3])
})

test('an element with one more level of nesting is read', () => {
  const body = JSON.stringify([null, null, [[[postRecord(1, '2026'), null, 'position']]]])
  expect(parse(body).reviews).toHaveLength(1)
})

test('an id that moved is searched for, with a warning', () => {
  const record = postRecord(1, '2026', { id: 'elsewhere' })
  record[5] = reviewId(1)
  const page = parse(postListBody([record]))
  expect(page.reviews[0]?.reviewId).toBe(reviewId(1))
  expect(page.warnings).toEqual(['Read even though Google changed their format: 1 review.'])
})

test('more than 30 % of unreadable records mean a changed format', () => {
  const good = [1, 2].map((number) => postRecord(number, '2026'))
  const error = sourceErrorOf(() => parse(postListBody([...good, postRecord(3, '2026', { rating: 4.5 })])))
  expectOwnerWords(error, 'format_changed')
})

test('a list without records or token is read as the end', () => {
  for (const body of [postListBody(null), postListBody([]), ")]}'\n[null,null]", ")]}'\n[null]"]) {
    expect(parse(body)).toEqual({ reviews: [], nextCursor: null, total: null, warnings: [] })
  }
})

test('a place without reviews states its total, but a limited view is reported', () => {
  expect(parse(placeBody([], 0))).toEqual({ reviews: [], nextCursor: null, total: 0, warnings: [] })
  expect(parse(placeBody(null, 396)).total).toBe(396)
  expect(parse(placeBody(null, null)).total).toBeNull()
  const withheld = placeBody(null, 396, 'You are seeing a limited view of Google Maps')
  expectSourceError(() => parse(withheld), 'limited_view')
})

test('a place whose reviews mention a limited view is read', () => {
  const record = postRecord(1, '2026', { text: 'A limited view of the sea' })
  expect(parse(placeBody([record], 1)).reviews).toHaveLength(1)
})
