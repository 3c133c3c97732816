import { env } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { createRun, saveList, storedRun } from '#tests/edge/support/runs.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import type { ScrapedReview, SourceName } from '#worker/sources/source.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const WRITTEN = Date.UTC(2026, 4, 2, 8, 30, 15, 417)
const EDITED = Date.UTC(2026, 4, 20, 19, 5, 44, 120)

let account: Account
let business: Business

beforeEach(async () => {
  account = await createAccount(env.DB, { plan: 'pro' })
  // No listener reacts to the stored reviews.
  await env.DB.prepare('DELETE FROM insight_readings').run()
  business = await createBusiness(env.DB, account)
})

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

function review(reviewId: string, change: Partial<ScrapedReview> = {}): ScrapedReview {
  return {
    reviewId,
    authorName: 'Alex Marlow',
    rating: 4,
    reviewText: 'Warm bread.',
    reviewDate: iso(WRITTEN),
    helpfulVotes: 0,
    userVerified: false,
    ownerResponse: null,
    language: null,
    url: null,
    ...change,
  }
}

/** A review as public collection stored it. */
function stored(platformReviewId: string, change: Parameters<typeof storeReviews>[1][number] | object = {}) {
  return { business, platformReviewId, rating: 4, text: 'Warm bread.', reviewDate: WRITTEN, ...change }
}

async function publicly(...reviews: ReturnType<typeof stored>[]) {
  await storeReviews(env.DB, reviews)
  await env.DB.prepare("UPDATE reviews SET source = 'google-public' WHERE business_id = ?")
    .bind(business.id)
    .run()
}

/** Saves a page as a run of this source does. @returns the run afterwards */
async function arrive(
  reviews: ScrapedReview[],
  source: SourceName = 'google-business-profile',
  options: { times?: number; mayHaveDuplicates?: boolean; meter?: ReturnType<typeof createMeter> } = {},
) {
  const id = await createRun(business, { source, status: 'running', createdAt: NOW })
  const run = await storedRun(id)
  const { times = 1, meter, ...others } = options
  const seen = { listeners: [], ...others }
  const ctx = contextFor(account, { now: () => NOW, ...(meter && { meter }) })
  const saved = await saveList(ctx, run, reviews, seen)
  for (let again = 1; again < times; again += 1) await saveList(ctx, run, reviews, seen)
  await env.DB.prepare("UPDATE scrape_runs SET status = 'succeeded' WHERE id = ?").bind(id).run()
  return saved
}

async function all() {
  const { results } = await env.DB.prepare(
    `SELECT id, platform_review_id, source, rating, review_text, edited_at, scraped_at, responded, response_text
    FROM reviews WHERE business_id = ? ORDER BY platform_review_id`,
  )
    .bind(business.id)
    .all<Record<string, unknown>>()
  return results
}

test('a publicly collected review is recognized in the profile', async () => {
  await publicly(stored('public-1'), stored('public-2', { reviewDate: WRITTEN + 60_000, rating: 5 }))
  const before = await all()
  const run = await arrive([review('profile-1')])
  expect(run).toMatchObject({ reviewsFound: 1, reviewsNew: 0, reviewsChanged: 0 })
  expect(await all()).toEqual([
    { ...before[0], platform_review_id: 'profile-1', source: 'google-business-profile' },
    before[1],
  ])
})

test('a recognized review keeps its reply, its place and its day, and uses no quota', async () => {
  await publicly(stored('public-1', { scrapedAt: NOW - 5 * 86_400_000 }))
  const [known] = await all()
  await storeResponses(env.DB, business, [{ platformReviewId: 'public-1', text: 'Thank you!', at: NOW }])
  await arrive([review('profile-1')])
  expect(await all()).toEqual([
    {
      ...known,
      platform_review_id: 'profile-1',
      source: 'google-business-profile',
      responded: 1,
      response_text: 'Thank you!',
    },
  ])
  const usage = await env.DB.prepare('SELECT * FROM organization_usage WHERE organization_id = ?')
    .bind(account.organizationId)
    .all()
  expect(usage.results).toEqual([])
})

test('times match to the second, whatever fraction a source gives', async () => {
  await publicly(stored('public-1', { reviewDate: WRITTEN - 417 }))
  expect(await arrive([review('profile-1', { reviewDate: iso(WRITTEN + 582) })])).toMatchObject({
    reviewsNew: 0,
  })
  expect(await all()).toHaveLength(1)
})

