import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { storyReviews } from '#scripts/local/demo/story.ts'
import { countStory } from '#tests/bench/stories/count-story.ts'
import { storyOf } from '#tests/bench/stories/story.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { changePlan, createBusiness, storeReviews } from '#tests/factories.ts'
import { checkDueAlarms } from '#worker/insights/alarms/check-due.ts'
import { readFindingsInput, storeDueFindings } from '#worker/insights/findings/store-findings.ts'
import { DAY_MS, HOUR_MS, utcDay } from '#worker/rules/durations.ts'
import { type Finding, type FindingFilters, listOf } from '#worker/rules/findings.ts'
import type { Platform } from '#worker/rules/platforms.ts'
import { type Diner, test } from './diner.ts'

const NOW = Date.now()

/** Number of reviews in the list. */
async function countOf(diner: Diner, filters: FindingFilters): Promise<number> {
  return diner.countAt(listOf(filters))
}

async function storeStory(
  diner: Diner,
  reviews: readonly { text: string; rating: number; at: number; platform?: Platform }[],
) {
  await storeReviews(
    env.DB,
    reviews.map(({ text, rating, at, platform = 'google' }) => ({
      business: diner.business,
      platform,
      text,
      rating,
      reviewDate: at,
      scrapedAt: at,
    })),
  )
  await diner.read()
}

function api(diner: Diner) {
  return apiFor(diner.account, { plan: 'ai_insights', now: () => NOW })
}

test('the demo restaurant learns first why its rating fell, and every list has the stated reviews', async ({
  diner,
}) => {
  await storeReviews(
    env.DB,
    storyReviews(NOW).map((review) => ({
      ...review,
      business: diner.business,
      scrapedAt: review.reviewDate,
    })),
  )
  await diner.read()
  await diner.run('UPDATE alarm_checks SET due_at = 0 WHERE business_id = ?', diner.business.id)
  await checkDueAlarms(diner.ctx)
  await storeDueFindings(diner.ctx)
  const found: Finding[] = await api(diner).insights.findings()
  const [first] = found
  expect(first).toMatchObject({ kind: 'rating_fell', topic: 'waiting', businessId: diner.business.id })
  expect(first?.sentence).toMatch(
    /^Your rating fell from \d\.\d to \d\.\d in .+: \d+ guests complained about waiting\.$/,
  )
  expect(found.find(({ kind }) => kind === 'new_theme')).toMatchObject({ phrase: 'oyster supper', n: 21 })
  expect(found.find(({ kind }) => kind === 'copied_texts')).toMatchObject({ n: 4 })
  for (const { sentence, n, reviews, bridge } of found) {
    expect([sentence, await countOf(diner, reviews)]).toEqual([sentence, n])
    for (const part of bridge?.parts ?? [])
      expect([sentence, part, await countOf(diner, part.reviews)]).toEqual([sentence, part, part.n])
  }
  expect(first?.bridge?.parts.some(({ kind, topic }) => kind === 'complaints' && topic === 'waiting')).toBe(
    true,
  )
})

test('the query reads the same figures from the database as counting by hand', async ({ diner }) => {
  const story = storyOf('edge 3', 'complaint_grew')
  const [location] = story.locations
  if (!location) throw new Error('there is one')
  const shift = Math.floor((NOW - story.now) / DAY_MS) * DAY_MS
  const reviews = location.reviews
    .map((review, index) => ({ ...review, at: review.at + shift, id: index, answeredAfter: null }))
    .filter(({ at }) => at > NOW - 450 * DAY_MS)
    .slice(-250)
  await storeStory(diner, reviews)
  const stored = await readFindingsInput(diner.ctx, {
    businessId: diner.business.id,
    organizationId: diner.account.organizationId,
  })
  const counted = countStory({ now: NOW, locations: [{ ...location, reviews, rival: null }] })
  const plain = ({ businesses: [business] }: typeof stored) => ({
    days: business?.days
      .map(({ day, count, stars, ratingSum }) => ({ day, count, stars, ratingSum }))
      .sort(byText),
    topics: business?.topics.map((span) =>
      span
        .map((topic) => ({ ...topic, blame: rounded(topic.blame), praise: rounded(topic.praise) }))
        .sort(byText),
    ),
    reviews: business?.reviews
      .map(({ day, rating, terms, topics }) => ({
        day,
        rating,
        terms,
        topics: topics.map(({ topic, polarity, share }) => ({ topic, polarity, share })),
      }))
      .sort(byText),
    words: new Set(
      business?.terms.filter(({ term }) => term === '*').map(({ month, reviews }) => `${month} ${reviews}`),
    ),
  })
  expect(plain(stored)).toEqual(plain(counted))
})

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
const rounded = ({ count, stars }: { count: number; stars: number }) => ({
  count: Math.round(count * 1e6),
  stars: Math.round(stars * 1e6),
})

