import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createBusiness, eraseBusiness, storeReviews } from '#tests/factories.ts'
import type { DueRecipient } from '#worker/alerts/due-recipients.ts'
import { digestFacts } from '#worker/alerts/send-digests.ts'
import { actionText } from '#worker/rules/audit-log.ts'
import { createTeam, inOrganization } from './support.ts'

const test = base
  .extend('team', () => createTeam())
  /** Two businesses with a review each. */
  .extend('shops', async ({ team }) => {
    const corner = await createBusiness(env.DB, team.owner, { name: 'Corner' })
    const harbor = await createBusiness(env.DB, team.owner, { name: 'Harbor' })
    const scrapedAt = Date.now()
    await storeReviews(env.DB, [
      { business: corner, authorName: 'Cora', rating: 2, scrapedAt },
      { business: harbor, authorName: 'Hal', rating: 5, scrapedAt },
    ])
    return { corner, harbor }
  })
  /** The stored limit of the member. */
  .extend('limit', ({ team }) => async () => {
    const row = await env.DB.prepare(
      'SELECT business_ids AS ids FROM organization_users WHERE organization_id = ? AND user_id = ?',
    )
      .bind(team.owner.organizationId, team.member.userId)
      .first<{ ids: string | null }>()
    return row?.ids == null ? null : (JSON.parse(row.ids) as string[])
  })

test('a limit applies from the next request to lists and figures, and so does lifting it', async ({
  team,
  shops,
}) => {
  const { limitMember } = team.as('owner').organizations
  const cookie = await signedIn(inOrganization(team.member, team.owner))
  const screen = async () => {
    const texts = await Promise.all(
      ['/app.data', '/app/reviews.data', '/app/businesses.data', '/app/analytics.data'].map(async (path) =>
        (await ask(path, { headers: { cookie } })).text(),
      ),
    )
    return texts.join()
  }
  expect(await screen()).toContain('Harbor')
  await limitMember({ userId: team.member.userId, businessIds: [shops.corner.id] })
  const limited = await screen()
  expect(limited).toContain('Corner')
  expect(limited).toContain('Cora')
  expect(limited).not.toMatch(/Harbor|\bHal\b/)
  await limitMember({ userId: team.member.userId, businessIds: null })
  expect(await screen()).toContain('Harbor')
})

