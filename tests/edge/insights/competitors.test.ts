import { env } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { archiveOf } from '#tests/edge/archives/support.ts'
import { createPipeline, type Pipeline, upstream } from '#tests/edge/collection/support/pipeline.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  giveReviewIds,
  storeReviews,
} from '#tests/factories.ts'
import { googleUrl, LISTINGS, shortLink, yelpUrl } from '#tests/upstream/listings.ts'
import { lookUpDueTotals } from '#worker/insights/competitors/look-up-totals.ts'
import { ARCHIVE_FILES } from '#worker/rules/archives.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
/** After the look-ups of all other tests: a tick looks up only two places of all organizations. */
const LATER = NOW + 365 * DAY_MS
const LINK = googleUrl(LISTINGS.small)

let account: Account
let business: Business

beforeEach(async () => {
  account = await createAccount(env.DB)
  business = await createBusiness(env.DB, account, { name: 'Harbor Books' })
})

const api = (plan = 'ai_insights') => apiFor(account, { plan, now: () => NOW })

async function storeStars(stars: readonly number[]) {
  await storeReviews(
    env.DB,
    stars.map((rating, index) => ({
      business,
      platform: 'google',
      platformReviewId: `${business.id} ${index}`,
      rating,
      reviewDate: NOW - (index + 1) * DAY_MS,
      scrapedAt: NOW,
    })),
  )
  await giveReviewIds(env.DB).run()
}

/** Adds a competitor with numbers typed by a member. */
async function addRival(average: number, count: number, link = LINK) {
  const { id } = await api().competitors.add({ businessId: business.id, link, name: 'Quay Café' })
  await api().competitors.recordTotals({ id, average, count, day: '2026-06-14' })
  return id
}

const verdict = async () => (await api().competitors.benchmark()).competitors[0]?.verdict

describe('a comparison', () => {
  test('reports a clear difference in either direction', async () => {
    await storeStars(Array.from({ length: 80 }, (_, index) => (index % 4 === 0 ? 4 : 5)))
    const id = await addRival(3.1, 400)
    expect(await verdict()).toBe('better')
    await api().competitors.recordTotals({ id, average: 4.97, count: 4_000, day: '2026-06-15' })
    expect(await verdict()).toBe('worse')
  })

  test('reports no difference for equal numbers', async () => {
    await storeStars(Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 3 : 5)))
    await addRival((20 * 3 + 40 * 5) / 60, 60)
    const [competitor] = (await api().competitors.benchmark()).competitors
    const [own] = (await api().competitors.benchmark()).own
    expect(competitor?.verdict).toBe('no_difference')
    expect(competitor?.expected?.mean).toBeCloseTo(own?.expected.mean ?? 0, 6)
  })

  test('states how many reviews are missing if there are few', async () => {
    await storeStars([5, 4])
    await addRival(4.2, 300)
    const { competitors, own } = await api().competitors.benchmark()
    expect(competitors[0]).toMatchObject({ verdict: null, needed: 3 })
    expect(own).toMatchObject([{ platform: 'google', count: 2, average: 4.5 }])
  })

  test('covers only the same platform', async () => {
    await storeStars(Array.from({ length: 80 }, () => 5))
    await addRival(2, 400, yelpUrl(LISTINGS.mixed))
    const { competitors, own } = await api().competitors.benchmark()
    expect(own).toEqual([])
    expect(competitors[0]).toMatchObject({ platform: 'yelp', verdict: null })
  })

  test('lists the latest numbers first', async () => {
    const id = await addRival(4.2, 300)
    await api().competitors.recordTotals({ id, average: 4.3, count: 320, day: '2026-06-15' })
    await api().competitors.recordTotals({ id, average: 4, count: 250, day: '2026-01-31' })
    const [competitor] = (await api().competitors.benchmark()).competitors
    expect(competitor?.totals).toEqual([
      { day: '2026-06-15', average: 4.3, count: 320, isTyped: true },
      { day: '2026-06-14', average: 4.2, count: 300, isTyped: true },
      { day: '2026-01-31', average: 4, count: 250, isTyped: true },
    ])
  })
})

