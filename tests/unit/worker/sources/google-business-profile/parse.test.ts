import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { googleBusinessProfile } from '#worker/sources/google-business-profile/google-business-profile.ts'
import { expectOwnerWords, expectSourceError, sourceErrorOf } from '../answers.ts'
import {
  apiErrorBody,
  PROFILE_REPLY,
  profileBody,
  profileReview,
  profileReviewId,
} from '../google-api-bodies.ts'
import { expectSoundPage } from '../review-shape.ts'

const { parse } = googleBusinessProfile

function first(parts: Record<string, unknown>) {
  const page = parse(profileBody([profileReview(1, parts)]))
  expectSoundPage(page)
  return page.reviews[0]
}

test('a page is read with its token, total and average', () => {
  const page = parse(profileBody([profileReview(1), profileReview(2)], { nextPageToken: 'next/+=' }))
  expectSoundPage(page)
  expect(page).toEqual({
    reviews: [
      {
        reviewId: profileReviewId(1),
        authorName: 'Guest 1',
        rating: 4,
        reviewText: 'Visit number 1 was fine.',
        reviewDate: '2026-03-02T10:47:32.801Z',
        helpfulVotes: 0,
        userVerified: false,
        ownerResponse: null,
        language: null,
        url: null,
      },
      expect.objectContaining({ reviewId: profileReviewId(2) }),
    ],
    nextCursor: 'next/+=',
    total: 140,
    rating: 4,
    warnings: [],
  })
})

test.each([
  '{}',
  '{ }\n',
  '\n{}',
  JSON.stringify({ reviews: [] }),
  JSON.stringify({ averageRating: 0, totalReviewCount: 0 }),
])('%s gives a page without reviews', (body) => {
  expect(parse(body)).toMatchObject({ reviews: [], nextCursor: null, rating: null, warnings: [] })
})

test('every key can be missing', () => {
  expect(parse(JSON.stringify({ totalReviewCount: 3 }))).toMatchObject({ reviews: [], total: 3 })
  const page = parse(JSON.stringify({ reviews: [profileReview(1)] }))
  expect(page).toMatchObject({ nextCursor: null, total: null, rating: null })
  expect(parse(profileBody([profileReview(1)], { nextPageToken: '' })).nextCursor).toBeNull()
})

test('photos, videos and the reply link are read if they are on Google hosts', () => {
  const [picture, video] = [
    'https://lh3.googleusercontent.com/grass-cs/A=s300',
    'https://lh3.googleusercontent.com/v=m18',
  ]
  const review = first({
    reviewMediaItems: [
      { thumbnailUrl: picture, thumbnailLabel: 'Photo 1' },
      { thumbnailUrl: `${picture}2`, videoUrl: video },
      { thumbnailUrl: `${picture}3`, videoUrl: 'https://video.example/1' },
      { thumbnailUrl: 'https://pictures.example/1' },
      { thumbnailUrl: null },
      null,
    ],
    reviewReplyUrl: 'https://business.google.com/n/1/reviews/2?a=b',
  })
  expect(review).toMatchObject({
    photos: [
      { thumbnailUrl: picture, url: picture, isVideo: false },
      { thumbnailUrl: `${picture}2`, url: video, isVideo: true },
      { thumbnailUrl: `${picture}3`, url: `${picture}3`, isVideo: false },
    ],
    replyUrl: 'https://business.google.com/n/1/reviews/2?a=b',
  })
  for (const reviewMediaItems of [undefined, null, {}, 'x', [], [{}]])
    expect(first({ reviewMediaItems })).not.toHaveProperty('photos')
  for (const reviewReplyUrl of [undefined, 7, '', 'https://www.google.com/url?q=https://evil.example/'])
    expect(first({ reviewReplyUrl })).not.toHaveProperty('replyUrl')
})

test.each([
  ['ONE', 1],
  ['TWO', 2],
  ['THREE', 3],
  ['FOUR', 4],
  ['FIVE', 5],
])('%s gives %i stars', (starRating, rating) => {
  expect(first({ starRating })?.rating).toBe(rating)
})

test('any number of reviews without stars are left out with a warning', () => {
  const unrated = [1, 2, 3].map((n) => profileReview(n, { starRating: 'STAR_RATING_UNSPECIFIED' }))
  const page = parse(profileBody([...unrated, profileReview(4)]))
  expect(page.reviews.map(({ reviewId }) => reviewId)).toEqual([profileReviewId(4)])
  expect(page.warnings).toEqual(['Left out because Google does not show their stars: 3 reviews.'])
  expect(page.unreadable).toBe(3)
  const one = parse(profileBody([profileReview(1), ...unrated.slice(0, 1)]))
  expect(one.warnings).toEqual(['Left out because Google does not show their stars: 1 review.'])
})

test('a rating without a comment has an empty text', () => {
  expect(first({ comment: undefined })?.reviewText).toBe('')
  expect(first({ comment: '' })?.reviewText).toBe('')
  expect(first({ comment: null })?.reviewText).toBe('')
})

test.each([
  [{ isAnonymous: true }],
  [{ isAnonymous: true, displayName: 'A Google User' }],
  [{ displayName: '  ' }],
  [{}],
  [undefined],
])('the reviewer %j is anonymous', (reviewer) => {
  expect(first({ reviewer })?.authorName).toBe('Anonymous')
})

