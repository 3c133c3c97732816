import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { arrive } from '#tests/edge/support/collected.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { storeResponses } from '#tests/factories.ts'
import type { IncomingReviews } from '#worker/reviews/upsert-reviews.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

const test = base
  /** Lets reviews arrive. @returns rows written */
  .extend(
    'arrive',
    ({ business }) =>
      (reviews: ScrapedReview[], given: Partial<IncomingReviews> = {}): Promise<number> =>
        arrive(business, reviews, { seenAt: NOW, now: NOW, plan: 'pro', ...given }),
  )
  .extend('stored', ({ business }) => async (reviewId = 'r1') => {
    const row = await env.DB.prepare(
      `SELECT reviews.*, (SELECT count(*) FROM review_revisions WHERE review_id = reviews.id) AS revisions
    FROM reviews WHERE business_id = ? AND platform_review_id = ?`,
    )
      .bind(business.id, reviewId)
      .first<Record<string, unknown>>()
    return row
  })
  .extend('markRemoved', ({ business }) => async () => {
    await env.DB.prepare('UPDATE reviews SET removed_at = ?, missed_scans = 2 WHERE business_id = ?')
      .bind(NOW - 1, business.id)
      .run()
  })

function scraped(given: Partial<ScrapedReview> = {}): ScrapedReview {
  return {
    reviewId: 'r1',
    authorName: 'Alex Marlow',
    rating: 4,
    reviewText: 'The soup was warm and the bread was fresh.',
    reviewDate: '2026-06-01T08:00:00.000Z',
    helpfulVotes: 2,
    userVerified: false,
    ownerResponse: { text: 'Thanks', date: null },
    language: 'en',
    url: 'https://example.test/r1',
    ...given,
  }
}

test('a review that arrives again writes nothing, whichever way it comes', async ({ arrive }) => {
  expect(await arrive([scraped()])).toBeGreaterThan(0)
  for (const authority of ['authoritative', 'partial', 'imported'] as const) {
    expect(await arrive([scraped()], { authority, now: NOW + 1 }), authority).toBe(0)
  }
})

test('an excerpt never replaces a full text', async ({ arrive, stored }) => {
  await arrive([scraped()])
  const excerpts = { authority: 'partial', texts: 'excerpts', source: 'yelp-fusion' } as const
  await arrive([scraped({ reviewText: 'The soup was warm…' })], excerpts)
  expect(await stored()).toMatchObject({
    review_text: 'The soup was warm and the bread was fresh.',
    edited_at: null,
    revisions: 0,
  })
  // Its stars are applied.
  await arrive([scraped({ reviewText: 'The soup was warm…', rating: 2 })], { ...excerpts, now: NOW + 5 })
  expect(await stored()).toMatchObject({ rating: 2, edited_at: NOW + 5, revisions: 1 })
})

test('a full text replaces its excerpt without counting as an edit', async ({ business, arrive, stored }) => {
  const excerpts = { authority: 'partial', texts: 'excerpts', source: 'yelp-fusion' } as const
  await arrive([scraped({ reviewText: 'The soup was…' })], excerpts)
  await storeResponses(env.DB, business, [{ platformReviewId: 'r1', text: 'Thanks', at: NOW }])
  await arrive([scraped()], { now: NOW + 5 })
  expect(await stored()).toMatchObject({
    review_text: 'The soup was warm and the bread was fresh.',
    text_is_excerpt: 0,
    source: 'google-public',
    edited_at: null,
    responded: 1,
    revisions: 0,
  })
})

test('another beginning of an excerpt is an edit', async ({ arrive, stored }) => {
  const excerpts = { authority: 'partial', texts: 'excerpts' } as const
  await arrive([scraped({ reviewText: 'The soup was…' })], excerpts)
  await arrive([scraped({ reviewText: 'Never again…' })], { ...excerpts, now: NOW + 5 })
  expect(await stored()).toMatchObject({ review_text: 'Never again…', edited_at: NOW + 5, revisions: 1 })
})

