import { describe, expect, test } from 'vitest'
import { repaired } from '#worker/sources/text.ts'
import { cursorAt, parse } from '#worker/sources/yelp-public/parse.ts'
import { expectSourceError } from '../answers.ts'
import { hasShared, payloadsOf } from '../shared-files.ts'
import { ALIAS, BUSINESS_ID, encid, gqlBody, gqlNode } from '../yelp-bodies.ts'

const nodes = (count: number) => Array.from({ length: count }, (_, index) => gqlNode(index + 1))

function reviewOf(parts: Record<string, unknown>) {
  return parse(gqlBody([gqlNode(1, parts)])).reviews[0]
}

test('a node becomes a review', () => {
  const page = parse(gqlBody([gqlNode(1, { text: { full: 'Line one.\nLine two & <3', language: 'en' } })]))
  expect(page).toEqual({
    reviews: [
      {
        reviewId: encid('R', 1),
        authorName: 'Guest 1.',
        rating: 4,
        reviewText: 'Line one.\nLine two & <3',
        reviewDate: '2026-02-23T15:10:29.000Z',
        helpfulVotes: 2,
        userVerified: false,
        ownerResponse: null,
        language: 'en',
        url: `https://www.yelp.com/biz/${ALIAS}?hrid=${encid('R', 1)}`,
      },
    ],
    nextCursor: null,
    total: 328,
    warnings: [],
  })
})

test.each([
  [
    { utcDateTime: '2024-02-23T15:10:29Z', localDateTime: '2024-02-23T07:10:29-08:00' },
    '2024-02-23T15:10:29.000Z',
  ],
  [{ localDateTime: '2024-02-23T07:10:29-08:00' }, '2024-02-23T15:10:29.000Z'],
  [{ localDateTimeForBusiness: '2024-02-23T07:10:29-08:00' }, '2024-02-23T15:10:29.000Z'],
  ['2024-02-23T15:10:29Z', '2024-02-23T15:10:29.000Z'],
  ['3 days ago', null],
  [{ utcDateTime: '3 days ago' }, null],
  [null, null],
  [1_700_000_000_000, null],
])('createdAt %j gives the date %j', (createdAt, date) => {
  expect(reviewOf({ createdAt })?.reviewDate).toBe(date)
})

test('photos are read with their larger versions', () => {
  const address = 'https://s3-media0.fl.yelpcdn.com/bphoto/x/'
  const businessPhotos = [
    { photoUrl: { url: `${address}348s.jpg`, lightboxMediaItemUrl: `${address}o.jpg` } },
    { photoUrl: null },
  ]
  expect(reviewOf({ businessPhotos })?.photos).toEqual([
    { thumbnailUrl: `${address}348s.jpg`, url: `${address}o.jpg`, isVideo: false },
  ])
})

test('markers of a keyword search are removed', () => {
  const text = {
    full: 'The [[HIGHLIGHT]]pizza[[ENDHIGHLIGHT]] was [[HIGHLIGHT]]hot[[ENDHIGHLIGHT]]',
    language: 'en',
  }
  expect(reviewOf({ text })?.reviewText).toBe('The pizza was hot')
})

test.each([null, undefined, {}, { displayName: '  ' }])(
  'an author of %j counts as a closed account',
  (author) => {
    expect(reviewOf({ author })?.authorName).toBe('A Yelp user')
  },
)

test('HELPFUL reactions replace the older count, in both places where they occur', () => {
  const availableReactions = [
    { reactionType: 'THANKS', count: 5 },
    { reactionType: 'HELPFUL', count: 3 },
  ]
  expect(reviewOf({ availableReactionsContainer: { availableReactions } })?.helpfulVotes).toBe(3)
  expect(reviewOf({ availableReactions })?.helpfulVotes).toBe(3)
  expect(reviewOf({ availableReactions: [{ reactionType: 'HELPFUL', count: 0 }] })?.helpfulVotes).toBe(0)
  expect(reviewOf({ availableReactions: [{ reactionType: 'OH_NO', count: 8 }] })?.helpfulVotes).toBe(2)
  expect(reviewOf({ feedback: null })?.helpfulVotes).toBe(0)
})

test('the reply of the business is read with its date', () => {
  const createdAt = { utcDateTime: '2026-03-01T10:00:00Z' }
  const owner = { displayName: 'Otto O.', role: 'Business Owner' }
  const bizUserPublicReply = { text: 'Thank you.\nBest', createdAt, owner }
  expect(reviewOf({ bizUserPublicReply })?.ownerResponse).toEqual({
    text: 'Thank you.\nBest',
    date: '2026-03-01T10:00:00.000Z',
  })
  expect(reviewOf({ bizUserPublicReply: { text: 'Thanks', owner } })?.ownerResponse?.date).toBeNull()
  expect(reviewOf({ bizUserPublicReply: { text: '' } })?.ownerResponse).toBeNull()
})

test('earlier versions of a review are ignored', () => {
  const page = parse(gqlBody([gqlNode(1, { previousReviews: [gqlNode(2, { rating: 1 }), gqlNode(3)] })]))
  expect(page.reviews.map((review) => review.reviewId)).toEqual([encid('R', 1)])
})

test('a review without a text and without its business is kept', () => {
  expect(reviewOf({ text: null, business: null })).toMatchObject({
    reviewText: '',
    language: null,
    url: `https://www.yelp.com/biz/${ALIAS}?hrid=${encid('R', 1)}`,
  })
})

