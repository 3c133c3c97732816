import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { INBOX_VIEWS } from '#worker/rules/inbox-views.ts'
import type { ListReviewsInput } from '#worker/rules/reviews.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

let account: Account
let business: Business

beforeEach(async () => {
  account = await createAccount(env.DB)
  business = await createBusiness(env.DB, account, { name: 'Harbor Books' })
})

const api = (plan = 'ai_insights') => apiFor(account, { plan, now: () => NOW })

async function namesOf(input: Partial<ListReviewsInput> | object): Promise<string[]> {
  const { items } = await api().reviews.list(input as never)
  return items.map(({ reviewerName }) => reviewerName)
}

async function idsByName(): Promise<Map<string, string>> {
  const { items } = await api().reviews.list()
  return new Map(items.map(({ reviewerName, id }) => [reviewerName, id]))
}

function change(assignment: string, authorName: string) {
  return env.DB.prepare(`UPDATE reviews SET ${assignment} WHERE author_name = ? AND business_id = ?`)
    .bind(authorName, business.id)
    .run()
}

/** Negative 0, neutral 1, positive 2. */
const kindOf = (rating: number) => (rating < 3 ? 0 : rating < 4 ? 1 : 2)

test('negative reviews come first, then neutral and positive, each newest first, by page', async () => {
  const stored = Array.from({ length: 23 }, (_, index) => ({
    business,
    authorName: `Author ${index}`,
    rating: 1 + ((index * 3) % 5),
    // Some were posted long before they were first seen.
    reviewDate: NOW - index * DAY_MS - (index % 4 === 0 ? 900 * DAY_MS : 0),
    scrapedAt: NOW - index * HOUR_MS,
  }))
  await storeReviews(
    env.DB,
    stored.toSorted((a, b) => a.reviewDate - b.reviewDate),
  )
  const expected = stored
    .toSorted((a, b) => kindOf(a.rating) - kindOf(b.rating) || b.reviewDate - a.reviewDate)
    .map(({ authorName }) => authorName)
  for (const limit of [1, 4, 23, 100]) {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<ReturnType<typeof api>['reviews']['list']>> = await api().reviews.list({
        sort: 'worst',
        limit,
        ...(cursor && { cursor }),
      })
      seen.push(...page.items.map(({ reviewerName }) => reviewerName))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(expected)
  }
  expect(await namesOf({ sort: 'worst', rating: 2 })).toEqual(
    expected.filter((name) => stored.find(({ authorName }) => authorName === name)?.rating === 2),
  )
})

