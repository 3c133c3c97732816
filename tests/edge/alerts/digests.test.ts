import { env } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { storeMany } from '#tests/edge/support/many-rows.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { createBusiness, giveReviewIds, storeResponses, storeReviews } from '#tests/factories.ts'
import { sendDigests } from '#worker/alerts/send-digests.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { forgetDue, MONDAY, openShop, type Shop } from './support.ts'

beforeEach(forgetDue)

const subjects = async ({ account }: Shop) =>
  (await mailsTo(account.email)).filter(({ kind }) => kind === 'digest').map(({ subject }) => subject)

/** Opens a shop whose owner gets a digest at 08:00 UTC. */
async function subscribed(wishes: Parameters<Shop['choose']>[0] = {}, plan = 'pro') {
  const shop = await openShop({ plan })
  await shop.choose(wishes)
  return shop
}

async function passTo(shop: Shop, time: number) {
  shop.clock.now = time
  await shop.digests()
}

const NEXT_MONDAY = MONDAY - 4 * HOUR_MS + 7 * DAY_MS

describe('a digest', () => {
  test('states the unanswered reviews in its subject and the average in its text', async () => {
    const shop = await subscribed()
    await storeReviews(
      env.DB,
      [5, 4].map((rating) => ({
        business: shop.business,
        rating,
        reviewDate: MONDAY - 35 * DAY_MS,
        scrapedAt: MONDAY - 35 * DAY_MS,
      })),
    )
    await giveReviewIds(env.DB).run()
    await shop.collect({ rating: 5 }, { rating: 4, authorName: 'Kim', text: 'Nearly perfect.' })
    await shop.collect(
      { rating: 5, platformReviewId: 'thanked' },
      { rating: 5, platformReviewId: 'thanked too' },
      { rating: 4, platformReviewId: 'thanked as well' },
    )
    await storeResponses(
      env.DB,
      shop.business,
      ['thanked', 'thanked too', 'thanked as well'].map((platformReviewId, index) => ({
        platformReviewId,
        text: 'Thanks',
        at: MONDAY,
        isPosted: index < 2,
      })),
    )
    await passTo(shop, NEXT_MONDAY)
    expect(await subjects(shop)).toEqual(['2 new reviews need an answer'])
    const [mail] = await mailsTo(shop.account.email)
    expect(mail?.text).toContain('2 more came in and are already answered.')
    expect(mail?.text).toContain('1 reply is saved but not posted.')
    expect(mail?.text).toContain(
      'Average of the last 30 days: 4.6 stars, +0.1 compared with the 30 days before.',
    )
    expect(mail?.text).toContain('“Nearly perfect.”')
    expect(mail?.text).toMatch(/\/app\/reviews\/\d+/)
  })

  test('leads with the location whose rating fell and ignores a drop that may be chance', async () => {
    const shop = await subscribed()
    const other = await createBusiness(env.DB, shop.account, { name: 'Quay Café' })
    const days = (business: typeof other, ratings: readonly number[], ago: number) =>
      ratings.map((rating) => ({
        business,
        rating,
        reviewDate: MONDAY - ago * DAY_MS,
        scrapedAt: MONDAY - ago * DAY_MS,
      }))
    await storeReviews(env.DB, [
      ...days(
        other,
        Array.from({ length: 20 }, () => 5),
        35,
      ),
      ...days(
        shop.business,
        Array.from({ length: 9 }, () => 5),
        35,
      ),
      ...days(
        other,
        Array.from({ length: 20 }, () => 3),
        5,
      ),
      ...days(
        shop.business,
        Array.from({ length: 9 }, () => 1),
        5,
      ),
    ])
    await giveReviewIds(env.DB).run()
    await shop.collect({ rating: 5 })
    await passTo(shop, NEXT_MONDAY)
    expect(await subjects(shop)).toEqual([
      expect.stringMatching(/^Quay Café is down to 3\.0 stars, \d+ new reviews need an answer$/),
    ])
    const [mail] = await mailsTo(shop.account.email)
    expect(mail?.text).toContain('Quay Café fell from 5.0 to 3.0 stars')
    expect(mail?.text).toContain('Average of all locations in the last 30 days')
  })

  test('leads with findings since the last digest if the plan includes them', async () => {
    const found = (sentence: string, score: number, daysAgo: number, kind = 'complaint_grew') => ({
      kind,
      sentence,
      score,
      isGood: false,
      foundAt: new Date(NEXT_MONDAY - daysAgo * DAY_MS).toISOString(),
    })
    const withFindings = async (plan: string) => {
      const shop = await subscribed({}, plan)
      await env.DB.prepare(
        `INSERT INTO insight_findings (business_id, organization_id, due_at, findings, top) VALUES (?1, ?2, 9e15, ?3, ?3)
        ON CONFLICT (business_id) DO UPDATE SET top = ?3`,
      )
        .bind(
          shop.business.id,
          shop.account.organizationId,
          JSON.stringify([
            found(
              'Your rating fell from 4.5 to 4.0 in 30 days: 9 of 20 reviews have one or two stars.',
              9,
              20,
            ),
            found('3 reviews look copied. Check whether these guests were with you.', 5, 2, 'copied_texts'),
            found('8 guests complained about the food in two weeks, usually about 2.', 4, 3),
          ]),
        )
        .run()
      await shop.collect({ rating: 5 })
      await passTo(shop, NEXT_MONDAY)
      return shop
    }
    const shop = await withFindings('ai_insights')
    expect(await subjects(shop)).toEqual(['3 reviews look copied – 1 new review needs an answer'])
    const [mail] = await mailsTo(shop.account.email)
    expect(mail?.text).toContain('8 guests complained about the food in two weeks')
    expect(mail?.text).not.toContain('Your rating fell')
    expect(await subjects(await withFindings('pro'))).toEqual(['1 new review needs an answer'])
  })

  test('is sent on its weekday and time, and only if something is new', async () => {
    const shop = await subscribed()
    expect(await shop.row()).toMatchObject({ next_digest_at: NEXT_MONDAY })
    await passTo(shop, NEXT_MONDAY)
    expect(await subjects(shop)).toEqual([])
    await shop.collect({ rating: 5 })
    await passTo(shop, NEXT_MONDAY + 6 * DAY_MS)
    expect(await subjects(shop)).toEqual([])
    await passTo(shop, NEXT_MONDAY + 7 * DAY_MS)
    expect(await subjects(shop)).toEqual(['1 new review needs an answer'])
    await passTo(shop, NEXT_MONDAY + 14 * DAY_MS)
    expect(await subjects(shop)).toHaveLength(1)
  })

  test('is not sent when switched off', async () => {
    const shop = await subscribed({ digest: 'off' })
    await shop.collect({ rating: 1 })
    await passTo(shop, NEXT_MONDAY)
    expect(await subjects(shop)).toEqual([])
    expect(await shop.row()).toMatchObject({ next_digest_at: null })
  })

  test('says in its subject that all new reviews are answered', async () => {
    const shop = await subscribed()
    await storeReviews(env.DB, [
      {
        business: shop.business,
        rating: 5,
        reviewDate: MONDAY - 35 * DAY_MS,
        scrapedAt: MONDAY - 35 * DAY_MS,
      },
    ])
    await giveReviewIds(env.DB).run()
    await shop.collect({ rating: 5, ownerResponse: { text: 'Thank you', date: MONDAY } })
    await passTo(shop, NEXT_MONDAY)
    expect(await subjects(shop)).toEqual(['1 new review, answered'])
  })

  test('says in its subject how many replies are not posted', async () => {
    const shop = await subscribed()
    await shop.collect({ rating: 5, platformReviewId: 'saved' })
    await storeResponses(env.DB, shop.business, [{ platformReviewId: 'saved', text: 'Thanks', at: MONDAY }])
    await passTo(shop, NEXT_MONDAY)
    expect(await subjects(shop)).toEqual(['1 new review, 1 reply isn’t posted yet'])
  })

  test('says only "Over 1,000 new reviews" if there are more', async () => {
    const shop = await subscribed()
    const thanked = { rating: 5, ownerResponse: { text: 'Thank you', date: MONDAY } }
    await shop.collect(
      ...Array.from({ length: 1_001 }, (_, index) => (index % 2 === 0 ? thanked : { rating: 5 })),
    )
    await passTo(shop, NEXT_MONDAY)
    expect(await subjects(shop)).toEqual(['Over 1,000 new reviews'])
    const [mail] = await mailsTo(shop.account.email)
    expect(mail?.text).not.toContain('more came in')
  })

  test('does not count history that arrives late as new', async () => {
    const shop = await subscribed()
    await shop.collect({ rating: 1, reviewDate: MONDAY - 100 * DAY_MS }, { rating: 4 })
    await passTo(shop, NEXT_MONDAY)
    expect(await subjects(shop)).toEqual(['1 new review needs an answer'])
  })

  test('counts a review stored around the time of the digest once', async () => {
    const shop = await subscribed({ digest: 'daily' })
    const tomorrow = MONDAY - 4 * HOUR_MS + DAY_MS
    // First seen before the digest, stored after it.
    const review = { business: shop.business, rating: 5, scrapedAt: tomorrow - 1, reviewDate: tomorrow - 1 }
    await passTo(shop, tomorrow)
    await storeReviews(env.DB, [review])
    await giveReviewIds(env.DB).run()
    await passTo(shop, tomorrow + DAY_MS)
    await passTo(shop, tomorrow + 2 * DAY_MS)
    expect(await subjects(shop)).toEqual(['1 new review needs an answer'])
  })

  test('is first sent at the scheduled time after the account was created', async () => {
    const shop = await openShop()
    expect(await shop.row()).toMatchObject({ next_digest_at: 0 })
    await shop.collect({ rating: 1 })
    await shop.digests()
    expect(await subjects(shop)).toEqual([])
    expect(await shop.row()).toMatchObject({ next_digest_at: NEXT_MONDAY })
    await passTo(shop, NEXT_MONDAY)
    expect(await subjects(shop)).toEqual(['1 new review needs an answer'])
  })

  test('is sent once even with concurrent ticks', async () => {
    const shop = await subscribed()
    await shop.collect({ rating: 5 })
    shop.clock.now = NEXT_MONDAY
    await Promise.all([shop.digests(), shop.digests(), shop.digests()])
    expect(await subjects(shop)).toHaveLength(1)
  })

  test('averages half of the history if the plan has a short one', async () => {
    const shop = await subscribed({}, 'free')
    await shop.collect({ rating: 5 })
    await passTo(shop, NEXT_MONDAY)
    const [mail] = await mailsTo(shop.account.email)
    expect(mail?.text).toContain(
      'Average of the last 15 days: 5.0 stars. There is nothing to compare it with yet.',
    )
  })
})

