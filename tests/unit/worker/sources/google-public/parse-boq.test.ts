import { expect, test } from 'vitest'
import { parse } from '#worker/sources/google-public/parse.ts'
import { expectOwnerWords, expectSourceError, sourceErrorOf } from '../answers.ts'
import { boqBody, boqRecord, reviewId } from '../google-bodies.ts'

const records = (count: number) => Array.from({ length: count }, (_, index) => boqRecord(index + 1))

test.each(['', ")]}'\n", ")]}'", ")]}'\n\n", '\ufeff', '\n'])('the list is read after %j', (guard) => {
  const page = parse(boqBody(records(3), { guard, token: 'NEXT' }))
  expect(page.reviews).toHaveLength(3)
  expect(page.nextCursor).toBe('NEXT')
  expect(page.total).toBeNull()
  expect(page.warnings).toEqual([])
})

test('a record becomes a review', () => {
  const reply = [null, '2 months ago', 'Thank you.<br>Come again &amp; again.', null, 'en']
  const record = boqRecord(7, {
    rating: 3,
    millis: '1780845128584',
    author: ['Ada &amp; Co', null, 'https://www.google.com/maps/contrib/1/reviews'],
    text: 'Good.<br><br>Caf&#39;e &amp; &lt;bar&gt;&nbsp;fine',
    reply,
    reactions: [
      [3, 4],
      [5, 2],
      [7, 0],
    ],
  })
  expect(parse(boqBody([record])).reviews).toEqual([
    {
      reviewId: reviewId(7),
      authorName: 'Ada &amp; Co',
      rating: 3,
      reviewText: "Good.\n\nCaf'e & <bar> fine",
      reviewDate: '2026-06-07T15:12:08.584Z',
      helpfulVotes: 6,
      userVerified: false,
      ownerResponse: { text: 'Thank you.\nCome again & again.', date: null },
      language: 'en',
      url: `https://www.google.com/maps/reviews/data=!4m8!1s${reviewId(7)}?hl=en`,
    },
  ])
})

test('short and long ids and records with 49 elements are read', () => {
  const long = reviewId(2, 'long')
  expect(long).toHaveLength(68)
  const page = parse(boqBody([boqRecord(1), [...boqRecord(2, { id: long }), null]]))
  expect(page.reviews.map((review) => review.reviewId)).toEqual([reviewId(1), long])
})

test('a rating without text has an empty text and no language', () => {
  const [review] = parse(boqBody([boqRecord(1, { text: null, language: null })])).reviews
  expect(review).toMatchObject({ reviewText: '', language: null, rating: 5 })
})

test('the original text is kept instead of the translation', () => {
  const record = boqRecord(1, { text: 'Very good.', original: 'Sehr gut.<br>Gerne wieder.', language: 'de' })
  expect(parse(boqBody([record])).reviews[0]).toMatchObject({
    reviewText: 'Sehr gut.\nGerne wieder.',
    language: 'de',
  })
})

test('a language can include a script', () => {
  expect(parse(boqBody([boqRecord(1, { language: 'zh-Hant' })])).reviews[0]?.language).toBe('zh-Hant')
})

test('missing counters, author, reactions and link are tolerated', () => {
  const bare = boqRecord(1, { author: null, reactions: null, link: null })
  expect(parse(boqBody([bare])).reviews[0]).toMatchObject({
    authorName: 'A Google user',
    helpfulVotes: 0,
    url: null,
  })
  const cut = boqRecord(2).slice(0, 28)
  expect(parse(boqBody([cut])).reviews[0]).toMatchObject({ authorName: 'Guest 2', helpfulVotes: 0 })
})

test.each([null, [], [null, '2 months ago', null], [null, '2 months ago', ' <br> '], 'x'])(
  '%j is not a reply',
  (reply) => {
    expect(parse(boqBody([boqRecord(1, { reply })])).reviews[0]?.ownerResponse).toBeNull()
  },
)

test('the marker of a truncated preview is not counted as a vote', () => {
  const record = boqRecord(1)
  record[29] = 1
  expect(parse(boqBody([record])).reviews[0]?.helpfulVotes).toBe(0)
})

test.each([
  'https://evil.example/x',
  'javascript:alert(1)',
  'http://www.google.com/maps/reviews/x',
  'no link',
])('the link %s is dropped', (link) => {
  expect(parse(boqBody([boqRecord(1, { link })])).reviews[0]?.url).toBeNull()
})

test('a review with only a relative date is left out', () => {
  const record = boqRecord(1)
  record[2] = ['2 months ago', null, null]
  const page = parse(boqBody([boqRecord(2), boqRecord(3), boqRecord(4), record]))
  expect(page.reviews.map((review) => review.reviewId)).not.toContain(reviewId(1))
  expect(page.warnings).toEqual(['Left out because they could not be read: 1 review.'])
})

test('reviews from partner sites are left out with a warning, whatever their ratings', () => {
  const partner = (number: number) => boqRecord(number, { site: 'Tripadvisor', rating: 8.5 })
  const page = parse(boqBody([partner(1), boqRecord(2), partner(3), partner(4)]))
  expect(page.reviews.map((review) => review.reviewId)).toEqual([reviewId(2)])
  expect(page.warnings).toEqual(['Left out because they come from a partner site of Google: 3 reviews.'])
})

test('a review that is listed twice on a page counts once', () => {
  const page = parse(boqBody([boqRecord(1), boqRecord(2), boqRecord(1, { text: 'Later form' })]))
  expect(page.reviews.map((review) => review.reviewText)).toEqual([
    'Visit number 1 was fine.',
    'Visit number 2 was fine.',
  ])
})

