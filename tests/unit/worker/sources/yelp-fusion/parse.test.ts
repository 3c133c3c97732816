import { expect, test } from 'vitest'
import { parse } from '#worker/sources/yelp-fusion/parse.ts'
import { yelpFusion } from '#worker/sources/yelp-fusion/yelp-fusion.ts'
import { expectSourceError } from '../answers.ts'
import { expectSoundPage } from '../review-shape.ts'
import { encid } from '../yelp-bodies.ts'
import { API_ALIAS, apiErrorBody, excerpt, excerptOf2016, excerptsBody } from './bodies.ts'

test('an excerpt becomes a review', () => {
  const page = parse(excerptsBody([excerpt(1), excerpt(2)]))
  expectSoundPage(page)
  expect(page).toMatchObject({ total: 214, nextCursor: null, warnings: [] })
  expect(page.reviews).toHaveLength(2)
  expect(page.reviews[0]).toEqual({
    reviewId: encid('E', 1),
    authorName: 'Guest 1.',
    rating: 4,
    reviewText: 'Breakfast number 1 was\nworth the wait, and the view over the harbour...',
    reviewDate: '2026-04-04T11:39:37.000Z',
    helpfulVotes: 0,
    userVerified: false,
    ownerResponse: null,
    language: null,
    url: `https://www.yelp.com/biz/${API_ALIAS}?hrid=${encid('E', 1)}`,
  })
})

test('the source lists some excerpts and may keep only totals', () => {
  expect(yelpFusion).toMatchObject({ access: 'api_key', keeps: 'numbers', lists: 'some', texts: 'excerpts' })
})

test('the 2016 format has the review id only in its link', () => {
  const page = parse(excerptsBody([excerptOf2016(3)], 3))
  expect(page.reviews[0]).toMatchObject({ reviewId: encid('E', 3), authorName: 'Guest 3.' })
  expect(page.total).toBe(3)
})

test('the local time is read as UTC, and other formats give no date', () => {
  const dateOf = (time_created: unknown) =>
    parse(excerptsBody([excerpt(1, { time_created })])).reviews[0]?.reviewDate
  expect(dateOf('2026-12-31 23:59:59')).toBe('2026-12-31T23:59:59.000Z')
  for (const odd of ['2026-02-30 10:00:00', '2026-04-04', '2026-04-04T11:39:37Z', '2 months ago', null, 7]) {
    expect(dateOf(odd), String(odd)).toBeNull()
  }
})

test('an author without a name gets a default name, and a foreign link is dropped', () => {
  const [review] = parse(
    excerptsBody([excerpt(1, { user: null, url: 'https://evil.example/biz/x?hrid=y' })]),
  ).reviews
  expect(review).toMatchObject({ authorName: 'A Yelp user', url: null })
})

test('one unreadable excerpt of four is left out, but two of three mean a changed format', () => {
  const broken = excerpt(9, { rating: 'four' })
  const page = parse(excerptsBody([excerpt(1), excerpt(2), excerpt(3), broken]))
  expect(page.reviews).toHaveLength(3)
  expect(page.warnings[0]).toMatch(/1 review/)
  expectSourceError(() => parse(excerptsBody([excerpt(1), broken, broken])), 'format_changed')
})

test('a business states its totals, with or without excerpts', () => {
  const business = {
    id: encid('B', 1),
    alias: API_ALIAS,
    name: 'Harbour Inn',
    review_count: 214,
    rating: 3.5,
  }
  const bare = parse(JSON.stringify(business))
  expect(bare).toMatchObject({ reviews: [], total: 214, rating: 3.5, nextCursor: null })
  expect(bare.warnings).toHaveLength(1)
  const joined = parse(JSON.stringify({ ...business, reviews: [excerpt(1)] }))
  expect(joined).toMatchObject({ total: 214, rating: 3.5, warnings: [] })
  expect(joined.reviews).toHaveLength(1)
})

test('a business with nothing to show gives an empty page with a warning and no total', () => {
  const page = parse(apiErrorBody('BUSINESS_UNAVAILABLE'))
  expect(page).toEqual({
    reviews: [],
    nextCursor: null,
    total: null,
    warnings: ['Yelp has no recommended reviews of this business to show.'],
  })
})

test.each([
  [apiErrorBody('TOKEN_INVALID'), 'not_allowed'],
  [apiErrorBody('ACCESS_LIMIT_REACHED'), 'quota'],
  [apiErrorBody('SOMETHING_NEW'), 'blocked'],
  [
    '{"error":{"id":"MISSING_PARAMETER","text":"One or more parameters are missing in request","field":"phone"}}',
    'blocked',
  ],
  ['{"error":{"id":"INTERNAL_ERROR","text":"Invented words."}}', 'unavailable'],
  [excerptsBody([excerpt(1)]).slice(0, 90), 'unavailable'],
  ['', 'unavailable'],
  ['<html>Hello</html>', 'format_changed'],
  ['{}', 'format_changed'],
  ['[]', 'format_changed'],
  ['null', 'format_changed'],
  ['{"reviews":{}}', 'format_changed'],
] as const)('%s is refused as %s', (body, kind) => {
  expectSourceError(() => parse(body), kind)
})
