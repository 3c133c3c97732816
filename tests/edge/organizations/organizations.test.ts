import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE } from '#tests/edge/support/faults.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, askProcedure, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { MAX_OWNED_ORGANIZATIONS } from '#worker/rules/organizations.ts'
import { createTeam, inOrganization } from './support.ts'

describe('creating an organization', () => {
  test('puts it on the free plan, owned by the caller, and switches the session to it', async ({
    account,
  }) => {
    const cookie = await signedIn(account)
    const answer = await askProcedure(
      'organizations.create',
      { name: 'Harbor Café & Bar!', website: '', industry: 'Café' },
      { headers: { cookie } },
    )
    const { id } = ((await answer.json()) as { result: { data: { id: string } } }).result.data
    const session = await ask('/trpc/auth.session', { headers: { cookie, origin: ORIGIN } })
    expect(await session.json()).toMatchObject({
      result: { data: { organization: { id }, plan: 'free', user: { role: 'owner' } } },
    })
    const row = await env.DB.prepare(
      `SELECT slug, website, industry, billing_email, plan_type, billing_cycle, seats_included, seats_used
      FROM organizations JOIN organization_subscriptions ON organization_id = id WHERE id = ?`,
    )
      .bind(id)
      .first()
    expect(row).toEqual({
      slug: 'harbor-cafe-bar',
      website: null,
      industry: 'Café',
      billing_email: account.email,
      plan_type: 'free',
      billing_cycle: 'monthly',
      seats_included: 1,
      seats_used: 1,
    })
  })

  test('numbers equal slugs -1, -2 and so on, even for many at once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => createAccount(env.DB)))
    await Promise.all(people.map((person) => apiFor(person).organizations.create({ name: 'Twin  -- Shop' })))
    const { results } = await env.DB.prepare(
      "SELECT slug FROM organizations WHERE name = 'Twin  -- Shop' ORDER BY slug",
    ).all()
    expect(results.map(({ slug }) => slug)).toEqual([
      'twin-shop',
      'twin-shop-1',
      'twin-shop-2',
      'twin-shop-3',
      'twin-shop-4',
    ])
  })

  test('stops at the number one account can own, even for many at once', async ({ account }) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => apiFor(account).organizations.create({ name: 'More' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_OWNED_ORGANIZATIONS - 1)
    expect((await apiFor(account).organizations.list()).items).toHaveLength(MAX_OWNED_ORGANIZATIONS)
  })

  test('needs a verified address and a name', async ({ account }) => {
    await expect(
      apiFor(account, { isVerified: false }).organizations.create({ name: 'Early' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(apiFor(account).organizations.create({ name: '  ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

describe('switching the organization', () => {
  test('moves the session to another organization of the caller', async () => {
    const { owner, member } = await createTeam()
    const cookie = await signedIn(member)
    const answer = await askProcedure(
      'organizations.switch',
      { id: owner.organizationId },
      { headers: { cookie } },
    )
    expect(answer.status).toBe(200)
    const list = await ask('/trpc/organizations.list', { headers: { cookie, origin: ORIGIN } })
    expect(await list.json()).toMatchObject({
      result: {
        data: {
          items: expect.arrayContaining([
            expect.objectContaining({ id: member.organizationId, role: 'owner', isCurrent: false }),
            expect.objectContaining({ id: owner.organizationId, role: 'member', isCurrent: true }),
          ]),
          nextCursor: null,
        },
      },
    })
  })

  test('refuses a foreign organization as not found', async ({ account, stranger }) => {
    const cookie = await signedIn(account)
    const answer = await askProcedure(
      'organizations.switch',
      { id: stranger.organizationId },
      { headers: { cookie } },
    )
    expect(answer.status).toBe(404)
  })
})

describe('an organization id in the input', () => {
  test('selects the organization, with the caller’s role there', async () => {
    const { owner, viewer } = await createTeam()
    const own = apiFor(viewer)
    const { items } = await own.organizations.members({ id: owner.organizationId })
    expect(items.map(({ role }) => role).toSorted()).toEqual(['admin', 'member', 'owner', 'viewer'])
    await expect(
      own.organizations.update({ id: owner.organizationId, name: 'Taken over' }),
    ).rejects.toMatchObject({ message: 'Insufficient permissions' })
  })

  test('is refused for a foreign organization', async ({ account, stranger }) => {
    const id = stranger.organizationId
    const { update, invite, transfer } = apiFor(account).organizations
    for (const call of [
      () => update({ id, name: 'Taken over' }),
      () => invite({ id, email: account.email, role: 'admin' }),
      () => transfer({ id, userId: account.userId }),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'You are not a member of this organization.',
      })
    }
  })

  test('an update changes the given fields and keeps the rest', async ({ account }) => {
    const api = apiFor(account)
    await api.organizations.update({ name: 'New Name', website: 'https://shop.example.test' })
    await api.organizations.update({ industry: 'Bakery' })
    expect((await api.screens.team()).organization).toMatchObject({
      name: 'New Name',
      website: 'https://shop.example.test',
      industry: 'Bakery',
    })
  })

  test('an update without fields changes nothing', async ({ account }) => {
    await apiFor(account).organizations.update({})
    expect((await apiFor(account).screens.team()).organization.name).toBe('Robin Quill')
  })
})

test('statistics count people, businesses and every stored review, whatever the plan shows', async () => {
  const { owner, as } = await createTeam()
  const business = await createBusiness(env.DB, owner)
  await createBusiness(env.DB, owner)
  await storeReviews(env.DB, [
    { business, rating: 5, scrapedAt: Date.now() },
    { business, rating: 4, scrapedAt: Date.UTC(2020, 0, 1) },
    { business, rating: 2, scrapedAt: Date.now() },
  ])
  expect(await as('viewer').organizations.stats({})).toEqual({
    totalUsers: 4,
    totalBusinesses: 2,
    totalReviews: 3,
    averageRating: 3.7,
    activeSubscription: true,
    seatsUsed: 4,
    seatsRemaining: 6,
  })
})

test('only managers of the team see invitations and the billing address', async () => {
  const { owner, admin, member, as } = await createTeam()
  await as('owner').organizations.invite({ email: 'open@example.test', role: 'viewer' })
  for (const [role, isManager] of [
    ['owner', true],
    ['admin', true],
    ['member', false],
    ['viewer', false],
  ] as const) {
    const { invitations, organization } = await as(role).screens.team()
    expect(invitations === null).toBe(!isManager)
    expect(organization.billingEmail).toBe(isManager ? owner.email : null)
  }
  const { items } = await apiFor(inOrganization(member, owner), { role: 'member' }).organizations.members({})
  expect(items.map(({ email }) => email)).toContain(admin.email)
})
