import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { createTeam, inOrganization } from '#tests/edge/organizations/support.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { organizationPart } from '#worker/archives/organization-part.ts'
import { archivedReview, fullPages } from '#worker/archives/review-pages.ts'
import type { MemberContext } from '#worker/context.ts'
import { exportReviews } from '#worker/reviews/export-csv.ts'
import type { AnyPlatform, OwnPlatform } from '#worker/rules/platforms.ts'
import { contentOf, contentQueries } from '#worker/widgets/content.ts'

const NAME = { name: 'Trustpilot', color: 'teal' } as const
const TODAY = new Date().toISOString()

const test = base
  .extend('team', () => createTeam())
  .extend('business', ({ team }) => createBusiness(env.DB, team.owner, { name: 'Harbor Books' }))
  .extend('platform', ({ team }) => team.as('owner').platforms.create(NAME))
  /** Imports reviews from a file. */
  .extend('imported', ({ team, business, platform }) => {
    return async (stars: readonly number[], to: AnyPlatform = platform.id) => {
      const { imports } = team.as('member')
      const { runId } = await imports.startImport({ businessId: business.id, platform: to, chunks: 1 })
      const rows = stars.map((rating, index) => ({
        reviewId: `r${index}`,
        authorName: `Ann ${index}`,
        rating,
        reviewText: `Text ${index}`,
        reviewDate: TODAY,
      }))
      await imports.importRows({ runId, chunk: 0, rows })
      return imports.finishImport({ runId })
    }
  })