test.each([
  ['2026-03-02T10:47:32Z', '2026-03-02T10:47:32.000Z'],
  ['2026-03-02T10:47:32.807Z', '2026-03-02T10:47:32.807Z'],
  ['2026-03-02T10:47:32.829390Z', '2026-03-02T10:47:32.829Z'],
  ['2026-03-02T10:47:32.145661129Z', '2026-03-02T10:47:32.145Z'],
  ['2026-03-02T10:47:32.999999999Z', '2026-03-02T10:47:32.999Z'],
  ['2026-03-02T12:47:32+02:00', '2026-03-02T10:47:32.000Z'],
  ['2 months ago', null],
  [undefined, null],
  [1_772_266_947, null],
])('the time %j gives %j', (createTime, date) => {
  expect(first({ createTime })?.reviewDate).toBe(date)
})

test('only an edited review has an edit date', () => {
  const createTime = '2026-03-02T10:47:32.801Z'
  const edited = first({ createTime, updateTime: '2026-03-05T08:00:00.120456Z' })
  expect(edited).toMatchObject({ reviewDate: createTime, editedDate: '2026-03-05T08:00:00.120Z' })
  expect(first({ createTime, updateTime: '2026-03-02T10:47:32.801999Z' })).not.toHaveProperty('editedDate')
})

test('translated comments and replies keep their originals', () => {
  const comment = '(Translated by Google) Good.\n\n(Original)\nGut.'
  const reviewReply = { ...PROFILE_REPLY, comment: 'Danke.\n\n(Translated by Google)\nThanks.' }
  expect(first({ comment, reviewReply })).toMatchObject({
    reviewText: 'Gut.',
    ownerResponse: { text: 'Danke.' },
  })
})

test.each([
  ['APPROVED', true],
  ['PENDING', true],
  ['REVIEW_REPLY_STATE_UNSPECIFIED', true],
  [undefined, true],
  ['REJECTED', false],
])("a reply in the state %s counts as the owner's response: %s", (reviewReplyState, counts) => {
  const response = { text: 'Thank you.', date: '2026-04-17T06:49:49.916Z' }
  expect(first({ reviewReply: { ...PROFILE_REPLY, reviewReplyState } })?.ownerResponse).toEqual(
    counts ? response : null,
  )
})

test.each([[null], [{}], [{ comment: '' }], [{ comment: ' \n' }], ['x']])(
  '%j is not a reply',
  (reviewReply) => {
    expect(first({ reviewReply })?.ownerResponse).toBeNull()
  },
)

test('unknown fields are ignored', () => {
  const review = profileReview(1, {
    reviewMediaItems: [{ thumbnailUrl: 'x' }],
    reviewReplyUrl: 'https://business.google.com/x',
    mood: { deep: ['x'] },
  })
  expect(parse(profileBody([review], { ignored: true })).reviews).toEqual([
    expect.objectContaining({ reviewId: profileReviewId(1), url: null }),
  ])
})

test('an id that appears only in the name is read, with a warning', () => {
  const page = parse(profileBody([profileReview(1, { reviewId: undefined }), profileReview(2)]))
  expect(page.reviews.map(({ reviewId }) => reviewId)).toEqual([profileReviewId(1), profileReviewId(2)])
  expect(page.warnings).toHaveLength(1)
})

test('a review that is listed twice counts once', () => {
  expect(parse(profileBody([profileReview(1), profileReview(1)])).reviews).toHaveLength(1)
})

test('hostile texts are kept as plain text', () => {
  const text = '<script>alert(1)</script> &amp; \ud800 \u0000 é'
  expect(first({ comment: text })?.reviewText).toBe('<script>alert(1)</script> &amp; \ufffd  é')
})

test('one unreadable review is left out, but many mean a changed format', () => {
  const broken = profileReview(9, { starRating: 'SIX' })
  const page = parse(profileBody([1, 2, 3].map((n) => profileReview(n)).concat(broken)))
  expect(page).toMatchObject({
    unreadable: 1,
    warnings: [expect.stringContaining('could not be read: 1 review')],
  })
  const error = sourceErrorOf(() => parse(profileBody([profileReview(1), broken])))
  expectOwnerWords(error, 'format_changed')
})

test.each([
  ['another list', JSON.stringify({ items: [], total: 3 })],
  ['reviews that are no list', profileBody({ 0: profileReview(1) })],
  ['a list', '[]'],
  ['a text', '"reviews"'],
  ['a page', '<!doctype html><html><body>Sign in</body></html>'],
])('%s is a changed format', (_, body) => {
  expectSourceError(() => parse(body), 'format_changed')
})

test('an error with an unknown name is a refusal, not a changed format', () => {
  expectSourceError(() => parse(apiErrorBody(418, 'TEAPOT')), 'blocked')
})

test.each(['', ' \n', '{"reviews": [', profileBody([profileReview(1)]).slice(0, -40)])(
  'a truncated body counts as unavailable: %j',
  (body) => {
    expectSourceError(() => parse(body), 'unavailable')
  },
)

test('an error with status 200 is still an error', () => {
  expectSourceError(() => parse(apiErrorBody(403, 'PERMISSION_DENIED')), 'not_allowed')
})

test.each([
  ['reviews', () => profileBody(Array.from({ length: 2_000 }, (_, n) => profileReview(n)))],
  ['one comment', () => profileBody([profileReview(1, { comment: '(Google) a\n\n'.repeat(80_000) })])],
  ['nested lists', () => `{"reviews":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
  [
    'unknown keys',
    () =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key${n}`.repeat(10), n]))),
  ],
  ['opening braces', () => '{"reviews":'.repeat(90_000)],
  ['white space', () => ' '.repeat(1_000_000)],
])('a megabyte of %s is parsed within 50 ms', (_, make) => {
  const body = make()
  expect(body.length).toBeGreaterThan(700_000)
  const read = () => {
    try {
      parse(body)
    } catch {
      // Refusing has to be fast too.
    }
  }
  expect(fastestMs(read)).toBeLessThan(50 * Math.max(1, body.length / 1_000_000))
})