describe('an edited review', () => {
  test('whose text changed is recognized, and its former version is kept', async () => {
    await publicly(stored('public-1'))
    const edited = review('profile-1', { reviewText: 'Cold bread.', editedDate: iso(EDITED) })
    expect(await arrive([edited])).toMatchObject({ reviewsNew: 0, reviewsChanged: 1 })
    expect(await all()).toMatchObject([
      { platform_review_id: 'profile-1', review_text: 'Cold bread.', edited_at: NOW },
    ])
    const { results } = await env.DB.prepare('SELECT review_text FROM review_revisions').all()
    expect(results).toContainEqual({ review_text: 'Warm bread.' })
  })

  test('is found by the time of its edit, which the public list may show', async () => {
    await publicly(stored('public-1', { reviewDate: EDITED }))
    expect(await arrive([review('profile-1', { editedDate: iso(EDITED) })])).toMatchObject({ reviewsNew: 0 })
    expect(await all()).toMatchObject([{ platform_review_id: 'profile-1' }])
  })

  test('whose stars changed too is recognized by its author', async () => {
    await publicly(stored('public-1', { rating: 5 }))
    expect(await arrive([review('profile-1', { rating: 1, editedDate: iso(EDITED) })])).toMatchObject({
      reviewsNew: 0,
      reviewsChanged: 1,
    })
    expect(await all()).toMatchObject([{ platform_review_id: 'profile-1', rating: 1 }])
  })

  test('with two duplicates, of its writing and of its edit, takes one and leaves the other', async () => {
    await publicly(stored('public-1'), stored('public-2', { reviewDate: EDITED }))
    await arrive([review('profile-1', { editedDate: iso(EDITED) })])
    const ids = (await all()).map(({ platform_review_id }) => platform_review_id)
    expect(ids).toHaveLength(2)
    expect(ids).toContain('profile-1')
  })
})

describe('a review is not recognized', () => {
  test.each([
    ['a second later', review('profile-1', { reviewDate: iso(WRITTEN + 1_000) })],
    ['with other stars by someone else', review('profile-1', { rating: 1, authorName: 'Kim Vale' })],
    ['without a date', review('profile-1', { reviewDate: null })],
  ])('%s', async (_, arriving) => {
    await publicly(stored('public-1'))
    expect(await arrive([arriving])).toMatchObject({ reviewsNew: 1 })
    expect(await all()).toHaveLength(2)
  })

  test('in another business or on another platform', async () => {
    const other = await createBusiness(env.DB, account)
    await storeReviews(env.DB, [
      stored('public-1', { business: other }),
      stored('yelp-1', { platform: 'yelp' }),
    ])
    expect(await arrive([review('profile-1')])).toMatchObject({ reviewsNew: 1 })
    const { results } = await env.DB.prepare(
      'SELECT platform_review_id FROM reviews WHERE business_id IN (?, ?)',
    )
      .bind(business.id, other.id)
      .all<{ platform_review_id: string }>()
    expect(results.map(({ platform_review_id }) => platform_review_id).sort()).toEqual([
      'profile-1',
      'public-1',
      'yelp-1',
    ])
  })

  test('on Yelp, where ids are the same everywhere', async () => {
    await publicly(stored('one', { platform: 'yelp' }))
    const id = await createRun(business, { platform: 'yelp', source: 'yelp-public', status: 'running' })
    await saveList(contextFor(account), await storedRun(id), [review('two')])
    expect(await all()).toHaveLength(2)
  })
})

test('several reviews of one second are each matched once, by author first', async () => {
  await publicly(
    stored('public-kim', { authorName: 'Kim Vale' }),
    stored('public-ana', { authorName: 'Ana Reis' }),
    stored('public-unnamed', { authorName: 'A Google user' }),
  )
  const arriving = [
    review('profile-anonymous', { authorName: 'Anonymous' }),
    review('profile-ana', { authorName: 'Ana Reis' }),
    review('profile-kim', { authorName: 'Kim Vale' }),
    review('profile-new', { authorName: 'Ole Berg' }),
  ]
  expect(await arrive(arriving)).toMatchObject({ reviewsFound: 4, reviewsNew: 1 })
  expect((await all()).map(({ platform_review_id }) => platform_review_id)).toEqual([
    'profile-ana',
    'profile-anonymous',
    'profile-kim',
    'profile-new',
  ])
})