describe('a platform added by the organization', () => {
  test('counts beside the built-in platforms, by file and by hand, with its name and color', async ({
    team,
    business,
    platform,
    imported,
  }) => {
    const api = team.as('owner')
    await storeReviews(env.DB, [{ business, platform: 'google', rating: 5, reviewDate: Date.now() }])
    const booking = await api.platforms.create({ name: 'Booking', color: 'blue' })
    expect(await imported([5, 4, 1])).toMatchObject({ stored: 3 })
    expect(await imported([2], booking.id)).toMatchObject({ stored: 1 })
    await api.imports.paste({
      businessId: business.id,
      platform: platform.id,
      authorName: 'Ben',
      rating: 2,
      reviewText: 'Slow',
      reviewDate: null,
    })
    // Importing the file again stores nothing.
    expect(await imported([5, 4, 1])).toMatchObject({ stored: 0, unchanged: 3 })

    const { items } = await api.reviews.list({ platform: platform.id })
    expect(items).toHaveLength(4)
    expect(items[0]).toMatchObject({
      platform: 'other',
      platformName: 'Trustpilot',
      platformColor: 'teal',
      canPost: false,
    })
    const google = await api.reviews.list({ platform: 'google' })
    expect(google.items).toMatchObject([{ platform: 'google', platformName: 'Google', platformColor: null }])

    const stats = await api.reviews.stats()
    expect(stats).toMatchObject({
      totalReviews: 6,
      platformDistribution: { google: 1, yelp: 0, facebook: 0, tripadvisor: 0 },
      otherPlatforms: [
        { ...platform, count: 4 },
        { ...booking, count: 1 },
      ],
    })
    const analytics = await api.screens.analytics({ days: 30 })
    expect(analytics.platforms).toEqual([
      { platform: 'google', count: 1, average: 5, before: { count: 0, average: null } },
      { platform: 'other', own: platform, count: 4, average: 3, before: { count: 0, average: null } },
      { platform: 'other', own: booking, count: 1, average: 2, before: { count: 0, average: null } },
    ])
    const sources = await api.screens.sources({ businessId: business.id })
    expect(sources.ownPlatforms).toEqual([
      { ...booking, count: 1 },
      { ...platform, count: 4 },
    ])
    expect(sources.runs.items[0]).toMatchObject({ platform: 'other', platformName: 'Trustpilot' })

    // The figures follow deleted and changed reviews.
    await env.DB.prepare('DELETE FROM reviews WHERE platform = ? AND rating = 5').bind(platform.id).run()
    await env.DB.prepare('UPDATE reviews SET rating = 4 WHERE platform = ? AND rating = 1')
      .bind(platform.id)
      .run()
    const later = await api.screens.analytics({ days: 30 })
    expect(later.platforms[1]).toMatchObject({ own: { name: 'Trustpilot' }, count: 3, average: 10 / 3 })
  })

  test('is renamed and recolored everywhere at once', async ({ team, platform, imported }) => {
    const api = team.as('owner')
    await imported([4])
    const changed = { ...platform, name: 'Trust Pilot', color: 'red' } as const
    expect(await api.platforms.update(changed)).toEqual(changed)
    const { items } = await api.reviews.list({})
    expect(items).toMatchObject([{ platformName: 'Trust Pilot', platformColor: 'red' }])
    const inbox = await api.screens.reviews({})
    expect(inbox.ownPlatforms).toEqual([changed])
    // A repeated request changes nothing; another platform can't take the name.
    expect(await api.platforms.create({ name: 'Trust Pilot', color: 'red' })).toEqual(changed)
    await expect(api.platforms.create({ name: 'TRUST PILOT', color: 'blue' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const booking = await api.platforms.create({ name: 'Booking', color: 'blue' })
    await expect(api.platforms.update({ ...booking, name: 'trust pilot' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  test('can be deleted only without reviews and open imports, and then accepts none', async ({
    team,
    business,
    platform,
    imported,
  }) => {
    const api = team.as('owner')
    await imported([4])
    await expect(api.platforms.remove({ id: platform.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const unused = await api.platforms.create({ name: 'Booking', color: 'blue' })
    const open = { businessId: business.id, platform: unused.id, chunks: 1 }
    const { runId } = await api.imports.startImport(open)
    await expect(api.platforms.remove({ id: unused.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await api.imports.finishImport({ runId })
    await api.platforms.remove({ id: unused.id })
    await expect(api.platforms.remove({ id: unused.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(api.imports.startImport(open)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await api.platforms.list()).toMatchObject({ items: [{ name: 'Trustpilot' }] })
  })

  test('cannot be created, changed or deleted by members who see only some locations', async ({
    team,
    business,
    platform,
  }) => {
    const limited = apiFor(inOrganization(team.member, team.owner), {
      role: 'member',
      plan: 'ai_insights',
      businessIds: [business.id],
    }).platforms
    for (const refused of [
      limited.create({ name: 'Booking', color: 'blue' }),
      limited.update({ ...platform, name: 'Booking' }),
      limited.remove({ id: platform.id }),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('is not found by another organization', async ({ platform, imported }) => {
    await imported([4])
    const stranger = await createAccount(env.DB, { plan: 'pro' })
    const theirs = await createBusiness(env.DB, stranger)
    const api = apiFor(stranger, { plan: 'pro' })
    const target = { businessId: theirs.id, platform: platform.id, chunks: 1 }
    await expect(api.imports.startImport(target)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(api.platforms.update(platform)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(api.platforms.remove({ id: platform.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await api.platforms.list()).toEqual({ items: [], nextCursor: null })
    expect((await api.reviews.list({ platform: platform.id })).items).toEqual([])
  })

  test('is limited by the plan, even after a downgrade', async () => {
    const account = await createAccount(env.DB, { plan: 'pro' })
    const { id: businessId } = await createBusiness(env.DB, account)
    const pro = apiFor(account, { plan: 'pro' })
    const added: OwnPlatform[] = []
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      added.push(await pro.platforms.create({ name, color: 'green' }))
    await expect(pro.platforms.create({ name: 'F', color: 'green' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const free = apiFor(account, { plan: 'free' })
    const start = (index: number) =>
      free.imports.startImport({ businessId, platform: added[index]?.id ?? 'google', chunks: 1 })
    expect(await start(0)).toMatchObject({ status: 'running' })
    await expect(start(1)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('allows no case, opens only a safe review address, and stores replies without posting them', async ({
    team,
    business,
    platform,
    imported,
  }) => {
    const api = team.as('owner')
    await imported([1])
    const [review] = (await api.reviews.list({ platform: platform.id })).items
    const { id = '' } = review ?? {}
    await expect(api.cases.open({ reviewId: id, rule: 'spam', reason: 'Fake' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(api.reviews.platformPage({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const setUrl = (url: string) =>
      env.DB.prepare('UPDATE reviews SET url = ? WHERE id = ?').bind(url, Number(id)).run()
    await setUrl('javascript:alert(1)')
    await expect(api.reviews.platformPage({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await setUrl('https://reviews.test/1')
    expect(await api.reviews.platformPage({ id })).toEqual({ url: 'https://reviews.test/1' })
    // The reply is stored here, and its owner posts it.
    await api.responses.create({ reviewId: id, text: 'Thank you' })
    expect((await api.reviews.get({ id })).response).toMatchObject({ postedToPlatform: false })
    expect(business.id).toBe(review?.businessId)
  })

  test('is shown in widgets by name, without a link', async ({ team, business, imported }) => {
    await storeReviews(env.DB, [{ business, platform: 'google', rating: 3, reviewDate: Date.now() }])
    await imported([5, 4])
    await env.DB.prepare(`UPDATE reviews SET url = 'https://reviews.test/1' WHERE platform <> 'google'`).run()
    const asked = {
      organizationId: team.owner.organizationId,
      businessId: business.id,
      plan: 'pro',
      look: { maxReviews: 5, minStars: 1, withText: false } as const,
      now: Date.now(),
    }
    const db = databaseOf(env)
    const found = contentOf(await db.batch(contentQueries(db, asked)), asked)
    expect(found?.content).toMatchObject({
      total: 3,
      average: 4,
      platforms: ['google'],
      otherPlatforms: ['Trustpilot'],
    })
    const own = found?.content.reviews.filter(({ platform }) => platform === 'other')
    expect(own).toMatchObject([
      { platformName: 'Trustpilot', isEntered: true, url: null },
      { platformName: 'Trustpilot', isEntered: true, url: null },
    ])
  })
})

describe('API clients', () => {
  test('push reviews by platform name, and see that name beside `other`', async ({
    team,
    business,
    platform,
  }) => {
    const api = team.as('owner')
    await api.webhooks.create({ url: 'https://receiver.example.com/take', events: ['review.created'] })
    const review = { rating: 2, reviewDate: TODAY, authorName: null, reviewText: 'Slow' }
    const push = (reviews: object[]) =>
      api.imports.push({
        businessId: business.id,
        idempotencyKey: crypto.randomUUID(),
        reviews: reviews as Parameters<typeof api.imports.push>[0]['reviews'],
      })
    expect(
      await push([
        { ...review, platform: 'other', platformName: 'trustpilot', reviewId: 'a' },
        { ...review, platform: 'yelp', reviewId: 'a' },
      ]),
    ).toMatchObject({ stored: 2 })
    const { items } = await api.reviews.list({ platform: platform.id })
    expect(items).toMatchObject([{ platformName: 'Trustpilot', reviewerName: 'A guest' }])
    const told = await env.DB.prepare(
      `SELECT body->'$.data' AS data FROM webhook_deliveries WHERE organization_id = ? ORDER BY number`,
    )
      .bind(team.owner.organizationId)
      .all<{ data: string }>()
    expect(told.results.map(({ data }) => JSON.parse(data))).toMatchObject([
      { platform: 'other', platformName: 'Trustpilot' },
      { platform: 'yelp', platformName: 'Yelp' },
    ])
    await expect(push([{ ...review, platform: 'other', platformName: 'Booking' }])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You have no platform ‘Booking’. Add it to the sources of a location first.',
    })
    await expect(push([{ ...review, platform: 'other' }])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('find the platform in CSV files and archives, and can restore it in another account', async ({
    team,
    business,
    platform,
    imported,
  }) => {
    await imported([5, 1])
    const asked = contextFor(team.owner)
    const ctx = { ...asked, organization: asked.session?.organization } as MemberContext
    let csv = ''
    for await (const piece of await exportReviews(ctx, { visibility: 'all', sort: 'newest' })) csv += piece
    expect(csv.match(/"Trustpilot"/g)).toHaveLength(2)
    const { platforms } = await organizationPart(ctx)
    expect(platforms).toMatchObject([platform])
    const lines: object[] = []
    for await (const rows of fullPages(ctx)) lines.push(...rows.map(archivedReview))
    expect(lines).toMatchObject([
      { platform: 'other', platformName: 'Trustpilot' },
      { platform: 'other', platformName: 'Trustpilot' },
    ])
    expect(business.organizationId).toBe(team.owner.organizationId)

    const account = await createAccount(env.DB, { plan: 'pro' })
    const { id: businessId } = await createBusiness(env.DB, account)
    const api = apiFor(account, { plan: 'pro' })
    const restore = () => api.archives.restoreReviews({ businessId, rows: lines })
    expect(await restore()).toMatchObject({
      stored: 0,
      refused: [{ field: 'platformName', message: 'You have no platform ‘Trustpilot’.' }, { row: 1 }],
    })
    const own = await api.platforms.create(NAME)
    expect(await restore()).toMatchObject({ stored: 2, refused: [] })
    expect(await restore()).toMatchObject({ stored: 0, known: 2 })
    expect((await api.reviews.stats()).otherPlatforms).toEqual([{ ...own, count: 2 }])
  })
})
