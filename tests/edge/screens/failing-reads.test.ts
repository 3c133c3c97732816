import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { callProcedure, PROCEDURES } from '#tests/edge/support/procedures.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import type { Env } from '#worker/env.ts'

const NO_REVIEWS = 'Failed to load reviews'
const NO_STATISTICS = 'Failed to load review statistics'

/** Patterns that match one statement of a screen each. */
const REVIEWS = /"reviewText"/
const STATISTICS = /review_daily_stats/
const FIGURES = /json_array\(coalesce/
const NAMES = /"name" from "businesses"/
/** All reads except that of the session. */
const ALL = /^(?!.*"sessions").*(?:businesses|reviews)/s

const test = base
  .extend('cookie', ({ tenant }) => signedIn(tenant.account))
  .extend('page', ({ cookie }) => async (address: string, matches: RegExp) => {
    const answer = await ask(address, { headers: { cookie }, env: faulty(matches) })
    return {
      status: answer.status,
      cacheControl: answer.headers.get('cache-control'),
      html: await answer.text(),
    }
  })
  .extend('setTier', ({ tenant }) => async (table: 'profiles' | 'organizations', tier: string) => {
    const id = table === 'profiles' ? tenant.account.userId : tenant.account.organizationId
    await env.DB.prepare(`UPDATE ${table} SET subscription_tier = ? WHERE id = ?`).bind(tier, id).run()
  })

function faulty(matches: RegExp): Env {
  return { ...env, DB: failing(env.DB, matches) }
}

describe('a failed read is logged and', { meta: { expectsFaults: true } }, () => {
  test('returns an empty list of reviews, flagged as failed', async ({ tenant }) => {
    const api = apiFor(tenant.account, { env: faulty(REVIEWS) })
    expect(await api.reviews.list({})).toEqual({ items: [], nextCursor: null, failed: true })
    expect(await api.reviews.list({ search: 'words', businessId: tenant.businessId })).toEqual({
      items: [],
      nextCursor: null,
      failed: true,
    })
  })

  test('returns empty figures, flagged as failed', async ({ tenant }) => {
    const api = apiFor(tenant.account, { env: faulty(STATISTICS) })
    const nothing = {
      totalReviews: 0,
      averageRating: 0,
      pendingResponses: 0,
      respondedReviews: 0,
      responseRate: 0,
      sentimentDistribution: { positive: 0, neutral: 0, negative: 0 },
      platformDistribution: { google: 0, yelp: 0, facebook: 0, tripadvisor: 0 },
      otherPlatforms: [],
      recentReviews: 0,
      trend: expect.any(Object),
      lastUpdated: expect.any(String),
      failed: true,
    }
    expect(await api.reviews.stats({})).toEqual(nothing)
    expect(await api.reviews.stats({ businessId: tenant.businessId })).toEqual({
      ...nothing,
      businessId: tenant.businessId,
      businessName: 'Unknown Business',
    })
  })

  test('returns the number of businesses without their review figures, flagged as failed', async ({
    tenant,
  }) => {
    const api = apiFor(tenant.account, { env: faulty(STATISTICS) })
    expect(await api.businesses.stats()).toEqual({
      totalBusinesses: 1,
      activeBusinesses: 1,
      averageRating: 0,
      totalReviews: 0,
      failed: true,
    })
  })

  test.for([
    ['figures', FIGURES, { businesses: false, figures: true, sources: false }],
    ['sources', /scrape_runs/, { businesses: false, figures: false, sources: true }],
    ['businesses', /"logo_url"/, { businesses: true, figures: false, sources: false }],
  ] as const)('leaves out only the %s on the Businesses screen', async ([, matches, failed], { tenant }) => {
    const api = apiFor(tenant.account, { env: faulty(matches) })
    const view = await api.screens.businesses({})
    expect(view.failed).toEqual(failed)
    expect(view.count).toBe(1)
    expect(view.items.map(({ name }) => name)).toEqual(failed.businesses ? [] : ['owner Business'])
    expect(view.items.every(({ reviewCount }) => reviewCount > 0)).toBe(!failed.figures)
  })

  test('leaves out only the names of businesses if only these fail', async ({ tenant }) => {
    const list = await apiFor(tenant.account, { env: faulty(NAMES) }).reviews.list({})
    expect(list).not.toHaveProperty('failed')
    expect(list.items.map(({ businessName }) => businessName)).toEqual([
      'Unknown Business',
      'Unknown Business',
    ])
  })

  test.for([
    ['/app', STATISTICS, [NO_STATISTICS], [NO_REVIEWS], ['Answer them', 'owner Author', 'Retry']],
    ['/app', REVIEWS, [NO_REVIEWS], [NO_STATISTICS], ['Average rating', 'Response rate', 'Retry']],
    ['/app', ALL, [NO_REVIEWS, NO_STATISTICS], ['Welcome'], ['Dashboard', 'Retry']],
    [
      '/app/reviews',
      REVIEWS,
      [NO_REVIEWS],
      ['No reviews match'],
      ['owner Business', 'Needs an answer', 'Retry'],
    ],
    [
      '/app/businesses',
      FIGURES,
      [NO_STATISTICS],
      ['No reviews yet', 'No businesses yet'],
      ['owner Business', 'Collect now', 'Retry'],
    ],
    ['/app/businesses', ALL, ['Failed to fetch businesses'], ['No businesses yet'], ['Businesses', 'Retry']],
    ['/app/reviews', ALL, [NO_REVIEWS], ['No reviews match'], ['Reviews', 'Needs an answer', 'Retry']],
    ['/app/reviews?search=words', REVIEWS, [NO_REVIEWS], ['No reviews match'], ['words', 'Retry']],
  ] as const)(
    'leaves %s complete except for what %s reads',
    async ([address, matches, said, unsaid, shown], { cookie, page }) => {
      const { status, cacheControl, html } = await page(address, matches)
      expect(status).toBe(200)
      for (const text of [...said, ...shown]) expect(html).toContain(text)
      for (const text of unsaid) expect(html).not.toContain(text)
      expect(cacheControl).toBe('private, no-store')
      // The next view reads again.
      const after = await (await ask(address, { headers: { cookie } })).text()
      for (const text of said) expect(after).not.toContain(text)
      expect(after).toContain('owner')
    },
  )

  test('does not replace a refusal', async ({ tenant }) => {
    const api = apiFor(tenant.account, { env: faulty(ALL) })
    await expect(api.reviews.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(
      apiFor(tenant.account).reviews.stats({ businessId: '0199a3c4-7d1e-7c2b-9f00-0123456789ab' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.for(['profiles', 'organizations'] as const)(
    'returns an empty list for an unknown tier in %s',
    async (table, { cookie, setTier }) => {
      await setTier(table, 'platinum')
      const answer = await ask('/trpc/reviews.list', { headers: { cookie } })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({
        result: { data: { items: [], nextCursor: null, failed: true } },
      })
      const html = await (await ask('/app/reviews', { headers: { cookie } })).text()
      expect(html).toContain(NO_REVIEWS)
      expect(html).toContain('owner Business')
    },
  )
})

describe('a procedure whose database fails', { meta: { expectsFaults: true } }, () => {
  test('is unavailable or answers without its data, and never reports an internal error', async ({
    tenant,
  }) => {
    const api = apiFor(tenant.account, { env: faulty(/./) })
    const codes: Record<string, string> = {}
    for (const { path, needsInput } of PROCEDURES) {
      if (needsInput) continue
      await callProcedure(api, path, {}).catch((error: { code?: string }) => {
        codes[path] = String(error.code)
      })
    }
    const internal = Object.entries(codes).filter(([, code]) => code === 'INTERNAL_SERVER_ERROR')
    expect(internal).toEqual([])
    expect(Object.values(codes)).toContain('SERVICE_UNAVAILABLE')
  })

  test('says over HTTP when to ask again, as a procedure and as a screen', async ({ cookie }) => {
    const broken = faulty(/"?(businesses|notifications|organization_users)"?/)
    for (const address of [
      '/trpc/businesses.list',
      '/trpc/notifications.list',
      '/trpc/organizations.members',
    ]) {
      const answer = await ask(address, { headers: { cookie }, env: broken })
      expect(answer.status, address).toBe(503)
      expect(answer.headers.get('retry-after'), address).toBe('5')
      expect(await answer.json()).toMatchObject({
        error: { data: { type: 'SERVER', reason: 'unavailable' } },
      })
    }
    const screen = await ask('/app/team', { headers: { cookie }, env: faulty(/organization_invitations/) })
    expect(screen.status).toBe(503)
    expect(screen.headers.get('retry-after')).toBe('5')
    await screen.text()
  })

  test.for([
    ['/app/analytics', /review_daily_stats/, 'Analytics'],
    ['/app/businesses', /business_sources/, 'Businesses'],
    ['/app/reviews/templates', /reply_templates/, 'Reply templates'],
    ['/app/notifications', /alert_recipients/, 'Notifications'],
    ['/app/security', /security_events/, 'Security'],
    ['/app/ai-insights/actions', /\bactions\b/, 'Actions'],
    ['/app/ai-insights/competitors', /\bcompetitors\b/, 'Competitors'],
    ['/app/ai-insights/reports', /\breports\b/, 'Reports'],
    ['/app/data-management', /organization_billing/, 'Data Management'],
    ['/app/credits', /credit_entries/, 'AI Credits'],
    ['/app/team/activity', /audit_entries/, 'Activity'],
    ['/app/team', /organization_invitations/, 'Team'],
    ['/app/billing', /organization_billing/, 'Billing'],
  ] as const)(
    'leaves of %s the navigation and a Retry',
    async ([address, matches, title], { cookie, page }) => {
      const { html } = await page(address, matches)
      expect(html).toContain('aria-label="Main"')
      expect(html).toContain('>Retry<')
      const after = await (await ask(address, { headers: { cookie } })).text()
      expect(after).toContain(`>${title}</h1>`)
      expect(after).not.toContain('>Retry<')
    },
  )
})

test('reviews and figures that were read are not flagged as failed', async ({ tenant }) => {
  const api = apiFor(tenant.account)
  expect(await api.reviews.list({})).not.toHaveProperty('failed')
  expect(await api.reviews.stats({})).not.toHaveProperty('failed')
})

test('an unknown tier is logged with what needs updating', {
  meta: { expectsFaults: true },
}, async ({ cookie, setTier }) => {
  const printed: string[] = []
  const { error } = console
  console.error = (line: string) => {
    printed.push(line)
    error(line)
  }
  await setTier('organizations', 'platinum')
  try {
    await (await ask('/trpc/reviews.list', { headers: { cookie } })).text()
  } finally {
    console.error = error
  }
  expect(printed.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      event: 'reviews_not_read',
      error: expect.stringMatching(/subscription_tier .*plans\.ts, which needs updating: platinum$/),
    }),
  ])
})