test('reviews delivered several times count once, but every row counts for the offset', () => {
  const page = parse(gqlBody([...nodes(10), ...nodes(10), ...nodes(10)], { pageInfo: { hasNextPage: true } }))
  expect(page.reviews).toHaveLength(10)
  expect(page.nextCursor).toBe(cursorAt(30))
})

test('the next page follows endCursor, or else the requested cursor', () => {
  const withEnd = gqlBody(nodes(10), { pageInfo: { hasNextPage: true, endCursor: cursorAt(20) } })
  expect(parse(withEnd).nextCursor).toBe(cursorAt(20))
  expect(parse(withEnd, cursorAt(10)).nextCursor).toBe(cursorAt(20))
  const without = gqlBody(nodes(10), { pageInfo: { hasNextPage: true } })
  expect(parse(without).nextCursor).toBe(cursorAt(10))
  expect(parse(without, null).nextCursor).toBe(cursorAt(10))
  expect(parse(without, cursorAt(40)).nextCursor).toBe(cursorAt(50))
})

test('the list ends where Yelp says so, or at a page without rows', () => {
  expect(
    parse(gqlBody(nodes(3), { pageInfo: { hasNextPage: false, endCursor: cursorAt(20) } })).nextCursor,
  ).toBeNull()
  expect(parse(gqlBody([], { pageInfo: { hasNextPage: true, endCursor: null } })).nextCursor).toBeNull()
  expect(parse(gqlBody(nodes(3), { pageInfo: {} })).nextCursor).toBeNull()
})

test('the warning states the number of reviews in other languages', () => {
  const page = parse(gqlBody(nodes(1), { reviewCount: 340, totalCount: 328 }))
  expect(page.total).toBe(340)
  expect(page.warnings).toEqual([
    '12 more reviews are in other languages; only those in English are collected.',
  ])
  expect(parse(gqlBody(nodes(1), { reviewCount: 'x', totalCount: 328 })).total).toBe(328)
  expect(parse(gqlBody(nodes(1), { reviewCount: 'x', totalCount: 'x' })).total).toBeNull()
})

test('a single batch entry is read, alone or among others', () => {
  const [entry] = JSON.parse(gqlBody(nodes(2)))
  expect(parse(JSON.stringify(entry)).reviews).toHaveLength(2)
  const others = [{ data: { viewer: null } }, { errors: [{ message: 'x' }] }]
  expect(parse(JSON.stringify([...others, entry])).reviews).toHaveLength(2)
})

test.each([
  ['not_found', [{ data: { business: null } }]],
  ['not_found', [{ data: { business: null }, errors: [{ message: 'No such business' }] }]],
  ['unavailable', [{ errors: [{ message: 'Internal error' }] }]],
  ['unavailable', { errors: [{ message: 'Internal error' }] }],
  ['cursor_expired', [{ errors: [{ message: 'Invalid cursor' }] }]],
  ['format_changed', [{ errors: [{ message: 'PersistedQueryNotFound' }] }]],
  ['format_changed', [{ errors: [] }]],
  ['format_changed', [{ data: {} }]],
  ['format_changed', [{ data: null }]],
  ['format_changed', [{ data: { business: {} } }]],
  ['format_changed', [{ data: { business: { reviews: null } } }]],
  ['format_changed', [{ data: { business: { reviews: { edges: {} } } } }]],
  ['format_changed', []],
  ['format_changed', {}],
  ['format_changed', [1]],
] as const)('the error is %s for %j', (kind, answer) => {
  expectSourceError(() => parse(JSON.stringify(answer)), kind)
})

test('up to 30 % of unreadable nodes are left out, but more mean a changed format', () => {
  const broken = (count: number) => Array.from({ length: count }, () => ({ encid: 5, rating: 4 }))
  const page = parse(gqlBody([...nodes(7), ...broken(3)]))
  expect(page.reviews).toHaveLength(7)
  expect(page.warnings).toEqual(['Left out because they could not be read: 3 reviews.'])
  expectSourceError(() => parse(gqlBody([...nodes(6), ...broken(4)])), 'format_changed')
})

test.each([0, 6, 4.5, '5', null])('%j is not a valid star rating', (rating) => {
  expectSourceError(() => reviewOf({ rating }), 'format_changed')
})

test.each(['short', `${BUSINESS_ID}x`, '<script>alert(1)</scr>', 22, null])('%j is not a valid id', (id) => {
  expectSourceError(() => reviewOf({ encid: id }), 'format_changed')
})

test('ids are case-sensitive', () => {
  const lower = encid('R', 1).toLowerCase()
  expect(
    parse(gqlBody([gqlNode(1), gqlNode(1, { encid: lower })])).reviews.map((review) => review.reviewId),
  ).toEqual([encid('R', 1), lower])
})

describe.runIf(hasShared('vectors'))('shared vectors', () => {
  test.each(['naughty_strings.json', 'xss_payloads.json', 'sql_strings.json'])(
    'texts of %s are kept as typed',
    (file) => {
      const payloads = payloadsOf(file).filter((payload) => !payload.includes('HIGHLIGHT'))
      const page = parse(
        gqlBody(payloads.map((full, index) => gqlNode(index, { text: { full, language: 'en' } }))),
      )
      expect(page.reviews.map((review) => review.reviewText)).toEqual(payloads.map(repaired))
    },
  )
})