test.each([
  [null, null],
  ['', null],

  ['TOKEN', 'TOKEN'],
])('a next token %j gives the cursor %j', (token, cursor) => {
  expect(parse(boqBody(records(1), { token })).nextCursor).toBe(cursor)
})

test('an empty list gives an empty page', () => {
  for (const body of [boqBody(null), boqBody([]), boqBody(null, { guard: ")]}'\n" })]) {
    expect(parse(body)).toEqual({ reviews: [], nextCursor: null, total: null, warnings: [] })
  }
})

test('a limited view with at most five reviews is reported instead of read', () => {
  const notice = 'You are seeing a limited view of Google Maps'
  for (const shown of [null, records(1), records(5)]) {
    expectSourceError(() => parse(boqBody(shown, { notice })), 'limited_view')
  }
  expect(parse(boqBody(records(6), { notice })).reviews).toHaveLength(6)
  expect(parse(boqBody([boqRecord(1, { text: notice })])).reviews).toHaveLength(1)
})

test('a field that moved is searched for, with a warning', () => {
  const movedId = boqRecord(1)
  movedId[5] = null
  movedId[43] = ['x', reviewId(1)]
  const movedStars = boqRecord(2)
  movedStars[1] = null
  movedStars[45] = 2
  const shiftedStars = boqRecord(3)
  shiftedStars[1] = null
  shiftedStars[7] = 4
  shiftedStars[45] = null
  const movedTime = boqRecord(4)
  movedTime[2] = ['2 months ago']
  movedTime[6] = [null, '1780845128584']
  const page = parse(boqBody([movedId, movedStars, shiftedStars, movedTime]))
  expect(page.reviews.map(({ reviewId: id, rating }) => [id, rating])).toEqual([
    [reviewId(1), 5],
    [reviewId(2), 2],
    [reviewId(3), 4],
    [reviewId(4), 5],
  ])
  expect(page.reviews[3]?.reviewDate).toBe('2026-06-07T15:12:08.584Z')
  expect(page.warnings).toEqual(['Read even though Google changed their format: 4 reviews.'])
})

test('photos have a thumbnail and the original photo or video', () => {
  const record = boqRecord(1)
  const address = 'https://lh3.googleusercontent.com/grass-cs/'
  const video = 'https://lh3.googleusercontent.com/gpms-cs-s/V=m18'
  record[14] = [
    [`${address}A=k-no`, '', '', 'id', 1.3, null],
    [`${address}B=k-no`, '', '', 'id', 1.3, video],
    [null],
    null,
  ]
  expect(parse(boqBody([record])).reviews[0]?.photos).toEqual([
    { thumbnailUrl: `${address}A=s300-k-no`, url: `${address}A=k-no`, isVideo: false },
    { thumbnailUrl: `${address}B=s300-k-no`, url: video, isVideo: true },
  ])
})

test('photo ids and profile numbers are not mistaken for a review id', () => {
  const record = boqRecord(1)
  record[5] = null
  record[14] = [['https://x', '', '', 'CIABIhA4KjPZZyBaV7z8KBsj_pQs']]
  expectSourceError(() => parse(boqBody([record])), 'format_changed')
})

test('a record with all fields shifted is left out', () => {
  const shifted = (number: number) => [null, ...boqRecord(number)]
  const page = parse(boqBody([shifted(1), ...records(4).slice(1)]))
  expect(page.reviews).toHaveLength(3)
  expect(page.warnings).toEqual(['Left out because they could not be read: 1 review.'])
})

test('up to 30 % of unreadable records are left out, but more mean a changed format', () => {
  const broken = (count: number) =>
    Array.from({ length: count }, (_, index) => boqRecord(90 + index, { rating: 'five', id: 'x' }))
  const page = parse(boqBody([...records(7), ...broken(3)], { token: 'NEXT' }))
  expect(page.reviews).toHaveLength(7)
  expect(page.nextCursor).toBe('NEXT')
  expect(page.warnings).toEqual(['Left out because they could not be read: 3 reviews.'])
  const error = sourceErrorOf(() => parse(boqBody([...records(6), ...broken(4)])))
  expectOwnerWords(error, 'format_changed')
})

test('partner reviews are not counted when judging unreadable records', () => {
  const partners = Array.from({ length: 8 }, (_, index) => boqRecord(index, { site: 'Booking.com' }))
  const error = sourceErrorOf(() =>
    parse(boqBody([...partners, boqRecord(20), boqRecord(21, { rating: 9, id: 'x' })])),
  )
  expectOwnerWords(error, 'format_changed')
})

test.each([0, 6, 4.5, '5', null, -1, 1e9, true, [5]])('%j is not a valid star rating', (rating) => {
  const record = boqRecord(1, { rating })
  record[45] = rating
  record[1] = rating
  expectSourceError(() => parse(boqBody([record])), 'format_changed')
})

test.each(['178084512858', '17808451285841', 1_780_845_128_584, '9999999999999', 'yesterday….'])(
  '%j is not a valid time in milliseconds',
  (millis) => {
    expectSourceError(() => parse(boqBody([boqRecord(1, { millis })])), 'format_changed')
  },
)

test('lone surrogates are replaced and NUL characters removed', () => {
  const [review] = parse(boqBody([boqRecord(1, { text: 'a \ud83d b\u0000c 😀' })])).reviews
  expect(review?.reviewText).toBe('a \ufffd bc 😀')
})