describe('the competitor list', () => {
  test('holds five places, even if twenty are added at once', async () => {
    const links = Array.from(
      { length: 20 },
      (_, index) => `https://www.yelp.com/biz/corner-shop-${index + 1}`,
    )
    const add = (link: string) =>
      api().competitors.add({ businessId: business.id, link, name: 'Corner Shop' })
    const added = await Promise.allSettled(links.map(add))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(add(links[19] ?? '')).rejects.toMatchObject({ cause: { code: 'plan_limit' } })
  })

  test('holds each place once', async () => {
    await addRival(4, 100)
    await expect(
      api().competitors.add({ businessId: business.id, link: LINK, name: 'Again' }),
    ).rejects.toMatchObject({
      cause: { code: 'conflict', fields: { link: 'This place is already in your list.' } },
    })
  })

  test.for([
    ['a short and a long link', shortLink(LISTINGS.small), googleUrl(LISTINGS.small)],
    ['a long and a short link', googleUrl(LISTINGS.small), shortLink(LISTINGS.small)],
  ] as const)('holds a place once, by %s', async ([, first, second]) => {
    const pipeline = await createPipeline({ now: LATER })
    const own = await createBusiness(env.DB, pipeline.account)
    const add = (link: string) => pipeline.api().competitors.add({ businessId: own.id, link, name: 'Rival' })
    await add(first)
    await expect(add(second)).rejects.toMatchObject({
      cause: { code: 'conflict', fields: { link: 'This place is already in your list.' } },
    })
    expect((await pipeline.api().competitors.benchmark()).competitors).toHaveLength(1)
  })

  test('a competitor with a short link is restored to its place, and listed once', async () => {
    const pipeline = await createPipeline({ now: LATER })
    const theirs = await createBusiness(env.DB, pipeline.account)
    const link = shortLink(LISTINGS.small)
    await pipeline.api().competitors.add({ businessId: theirs.id, link, name: 'Rival' })
    const archive = await archiveOf(pipeline.api())
    const line = JSON.parse(await archive.text(ARCHIVE_FILES.competitors))
    const totals = [{ day: '2026-06-01', average: 4.1, count: 80, isTyped: true }]
    const restore = (to: Business) => api().archives.restoreCompetitor({ ...line, businessId: to.id, totals })

    await restore(business)
    await expect(
      api().competitors.add({ businessId: business.id, link: LINK, name: 'Again' }),
    ).rejects.toMatchObject({ cause: { code: 'conflict' } })

    const other = await createBusiness(env.DB, account)
    await api().competitors.add({ businessId: other.id, link: LINK, name: 'Quay Café' })
    await restore(other)
    const { competitors } = await api().competitors.benchmark({ businessId: other.id })
    expect(competitors).toMatchObject([{ name: 'Quay Café', link: LINK, totals: [{ day: '2026-06-01' }] }])

    await createBusiness(env.DB, account, { googleUrl: LINK })
    const third = await createBusiness(env.DB, account)
    await expect(restore(third)).rejects.toMatchObject({ cause: { code: 'conflict' } })
  })

  test('takes the name from the link', async () => {
    await api().competitors.add({ businessId: business.id, link: LINK })
    const { competitors } = await api().competitors.benchmark()
    expect(competitors[0]?.name).toBe(LISTINGS.small.name)
  })

  test.for([
    [shortLink(LISTINGS.small), LISTINGS.small.name],
    [yelpUrl(LISTINGS.mixed), LISTINGS.mixed.name],
  ] as const)('takes the name from the platform for %s', async ([link, name]) => {
    const pipeline = await createPipeline({ now: LATER })
    const own = await createBusiness(env.DB, pipeline.account)
    await pipeline.api().competitors.add({ businessId: own.id, link })
    expect((await pipeline.api().competitors.benchmark()).competitors).toMatchObject([{ name }])
  })

  test('asks for the name if nothing tells it', async () => {
    const pipeline = await createPipeline({
      now: LATER,
      settings: { PUBLIC_COLLECTION: 'off', YELP_API_KEY: undefined },
    })
    const own = await createBusiness(env.DB, pipeline.account)
    const link = 'https://yelp.to/qTJ_abc123'
    const nameless = pipeline.api().competitors.add({ businessId: own.id, link })
    await expect(nameless).rejects.toMatchObject({
      cause: { fields: { name: 'We couldn’t get the name from Yelp. Please enter it.' } },
    })
    await pipeline.api().competitors.add({ businessId: own.id, link, name: 'Quay Café' })
  })

  test.for([
    ['https://www.example.com/cafe', 'This link leads to www.example.com'],
    ['https://maps.app.goo.gl/NoSuchPlace1', 'doesn’t find this place'],
  ] as const)('explains why %j is refused', async ([link, message]) => {
    const pipeline = await createPipeline({ now: LATER })
    const own = await createBusiness(env.DB, pipeline.account)
    await expect(pipeline.api().competitors.add({ businessId: own.id, link })).rejects.toMatchObject({
      cause: { fields: { link: expect.stringContaining(message) } },
    })
  })

  test.for(['Quay Café', ''])('asks for a link instead of %j', async (link) => {
    await expect(api().competitors.add({ businessId: business.id, link })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('Paste a link, not a name'),
    })
  })

  test.for([googleUrl(LISTINGS.small), shortLink(LISTINGS.small)])(
    'refuses an own location by %s, whatever name is typed',
    async (link) => {
      const pipeline = await createPipeline()
      const own = await pipeline.addListing('small', 'google')
      const added = pipeline.api().competitors.add({ businessId: own.id, link, name: 'Quay Café' })
      await expect(added).rejects.toMatchObject({
        cause: { code: 'conflict', fields: { link: expect.stringContaining('your own locations') } },
      })
      expect((await pipeline.api().competitors.benchmark()).competitors).toEqual([])
    },
  )

  test('deletes a competitor with its history', async () => {
    const id = await addRival(4, 100)
    await api().competitors.remove({ id })
    expect((await api().competitors.benchmark()).competitors).toEqual([])
    const left = await env.DB.prepare('SELECT * FROM competitor_totals WHERE competitor_id = ?')
      .bind(id)
      .all()
    expect(left.results).toEqual([])
    await expect(api().competitors.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.for([
    [{ average: 5.1 }, 'from 1 to 5'],
    [{ average: 0 }, 'from 1 to 5'],
    [{ count: 0 }, 'whole number'],
    [{ count: 1.5 }, 'whole number'],
    [{ day: '2026-06-31' }, 'YYYY-MM-DD'],
    [{ day: '2026-06-16' }, 'today or a day before it'],
  ] as const)('refuses %o', async ([wrong, message]) => {
    const id = await addRival(4, 100)
    const totals = { id, average: 4, count: 100, day: '2026-06-15', ...wrong }
    await expect(api().competitors.recordTotals(totals)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message),
    })
  })

  test.for(['free', 'pro'])('is locked on %s', async (plan) => {
    await expect(api(plan).competitors.benchmark()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      api(plan).competitors.add({ businessId: business.id, link: LINK, name: 'Quay Café' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('looking up numbers', () => {
  const competitorOf = async (pipeline: Pipeline) =>
    (await pipeline.api().competitors.benchmark()).competitors[0]

  /** Pipeline with these settings and a competitor that was just added. */
  async function withKey(settings: Parameters<typeof createPipeline>[0]) {
    const pipeline = await createPipeline(settings)
    const own = await createBusiness(env.DB, pipeline.account, { name: 'Quay Café' })
    await pipeline.api().competitors.add({ businessId: own.id, link: LINK })
    return pipeline
  }
  const KEYS_ONLY = { settings: { PUBLIC_COLLECTION: 'off' } } as const

  test('happens when a place is added and every week', async () => {
    const pipeline = await withKey(KEYS_ONLY)
    const truth = await upstream.reviews('google', 'small')
    const first = await competitorOf(pipeline)
    expect(first?.totals).toMatchObject([
      { day: utcDay(pipeline.clock.now), count: truth.length, isTyped: false },
    ])
    expect(first?.problem).toBeNull()
    await lookUpDueTotals(pipeline.ctx)
    expect((await competitorOf(pipeline))?.totals).toHaveLength(1)
    pipeline.clock.now += 7 * DAY_MS
    await Promise.all([lookUpDueTotals(pipeline.ctx), lookUpDueTotals(pipeline.ctx)])
    expect((await competitorOf(pipeline))?.totals).toHaveLength(2)
  })

  test('happens less often for a platform that gives none, and the reason is shown', async () => {
    const pipeline = await withKey({
      settings: { PUBLIC_COLLECTION: 'off', GOOGLE_PLACES_API_KEY: undefined },
    })
    const waits: number[] = []
    for (let look = 0; look < 5; look += 1) {
      const competitor = await competitorOf(pipeline)
      expect(competitor).toMatchObject({ totals: [], expected: null, verdict: null })
      expect(competitor?.problem).toContain('switched off')
      const dueAt = Date.parse(competitor?.dueAt ?? '')
      waits.push((dueAt - pipeline.clock.now) / DAY_MS)
      pipeline.clock.now = dueAt
      await lookUpDueTotals(pipeline.ctx)
    }
    expect(waits).toEqual([7, 14, 28, 56, 56])
  })

  test('stops when the organization moves to a smaller plan', async () => {
    const pipeline = await withKey(KEYS_ONLY)
    const asked = pipeline.requests.length
    await env.DB.prepare('UPDATE organization_subscriptions SET plan_type = ? WHERE organization_id = ?')
      .bind('pro', pipeline.account.organizationId)
      .run()
    pipeline.clock.now += 8 * DAY_MS
    await lookUpDueTotals(pipeline.ctx)
    expect(pipeline.requests).toHaveLength(asked)
  })
})
