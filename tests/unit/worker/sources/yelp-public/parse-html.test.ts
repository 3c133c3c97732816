import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { parse } from '#worker/sources/yelp-public/parse.ts'
import { expectSourceError } from '../answers.ts'
import {
  ALIAS,
  apolloScript,
  BUSINESS_ID,
  BUSINESS_STATE,
  encid,
  feedElement,
  gqlBody,
  gqlNode,
  htmlBody,
  hypernovaScript,
  jsonLdScript,
} from '../yelp-bodies.ts'

const NO_TEXTS = ["Yelp's page shows how many reviews there are, but not the reviews themselves."]

/** Cached review that refers to other cache entries and has a field with arguments. */
function cachedReview(number: number) {
  const id = encid('R', number)
  return {
    [`Review:${id}`]: {
      encid: id,
      rating: 2,
      author: { __ref: `User:${number}` },
      'text({"translate":false})': { full: 'Said "no" & left.\nBye/', language: 'en' },
      createdAt: { __ref: `DateTime:${number}` },
      feedback: { usefulCount: 4 },
      business: { __ref: 'Business:nothing' },
      bizUserPublicReply: { text: 'Sorry.', createdAt: { utcDateTime: '2026-01-02T03:04:05Z' } },
    },
    [`User:${number}`]: { displayName: 'Ida B.' },
    [`DateTime:${number}`]: { utcDateTime: '2026-01-01T03:04:05Z' },
  }
}

test('a current page states only the number of reviews', () => {
  const body = htmlBody({ scripts: [apolloScript(BUSINESS_STATE)] })
  expect(parse(body)).toEqual({ reviews: [], nextCursor: null, total: 328, warnings: NO_TEXTS })
})

test("the total is that of the page's business, not of another one it mentions", () => {
  const other = { [`Business:${encid('B', 2)}`]: { encid: encid('B', 2), reviewCount: 9 } }
  const body = htmlBody({ scripts: [apolloScript({ ...other, ...BUSINESS_STATE })] })
  expect(parse(body).total).toBe(328)
})

test('cached reviews are read with the entries they refer to', () => {
  const state = { ...BUSINESS_STATE, ...cachedReview(1), ...cachedReview(2) }
  const page = parse(htmlBody({ scripts: [apolloScript(state)] }))
  expect(page).toMatchObject({ total: 328, nextCursor: null, warnings: [] })
  expect(page.reviews).toHaveLength(2)
  expect(page.reviews[0]).toEqual({
    reviewId: encid('R', 1),
    authorName: 'Ida B.',
    rating: 2,
    reviewText: 'Said "no" & left.\nBye/',
    reviewDate: '2026-01-01T03:04:05.000Z',
    helpfulVotes: 4,
    userVerified: false,
    ownerResponse: { text: 'Sorry.', date: '2026-01-02T03:04:05.000Z' },
    language: 'en',
    url: `https://www.yelp.com/biz/${BUSINESS_ID}?hrid=${encid('R', 1)}`,
  })
})

test('circular references are tolerated', () => {
  const state = {
    'Review:a': { __ref: 'Review:a' },
    'Review:b': {
      encid: encid('R', 1),
      rating: 3,
      text: { full: 'x' },
      author: { __ref: 'Review:b' },
      business: { __ref: '__proto__' },
    },
  }
  expect(parse(htmlBody({ scripts: [apolloScript(state)] })).reviews).toHaveLength(1)
})

test('the settings in pages of 2022 to 2024 contain reviews', () => {
  const scripts = [apolloScript(BUSINESS_STATE), hypernovaScript([feedElement(1), feedElement(2)], 55)]
  const page = parse(htmlBody({ scripts }))
  expect(page.reviews.map((review) => review.reviewId)).toEqual([encid('F', 1), encid('F', 2)])
  expect(page.total).toBe(55)
  expect(page.reviews[0]?.url).toContain(ALIAS)
})

test('the settings in current pages contain no reviews', () => {
  const script =
    '<script data-hypernova-key="x__not_use" type="application/json"><!--{"legacyProps":{}}--></script>'
  expect(parse(htmlBody({ scripts: [script] })).warnings).toEqual(NO_TEXTS)
})

test('only the total is read from structured data for search engines', () => {
  const restaurant = {
    '@type': 'Restaurant',
    aggregateRating: { '@type': 'AggregateRating', reviewCount: 5437, ratingValue: 4.0 },
    review: [
      {
        author: 'Ida B.',
        datePublished: '2019-07-08',
        reviewRating: { ratingValue: 5 },
        description: 'Good',
      },
    ],
  }
  for (const description of [
    restaurant,
    [restaurant],
    { '@graph': [{ '@type': 'BreadcrumbList' }, restaurant] },
  ]) {
    const page = parse(
      htmlBody({ encid: null, scripts: [jsonLdScript({ '@type': 'ItemList' }), jsonLdScript(description)] }),
    )
    expect(page).toEqual({ reviews: [], nextCursor: null, total: 5437, warnings: NO_TEXTS })
  }
})

test('broken scripts do not affect the rest of the page', () => {
  const scripts = [
    '<script data-apollo-state="x"><!--{&quot;a&quot;:--></script>',
    jsonLdScript({ aggregateRating: { reviewCount: 12 } }),
  ]
  expect(parse(htmlBody({ scripts })).total).toBe(12)
  expect(parse(htmlBody())).toEqual({ reviews: [], nextCursor: null, total: null, warnings: NO_TEXTS })
})

test.each([
  '<html><title>Search results</title></html>',
  '<',
  '<?xml version="1.0"?><x/>',
  '\ufeff\n <!doctype html>',
])('%s is not a business page', (body) => {
  expectSourceError(() => parse(body), 'format_changed')
})

test.each([
  ['scripts without end', `<html>${'<script '.repeat(125_000)}`],
  ['opened scripts', `<html>${'<script>'.repeat(125_000)}`],
  ['empty scripts', `<html>${'<script></script>'.repeat(60_000)}`],
  ['a dense cache', htmlBody({ scripts: [apolloScript({ x: '"'.repeat(60_000) })] })],
  [
    'a cache of entities',
    `<html><script data-apollo-state="x"><!--{&quot;${'&amp;'.repeat(200_000)}--></script>`,
  ],
  ['a cache of brackets', `<html><script data-apollo-state="x"><!--${'['.repeat(1_000_000)}--></script>`],
  [
    'cached reviews',
    htmlBody({
      scripts: [apolloScript(Object.assign({}, ...Array.from({ length: 900 }, (_, n) => cachedReview(n))))],
    }),
  ],
  ['marks of searches', gqlBody([gqlNode(1, { text: { full: '[[HIGHLIGHT]]'.repeat(77_000) } })])],
  ['half marks of searches', gqlBody([gqlNode(1, { text: { full: '[['.repeat(500_000) } })])],
  ['opened markup', '<'.repeat(1_000_000)],
  ['white space', ' '.repeat(1_000_000)],
  ['nodes', gqlBody(Array.from({ length: 1_500 }, (_, number) => gqlNode(number)))],
])('a megabyte of %s is read or refused within 50 ms', (_, body) => {
  const limitMs = 50 * Math.max(1, body.length / 1_000_000)
  expect(fastestMs(() => outcomeOf(body))).toBeLessThan(limitMs)
})

function outcomeOf(body: string): unknown {
  try {
    return parse(body)
  } catch (error) {
    return error
  }
}