test('a text that differs in white space only changes nothing', async ({ arrive, stored }) => {
  await arrive([scraped()])
  const reviewText = 'The soup was warm\r\nand the\u00a0bread was  fresh.'
  for (const authority of ['authoritative', 'partial', 'imported'] as const) {
    expect(await arrive([scraped({ reviewText })], { authority, now: NOW + 5 }), authority).toBe(0)
  }
  await arrive([scraped({ reviewText, helpfulVotes: 9 })], { now: NOW + 5 })
  expect(await stored()).toMatchObject({
    review_text: 'The soup was warm and the bread was fresh.',
    helpful_votes: 9,
    edited_at: null,
    revisions: 0,
  })
})

test('an imported review does not count as shown, a collected one does', async ({
  arrive,
  stored,
  markRemoved,
}) => {
  await arrive([scraped()])
  await markRemoved()
  await arrive([scraped({ helpfulVotes: 9 })], { authority: 'imported', source: 'api' })
  expect(await stored()).toMatchObject({ removed_at: NOW - 1, returned_at: null, helpful_votes: 9 })
  await arrive([scraped({ helpfulVotes: 9 })], {
    authority: 'partial',
    source: 'google-places',
    now: NOW + 5,
  })
  expect(await stored()).toMatchObject({ removed_at: null, returned_at: NOW + 5, missed_scans: 0 })
})

test('a full list takes over a review, other sources do not', async ({ arrive, stored }) => {
  await arrive([scraped()], { authority: 'imported', source: 'import' })
  await arrive([scraped()], { authority: 'partial', source: 'google-places' })
  expect(await stored()).toMatchObject({ source: 'import' })
  await arrive([scraped()])
  expect(await stored()).toMatchObject({ source: 'google-public', edited_at: null })
})

test('fields that a source lacks are kept, unless a full list shows that they are gone', async ({
  arrive,
  stored,
}) => {
  await arrive([scraped()])
  const bare = scraped({ ownerResponse: null, language: null, url: null, helpfulVotes: 0, reviewDate: null })
  expect(await arrive([bare], { authority: 'imported', source: 'import', now: NOW + 1 })).toBe(0)
  await arrive([bare])
  expect(await stored()).toMatchObject({
    owner_response_text: null,
    helpful_votes: 0,
    review_date: Date.UTC(2026, 5, 1, 8),
  })
})

test('nothing is stored if the guard does not hold', async ({ arrive, stored }) => {
  expect(await arrive([scraped()], { guard: sql`false` })).toBe(0)
  expect(await stored()).toBeNull()
})

test('an id is never reused, even if the newest reviews are gone', async ({ business, arrive, stored }) => {
  await arrive([scraped({ reviewId: 'r1' }), scraped({ reviewId: 'r2' })])
  const idOf = async (reviewId: string) => Number((await stored(reviewId))?.id)
  // Among reviews of one second, lists show the higher id first: here the first one in its list.
  const [first, second] = [await idOf('r1'), await idOf('r2')]
  expect(first).toBeGreaterThan(second)
  await env.DB.prepare('DELETE FROM reviews WHERE business_id = ?').bind(business.id).run()
  await arrive([scraped({ reviewId: 'r3' })])
  expect(await idOf('r3')).toBeGreaterThan(first)
  await expect(
    env.DB.prepare(
      `INSERT INTO reviews (id, organization_id, business_id, platform, platform_review_id, author_name, rating, scraped_at,
        updated_at) VALUES (?, ?, ?, 'google', 'r1', 'Alex', 5, ?, ?)`,
    )
      .bind(first, business.organizationId, business.id, NOW, NOW)
      .run(),
  ).rejects.toThrow('a review needs an id that was never given')
})

test('a page adds one segment to the search index, whatever its order and its votes', async ({ arrive }) => {
  const segments = () =>
    env.DB.prepare('SELECT count(DISTINCT segid) AS count FROM review_search_idx').first<number>('count')
  await env.DB.prepare("INSERT INTO review_search (review_search) VALUES ('optimize')").run()
  const before = (await segments()) ?? 0
  const reviews = Array.from({ length: 20 }, (_, index) =>
    scraped({
      reviewId: `page-${index}`,
      reviewDate: new Date(NOW - ((index * 7) % 20) * DAY_MS).toISOString(),
      helpfulVotes: (index * 3) % 5,
    }),
  )
  await arrive(reviews)
  expect(await segments()).toBe(before + 1)
})