test('a digest reads no more rows with thousands of reviews than with few', async () => {
  const shop = await subscribed()
  await storeMany(5_000, 'reviews', {
    id: '(SELECT last FROM review_ids) + value',
    organization_id: `'${shop.account.organizationId}'`,
    business_id: `'${shop.business.id}'`,
    platform: "'google'",
    platform_review_id: "'old-' || value",
    author_name: "'Kim'",
    rating: '1',
    scraped_at: `${MONDAY - 40 * DAY_MS} - value * 60000`,
    updated_at: '0',
  })
  await giveReviewIds(env.DB).run()
  await shop.collect({ rating: 5 })
  const meter = createMeter()
  shop.clock.now = NEXT_MONDAY
  await sendDigests({ ...shop.ctx, db: databaseOf({ DB: metered(env.DB, meter) }) })
  expect(await subjects(shop)).toHaveLength(1)
  expect(meter.rowsRead).toBeLessThanOrEqual(60)
})

test('a tick handles 100 due digests and leaves the rest to the next one', async () => {
  const shop = await openShop()
  await shop.choose({ digest: 'off' })
  await storeMany(150, 'alert_recipients', {
    id: "'many-' || value",
    organization_id: `'${shop.account.organizationId}'`,
    email: "'many-' || value || '@example.test'",
    confirmed_at: '0',
    next_digest_at: String(MONDAY),
    alert_after: '0',
    digest_after: '0',
    created_at: '0',
    updated_at: '0',
  })
  expect(await shop.digests()).toBe(100)
  expect(await shop.digests()).toBe(50)
  expect(await shop.digests()).toBe(0)
})