test('counts, statistics and searches cover only businesses a member can see', async ({ team, shops }) => {
  const as = (businessIds: string[] | null) =>
    apiFor(inOrganization(team.member, team.owner), { role: 'member', businessIds })
  const names = async (businessIds: string[] | null) => {
    const api = as(businessIds)
    const { items, total, counts } = await api.screens.reviews({})
    expect((await api.reviews.stats()).totalReviews).toBe(items.length)
    expect(total).toBe(items.length)
    expect(counts?.needsAnswer).toBe(items.length)
    expect((await api.reviews.list()).items.map(({ id }) => id).sort()).toEqual(
      items.map(({ id }) => id).sort(),
    )
    expect((await api.organizations.stats()).totalReviews).toBe(items.length)
    return items.map(({ reviewerName }) => reviewerName).sort()
  }
  expect(await names(null)).toEqual(['Cora', 'Hal'])
  expect(await names([shops.corner.id, shops.harbor.id])).toEqual(['Cora', 'Hal'])
  expect(await names([shops.corner.id])).toEqual(['Cora'])
  expect(await names([])).toEqual([])
  await expect(as([shops.corner.id]).reviews.list({ businessId: shops.harbor.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('digests cover only the businesses that a member can see', async ({ team, shops }) => {
  const recipient = {
    organizationId: team.owner.organizationId,
    plan: 'pro',
    digestAfter: 0,
    role: 'member',
    live: null,
  }
  const told = async (storedLimit: string | null) => {
    const facts = await digestFacts(contextFor(null), { ...recipient, storedLimit } as DueRecipient)
    return [facts.newCount, facts.waiting.map(({ authorName }) => authorName), facts.rating]
  }
  expect(await told(null)).toEqual([2, ['Cora', 'Hal'], 3.5])
  expect(await told(JSON.stringify([shops.harbor.id]))).toEqual([1, ['Hal'], 5])
  expect(await told('[]')).toEqual([0, [], null])
})

test('a limit unassigns reviews of other businesses and prevents new assignments', async ({
  team,
  shops,
}) => {
  const api = team.as('owner')
  const { userId } = team.member
  const reviews = (await api.reviews.list()).items
  const idOf = (businessId: string) => reviews.find((one) => one.businessId === businessId)?.id ?? ''
  for (const { id } of reviews) await api.reviews.assign({ reviewId: id, userId, message: null })
  await api.organizations.limitMember({ userId, businessIds: [shops.corner.id] })
  expect((await api.reviews.get({ id: idOf(shops.corner.id) })).assignment?.userId).toBe(userId)
  expect((await api.reviews.get({ id: idOf(shops.harbor.id) })).assignment).toBeNull()
  const again = api.reviews.assign({ reviewId: idOf(shops.harbor.id), userId, message: null })
  await expect(again).rejects.toThrow()
  expect((await api.reviews.get({ id: idOf(shops.harbor.id) })).assignment).toBeNull()
})

test('deleting the only visible business leaves an empty limit, which shows nothing', async ({
  team,
  shops,
  limit,
}) => {
  const api = team.as('owner')
  const { userId } = team.member
  await api.organizations.limitMember({ userId, businessIds: [shops.corner.id] })
  await eraseBusiness(env.DB, shops.corner)
  expect(await limit()).toEqual([])
  const cookie = await signedIn(inOrganization(team.member, team.owner))
  expect(await (await ask('/app/reviews.data', { headers: { cookie } })).text()).not.toContain('Hal')
})

test('a limited member can see a business that they add', async ({ team, shops, limit }) => {
  const { userId } = team.member
  await team.as('owner').organizations.limitMember({ userId, businessIds: [shops.corner.id] })
  const member = inOrganization(team.member, team.owner)
  const own = apiFor(member, { role: 'member', businessIds: [shops.corner.id] })
  const { id } = await own.businesses.create({ name: 'Market' })
  expect(await limit()).toEqual([shops.corner.id, id])
})

test('owners and admins cannot be limited, and members not to a foreign business', async ({
  team,
  shops,
  stranger,
  limit,
}) => {
  const { limitMember } = team.as('admin').organizations
  const businessIds = [shops.corner.id]
  for (const { userId } of [team.owner, team.admin, stranger]) {
    await expect(limitMember({ userId, businessIds })).rejects.toThrow('This person is no longer a member.')
  }
  const foreign = await createBusiness(env.DB, stranger)
  const { userId } = team.member
  await expect(limitMember({ userId, businessIds: [foreign.id] })).rejects.toThrow(
    'This person is no longer a member.',
  )
  await limitMember({ userId, businessIds: [foreign.id, shops.corner.id] })
  expect(await limit()).toEqual([shops.corner.id])
  // A former limit does not apply to a member who became an admin.
  await team.as('owner').organizations.changeRole({ userId, role: 'admin' })
  const cookie = await signedIn(inOrganization(team.member, team.owner))
  expect(await (await ask('/app/reviews.data', { headers: { cookie } })).text()).toContain('Hal')
})

test('a limit is in the log of the organization', async ({ team, shops }) => {
  const { organizations } = team.as('owner')
  const { userId } = team.member
  await organizations.limitMember({ userId, businessIds: [shops.harbor.id, shops.corner.id] })
  await organizations.limitMember({ userId, businessIds: null })
  const { items } = await organizations.auditLog()
  const texts = items.map((entry) => actionText({ ...entry, about: 'Robin' })).toReversed()
  expect(texts.slice(-2)).toEqual(['let Robin see Corner, Harbor only', 'let Robin see all businesses'])
})