test('two reviews of one second and author match two, and arriving again changes nothing', async () => {
  await publicly(stored('public-1'), stored('public-2'))
  await arrive([review('profile-1'), review('profile-2')])
  const once = await all()
  expect(once.map(({ platform_review_id }) => platform_review_id)).toEqual(['profile-1', 'profile-2'])
  expect(await arrive([review('profile-1'), review('profile-2')])).toMatchObject({
    reviewsNew: 0,
    reviewsChanged: 0,
  })
  expect(await all()).toEqual(once)
})

test('a page that is saved several times renames once', async () => {
  await publicly(stored('public-1'), stored('public-2'))
  await arrive([review('profile-1')], 'google-business-profile', { times: 3 })
  const ids = (await all()).map(({ platform_review_id }) => platform_review_id)
  expect(ids).toHaveLength(2)
  expect(ids).toContain('profile-1')
})

test('after disconnecting, the public list recognizes the same reviews', async () => {
  await publicly(stored('public-1'))
  await arrive([review('profile-1')])
  expect(await arrive([review('public-1')], 'google-public')).toMatchObject({ reviewsNew: 0 })
  expect(await all()).toMatchObject([{ platform_review_id: 'public-1', source: 'google-public' }])
  expect(await all()).toHaveLength(1)
})

test('a public run does not rename publicly collected reviews', async () => {
  await publicly(stored('public-1'))
  expect(await arrive([review('public-2')], 'google-public')).toMatchObject({ reviewsNew: 1 })
  expect(await all()).toHaveLength(2)
})

test('looking for duplicates reads a few rows per review, however many the business has', async () => {
  const many = Array.from({ length: 3_000 }, (_, index) =>
    stored(`public-${index}`, { reviewDate: WRITTEN - index * 60_000 }),
  )
  await publicly(...many)
  const arriving = Array.from({ length: 50 }, (_, index) =>
    review(`profile-${index}`, { reviewDate: iso(WRITTEN - index * 60_000) }),
  )
  const meter = createMeter()
  expect(await arrive(arriving, 'google-business-profile', { meter })).toMatchObject({ reviewsNew: 0 })
  expect(meter.rowsRead).toBeLessThan(50 * 60)
  expect((await all()).filter(({ source }) => source === 'google-business-profile')).toHaveLength(50)
})

describe('the check for duplicates when a run is claimed', () => {
  const statementsOf = async (mayHaveDuplicates: boolean) => {
    const meter = createMeter()
    const { reviewsNew } =
      (await arrive([review('profile-1')], 'google-business-profile', { mayHaveDuplicates, meter })) ?? {}
    return { reviewsNew, statements: meter.statements, roundTrips: meter.roundTrips }
  }

  test.each(['google-public', 'google-business-profile'] as const)(
    'reads few rows, however many reviews came from %s',
    async (source) => {
      await publicly(...Array.from({ length: 1_000 }, (_, index) => stored(`review-${index}`)))
      await env.DB.prepare('UPDATE reviews SET source = ? WHERE business_id = ?')
        .bind(source, business.id)
        .run()
      const meter = createMeter()
      expect(await arrive([review('new', { reviewDate: null })], source, { meter })).toMatchObject({
        reviewsNew: 1,
      })
      expect(meter.rowsRead).toBeLessThan(60)
    },
  )

  test('avoids the search if there is nothing to find', async () => {
    expect(await statementsOf(false)).toEqual({ reviewsNew: 1, statements: 4, roundTrips: 1 })
  })

  test('is not trusted if there is something by now', async () => {
    await publicly(stored('public-1'))
    // The second try has everything that may have been left out: the search and the listeners.
    expect(await statementsOf(false)).toEqual({ reviewsNew: 0, statements: 4 + 7 + 6, roundTrips: 2 })
  })

  test('avoids a failed try if there was something', async () => {
    await publicly(stored('public-1'))
    expect(await statementsOf(true)).toEqual({ reviewsNew: 0, statements: 7, roundTrips: 1 })
  })
})