test('replies that stopped are found, with the reviews that need one', async ({ diner }) => {
  await storeReviews(
    env.DB,
    Array.from({ length: 120 }, (_, index) => {
      const at = NOW - (119 - index) * 3 * DAY_MS - 6 * HOUR_MS
      const isAnswered = at < NOW - 40 * DAY_MS
      return {
        business: diner.business,
        text: '',
        rating: index % 5 === 0 ? 3 : 5,
        reviewDate: at,
        scrapedAt: at,
        ownerResponse: isAnswered ? { text: 'Thank you.', date: at + 5 * HOUR_MS } : null,
      }
    }),
  )
  await diner.read()
  const found = await api(diner).insights.findings({ businessId: diner.business.id })
  const stopped = found.find(({ kind }) => kind === 'replies_stopped')
  expect(stopped?.button).toBe(`Answer the ${stopped?.n}`)
  expect(stopped && (await countOf(diner, stopped.reviews))).toBe(stopped?.n)
})

test('edits, removals and returns are parts of the explanation, and all parts add up', async ({ diner }) => {
  const old = Array.from({ length: 30 }, (_, index) => ({
    text: 'The food was delicious.',
    rating: 5,
    daysAgo: 90 + index,
  }))
  const late = Array.from({ length: 12 }, (_, index) => ({
    text: 'We waited forever.',
    rating: 2,
    daysAgo: 1 + index,
  }))
  await diner.store(...old, ...late)
  const ids = await env.DB.prepare('SELECT id FROM reviews WHERE business_id = ? AND rating = 2 ORDER BY id')
    .bind(diner.business.id)
    .all<{ id: number }>()
  const [edited, removed, returned] = ids.results.map(({ id }) => id)
  await diner.run('UPDATE reviews SET rating = 1, edited_at = ? WHERE id = ?', NOW, edited)
  await diner.run('UPDATE reviews SET removed_at = ? WHERE id = ?', NOW, removed)
  await diner.run('UPDATE reviews SET returned_at = ? WHERE id = ?', NOW, returned)
  await diner.read()
  const day = (ago: number) => utcDay(NOW - ago * DAY_MS)
  const bridge = await api(diner).insights.explainRating({
    businessId: diner.business.id,
    before: { from: day(130), to: day(60) },
    after: { from: day(30), to: day(0) },
  })
  expect(bridge).toMatchObject({ before: 5, after: 1.91 })
  const sum = bridge?.parts.reduce((cents, { stars }) => cents + Math.round(stars * 100), 0)
  expect(sum).toBe(191 - 500)
  for (const kind of ['edited', 'removed', 'returned', 'complaints'])
    expect([kind, bridge?.parts.filter((part) => part.kind === kind).length]).toEqual([kind, 1])
  for (const part of bridge?.parts ?? [])
    expect([part.kind, await countOf(diner, part.reviews)]).toEqual([part.kind, part.n])
})

test('a business with nothing unusual says so with its numbers', async ({ diner }) => {
  await diner.store(
    ...Array.from({ length: 12 }, (_, index) => ({
      text: '',
      rating: index % 3 === 0 ? 3 : 5,
      daysAgo: index,
    })),
  )
  await diner.read()
  const found = await api(diner).insights.findings()
  expect(found.map(({ sentence }) => sentence)).toEqual(['Nothing unusual. 12 new reviews, 4.3 stars.'])
})

