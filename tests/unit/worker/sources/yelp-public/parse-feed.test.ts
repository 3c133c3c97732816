import { describe, expect, test } from 'vitest'
import { cursorAt, parse } from '#worker/sources/yelp-public/parse.ts'
import { expectOwnerWords, expectSourceError, sourceErrorOf } from '../answers.ts'
import { ALIAS, encid, feedBody, feedElement, propsBody } from '../yelp-bodies.ts'

describe.each([
  ['review_feed', feedBody],
  ['props', propsBody],
])('%s', (_, bodyOf) => {
  test('an element becomes a review', () => {
    const comment = { text: 'Nice.<br><br>It&#39;s &amp; was&nbsp;<b>good</b>', language: 'en' }
    const businessOwnerReplies = [
      { comment: 'Thanks,<br />Otto', localizedDate: '11/5/2023', owner: { displayName: 'Otto O.' } },
    ]
    const element = feedElement(1, {
      comment,
      businessOwnerReplies,
      isUpdated: true,
      previousReviews: [feedElement(9)],
    })
    expect(parse(bodyOf([element], { totalResults: 77, resultsPerPage: 10, startResult: 0 }))).toEqual({
      reviews: [
        {
          reviewId: encid('F', 1),
          authorName: 'Guest 1.',
          rating: 5,
          reviewText: "Nice.\n\nIt's & was good",
          reviewDate: '2023-11-02T00:00:00.000Z',
          helpfulVotes: 2,
          userVerified: false,
          ownerResponse: { text: 'Thanks,\nOtto', date: '2023-11-05T00:00:00.000Z' },
          language: 'en',
          url: `https://www.yelp.com/biz/${ALIAS}?hrid=${encid('F', 1)}`,
        },
      ],
      nextCursor: cursorAt(1),
      total: 77,
      warnings: [],
    })
  })
})

test('a reply can have its text one level deeper', () => {
  const businessOwnerReplies = [{ comment: { text: 'Thanks &amp; bye' } }]
  const [review] = parse(feedBody([feedElement(1, { businessOwnerReplies })])).reviews
  expect(review?.ownerResponse).toEqual({ text: 'Thanks & bye', date: null })
})

test.each([null, [], [{ comment: '' }], [{}]])('%j is not a reply', (businessOwnerReplies) => {
  expect(parse(feedBody([feedElement(1, { businessOwnerReplies })])).reviews[0]?.ownerResponse).toBeNull()
})

test('the next page starts where this one ends, until the total is reached', () => {
  const elements = Array.from({ length: 10 }, (_, index) => feedElement(index))
  expect(parse(feedBody(elements, { totalResults: 77 })).nextCursor).toBe(cursorAt(10))
  expect(parse(feedBody(elements, { totalResults: 77, startResult: 20 })).nextCursor).toBe(cursorAt(30))
  expect(parse(feedBody(elements, { totalResults: 77 }), cursorAt(20)).nextCursor).toBe(cursorAt(30))
  expect(parse(feedBody(elements, { totalResults: 77, startResult: 67 })).nextCursor).toBeNull()
  expect(parse(feedBody([], { totalResults: 77 })).nextCursor).toBeNull()
  expect(parse(feedBody(elements, null))).toMatchObject({ nextCursor: null, total: null })
})

test.each(['11/31/2023', '2.11.2023', '2 months ago', '', null, 20231102])(
  '%j is not a yelp.com date',
  (localizedDate) => {
    expect(parse(feedBody([feedElement(1, { localizedDate })])).reviews[0]?.reviewDate).toBeNull()
  },
)

test('dates of a page that does not use the American format are left out', () => {
  const page = parse(
    feedBody([
      feedElement(1, { localizedDate: '2/11/2023' }),
      feedElement(2, { localizedDate: '23/9/2023' }),
    ]),
  )
  expect(page.reviews.map((review) => review.reviewDate)).toEqual([null, null])
  expect(page.warnings).toHaveLength(1)
})

test('missing fields are tolerated', () => {
  const bare = { id: encid('F', 1), rating: 1 }
  expect(parse(feedBody([bare])).reviews).toEqual([
    {
      reviewId: encid('F', 1),
      authorName: 'A Yelp user',
      rating: 1,
      reviewText: '',
      reviewDate: null,
      helpfulVotes: 0,
      userVerified: false,
      ownerResponse: null,
      language: null,
      url: null,
    },
  ])
})

test('a repeated review counts once, and an unreadable one is reported', () => {
  const page = parse(
    feedBody([feedElement(1), feedElement(1), feedElement(2), feedElement(3, { rating: 'good' })]),
  )
  expect(page.reviews).toHaveLength(2)
  expect(page.warnings).toEqual(['Left out because they could not be read: 1 review.'])
  expectSourceError(() => parse(feedBody([feedElement(1, { id: 7 })])), 'format_changed')
})

test('a body truncated at any position counts as unavailable', () => {
  const body = feedBody([feedElement(1), feedElement(2)])
  for (let length = 0; length < body.length; length += 11) {
    const error = sourceErrorOf(() => parse(body.slice(0, length)))
    expectOwnerWords(error, 'unavailable')
    expect(error.message).toContain('was cut off')
  }
})

test.each(['hello', 'null', '12', '"x"', '{"reviews":null}', '{"reviews":{}}', '{"bizDetailsPageProps":{}}'])(
  '%s is a changed format',
  (body) => {
    expectSourceError(() => parse(body), 'format_changed')
  },
)