test('a cursor of another order is refused', async () => {
  for (const [sort, cursor] of [
    ['worst', '1.2.3'],
    ['worst', '7-1.2.3'],
    ['posted', '2-1.2.3'],
  ] as const) {
    await expect(api().reviews.list({ sort, cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})

test('reviews can be filtered by whether they have a text, even after it changes', async () => {
  await storeReviews(env.DB, [
    { business, authorName: 'words', text: 'Lovely.', scrapedAt: NOW },
    { business, authorName: 'stars', text: '', scrapedAt: NOW - HOUR_MS },
  ])
  expect(await namesOf({ text: 'with' })).toEqual(['words'])
  expect(await namesOf({ text: 'without' })).toEqual(['stars'])
  await change("review_text = 'Now with words'", 'stars')
  expect(await namesOf({ text: 'with' })).toEqual(['words', 'stars'])
  expect(await namesOf({ text: 'without' })).toEqual([])
})

test('edited or removed reviews can be filtered, together with other filters', async () => {
  await storeReviews(env.DB, [
    { business, authorName: 'edited', rating: 2, scrapedAt: NOW },
    { business, authorName: 'removed', rating: 5, scrapedAt: NOW - HOUR_MS },
    { business, authorName: 'as ever', rating: 2, scrapedAt: NOW - 2 * HOUR_MS },
  ])
  await change(`edited_at = ${NOW}`, 'edited')
  await change(`removed_at = ${NOW}`, 'removed')
  expect(await namesOf({ changes: 'edited' })).toEqual(['edited'])
  expect(await namesOf({ changes: 'edited_or_removed' })).toEqual(['edited', 'removed'])
  expect(await namesOf({ changes: 'edited_or_removed', rating: 5 })).toEqual(['removed'])
  expect(await namesOf({ changes: 'edited_or_removed', visibility: 'public' })).toEqual(['edited'])
})

test('a response is unposted until it is marked as posted or deleted', async () => {
  await storeReviews(
    env.DB,
    ['posted', 'deleted', 'waiting'].map((authorName, index) => ({
      business,
      authorName,
      platformReviewId: authorName,
      scrapedAt: NOW - index * HOUR_MS,
    })),
  )
  await storeResponses(
    env.DB,
    business,
    ['posted', 'deleted'].map((platformReviewId) => ({ platformReviewId, text: 'Thanks', at: NOW })),
  )
  expect(await namesOf({ reply: 'unposted' })).toEqual(['posted', 'deleted'])
  const { items } = await api().reviews.list()
  const responseOf = (name: string) =>
    items.find(({ reviewerName }) => reviewerName === name)?.response?.id ?? ''
  await api().responses.markPosted({ id: responseOf('posted') })
  await api().responses.remove({ id: responseOf('deleted') })
  expect(await namesOf({ reply: 'unposted' })).toEqual([])
})

test("the first-seen filter covers whole days within the plan's history", async () => {
  const days = [0, 1, 15, 16, 45, 46, 100]
  await storeReviews(
    env.DB,
    days.map((age) => ({
      business,
      authorName: `${age}`,
      // Posted long ago, so that the order of first seen differs from that of the list.
      reviewDate: NOW - 1_000 * DAY_MS - age * DAY_MS,
      scrapedAt: NOW - age * DAY_MS,
    })),
  )
  expect(await namesOf({ seenFrom: '2026-06-14' })).toEqual(['0', '1'])
  expect(await namesOf({ seenFrom: '2026-05-01', seenTo: '2026-05-31' })).toEqual(['15', '16', '45'])
  expect(await namesOf({ seenTo: '2026-04-30' })).toEqual(['46', '100'])
  expect(await namesOf({ seenFrom: '2027-01-01' })).toEqual([])
  const { items } = await api('free').reviews.list({ seenFrom: '2026-01-01' })
  expect(items.map(({ reviewerName }) => reviewerName)).toEqual(['0', '1', '15', '16'])
  await expect(api().reviews.list({ seenFrom: '2026-06-02', seenTo: '2026-06-01' })).rejects.toMatchObject({
    cause: { issues: [{ path: [{ key: 'seenTo' }] }] },
  })
})

test('chosen reviews are listed by posting date, within the organization and history', async () => {
  const stranger = await createAccount(env.DB)
  const foreign = await createBusiness(env.DB, stranger)
  await storeReviews(env.DB, [
    { business, authorName: 'old', reviewDate: NOW - 9 * DAY_MS, scrapedAt: NOW },
    { business, authorName: 'young', reviewDate: NOW - DAY_MS, scrapedAt: NOW },
    { business, authorName: 'past', scrapedAt: NOW - 100 * DAY_MS },
    { business: foreign, authorName: 'foreign', scrapedAt: NOW },
  ])
  const { results } = await env.DB.prepare(
    "SELECT id FROM reviews WHERE author_name IN ('old', 'young', 'past', 'foreign') AND business_id IN (?, ?)",
  )
    .bind(business.id, foreign.id)
    .all<{ id: number }>()
  const ids = results.map(({ id }) => String(id))
  const { items, nextCursor } = await api('pro').reviews.list({ ids })
  expect(items.map(({ reviewerName }) => reviewerName)).toEqual(['young', 'old'])
  expect(nextCursor).toBeNull()
  expect((await api().reviews.list({ ids: [] })).items).toEqual([])
})

test('each view counts what it lists', async () => {
  await storeReviews(
    env.DB,
    Array.from({ length: 12 }, (_, index) => ({
      business,
      authorName: `Author ${index}`,
      platformReviewId: `r${index}`,
      rating: 1 + (index % 5),
      scrapedAt: NOW - index * HOUR_MS,
    })),
  )
  const other = await createBusiness(env.DB, account, { name: 'Hill Books' })
  await storeReviews(env.DB, [{ business: other, rating: 1, scrapedAt: NOW }])
  await storeResponses(env.DB, business, [{ platformReviewId: 'r3', text: 'Thanks', at: NOW }])
  await change(`edited_at = ${NOW}`, 'Author 7')
  await change(`removed_at = ${NOW}`, 'Author 8')
  const all = await api().screens.reviews()
  expect(all.counts).toEqual({
    needsAnswer: 11,
    unhappy: 7,
    changed: 2,
    unposted: 1,
    assigned: 0,
    suggested: 0,
    answered: 1,
    all: 13,
  })
  expect(all.total).toBe(13)
  const own = await api().screens.reviews({ businessId: business.id, rating: 2 })
  expect(own.counts).toEqual({
    needsAnswer: 10,
    unhappy: 6,
    changed: 2,
    unposted: 1,
    assigned: 0,
    suggested: 0,
    answered: 1,
    all: 12,
  })
  expect(own.total).toBe(3)
  const ids = [...(await idsByName()).values()].slice(0, 2)
  expect((await api().screens.reviews({ ids })).total).toBe(2)
})

test('the screen includes the open review with its former versions', async () => {
  await storeReviews(env.DB, [
    { business, authorName: 'open', text: 'Cold soup.', rating: 2, scrapedAt: NOW },
    { business, authorName: 'other', scrapedAt: NOW },
  ])
  const id = (await idsByName()).get('open') ?? ''
  const { selected, items } = await api().screens.reviews({ search: 'nothing like it', reviewId: id })
  expect(items).toEqual([])
  expect(selected).toEqual(await api().reviews.get({ id }))
  expect((await api().screens.reviews()).selected).toBeNull()
  await expect(api().screens.reviews({ reviewId: '999999' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('unposted replies are only those that can still be posted, on any platform', async () => {
  await storeReviews(
    env.DB,
    (['google', 'yelp', 'google'] as const).map((platform, index) => ({
      business,
      platform,
      authorName: `Author ${index}`,
      platformReviewId: `r${index}`,
      scrapedAt: NOW - index * HOUR_MS,
    })),
  )
  const replies = [0, 1, 2].map((index) => ({ platformReviewId: `r${index}`, text: 'Thanks', at: NOW }))
  await storeResponses(env.DB, business, replies)
  await change(`removed_at = ${NOW}`, 'Author 2')
  expect((await api().screens.reviews()).counts).toMatchObject({ unposted: 2, answered: 3 })
  expect((await api().screens.dashboard()).unposted).toBe(2)
  expect(await namesOf(INBOX_VIEWS.unposted)).toEqual(['Author 0', 'Author 1'])
})