test('several locations are told apart, and other organizations are not found', async ({ diner, tenant }) => {
  const inn = await createBusiness(env.DB, diner.account, { name: 'Aardvark Inn' })
  await diner.store({ text: '', rating: 4 })
  await storeReviews(env.DB, [{ business: inn, text: '', rating: 5, reviewDate: NOW }])
  await diner.read()
  const found = await api(diner).insights.findings()
  expect(found.map(({ sentence }) => sentence).sort()).toEqual([
    'Aardvark Inn: Nothing unusual. 1 new review, 5.0 stars.',
    'Corner Shop: Nothing unusual. 1 new review, 4.0 stars.',
  ])
  expect((await api(diner).screens.dashboard({})).findings).toEqual([])
  expect((await api(diner).screens.dashboard({ businessId: inn.id })).findings).toHaveLength(1)
  await expect(api(diner).insights.findings({ businessId: tenant.businessId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a finding keeps its time, is rechecked after a reply and is deleted when the plan ends', async ({
  diner,
}) => {
  await diner.store({ text: '', rating: 3, daysAgo: 2 })
  diner.now = NOW
  await diner.read()
  const foundAt = async () => (await api(diner).insights.findings()).map((found) => found.foundAt)
  expect(await foundAt()).toEqual([new Date(NOW).toISOString()])
  const isDue = async (now: number) => {
    diner.now = now
    const { results } = await env.DB.prepare(
      'SELECT 1 FROM insight_findings WHERE business_id = ? AND due_at <= ?',
    )
      .bind(diner.business.id, now)
      .all()
    return results.length === 1
  }
  expect(await isDue(NOW)).toBe(false)
  const { items } = await api(diner).reviews.list({ limit: 1 })
  const reviewIds = [items[0]?.id ?? '']
  for (const answer of [
    () => api(diner).responses.settle({ reviewIds }),
    () => api(diner).responses.reopen({ reviewIds }),
    () => api(diner).responses.create({ reviewId: reviewIds[0] ?? '', text: 'Thank you for coming.' }),
    () => api(diner).responses.markAnswered({ reviewIds }),
  ]) {
    await answer()
    expect([answer, await isDue(NOW + 1000)]).toEqual([answer, true])
    await storeDueFindings(diner.ctx)
    expect(await isDue(NOW + 1000)).toBe(false)
  }
  expect(await isDue(NOW + DAY_MS)).toBe(true)
  await storeDueFindings(diner.ctx)
  expect(await foundAt()).toEqual([new Date(NOW).toISOString()])
  await changePlan(env.DB, diner.account, 'pro')
  diner.now = NOW + 3 * DAY_MS
  await storeDueFindings(diner.ctx)
  expect(await foundAt()).toEqual([])
})

test('a member who sees one of two locations does not learn how the other one does', async ({ diner }) => {
  const inn = await createBusiness(env.DB, diner.account, { name: 'Aardvark Inn' })
  const reviewsOf = (business: typeof inn, rating: number) =>
    Array.from({ length: 60 }, (_, index) => ({
      business,
      text: '',
      rating: index % 6 === 0 ? 3 : rating,
      reviewDate: NOW - (index * 3 + 1) * DAY_MS,
    }))
  await storeReviews(env.DB, [...reviewsOf(inn, 5), ...reviewsOf(diner.business, 2)])
  await diner.read()
  const kinds = async (businessIds: string[] | null) => {
    const limited = apiFor(diner.account, {
      plan: 'ai_insights',
      now: () => NOW,
      role: businessIds ? 'member' : 'owner',
      businessIds,
    })
    return (await limited.insights.findings()).map(({ kind, businessId }) => [kind, businessId])
  }
  expect((await kinds(null)).map(([kind]) => kind)).toContain('location_apart')
  const own = await kinds([inn.id])
  expect(own.length).toBeGreaterThan(0)
  for (const [kind, businessId] of own)
    expect([kind !== 'location_apart', businessId]).toEqual([true, inn.id])
})

test('findings since the last visit come first on the dashboard and are marked as new', async ({ diner }) => {
  const stored = (kind: string, isGood: boolean, score: number, foundAt: number) => ({
    kind,
    businessId: diner.business.id,
    sentence: `${kind} ${score}`,
    n: 1,
    reviews: { businessId: diner.business.id },
    from: '2026-01-01',
    to: '2026-01-02',
    isGood,
    button: 'Read it',
    method: '',
    effect: 1,
    score,
    foundAt: new Date(foundAt).toISOString(),
  })
  const found = [
    stored('rating_fell', false, 9, NOW - 9 * DAY_MS),
    stored('complaint_grew', false, 8, NOW - 9 * DAY_MS),
    stored('praise_grew', true, 7, NOW - 9 * DAY_MS),
    stored('many_reviews', true, 1, NOW - DAY_MS),
  ]
  await diner.run(
    `INSERT INTO insight_findings (business_id, organization_id, due_at, findings, top) VALUES (?1, ?2, 9e15, ?3, ?3)
    ON CONFLICT (business_id) DO UPDATE SET due_at = 9e15, findings = ?3, top = ?3`,
    diner.business.id,
    diner.account.organizationId,
    JSON.stringify(found),
  )
  const shown = async () =>
    (await api(diner).screens.dashboard({})).findings.map(({ kind, isNew }) => [kind, isNew])
  const first = [
    ['rating_fell', false],
    ['praise_grew', false],
    ['complaint_grew', false],
  ]
  expect(await shown()).toEqual(first)
  const before = (time: number) =>
    diner.run('UPDATE users SET former_visit_at = ? WHERE id = ?', time, diner.account.userId)
  await before(NOW - 2 * DAY_MS)
  expect(await shown()).toEqual([
    ['many_reviews', true],
    ['rating_fell', false],
    ['praise_grew', false],
  ])
  await before(NOW)
  expect(await shown()).toEqual(first)
})
