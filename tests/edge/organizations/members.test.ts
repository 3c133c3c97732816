import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { storeEvent } from '#tests/edge/webhooks/support.ts'
import { createAccount } from '#tests/factories.ts'
import { INVITED_ROLES } from '#worker/rules/organizations.ts'
import { ROLES, type Role } from '#worker/rules/permissions.ts'
import { createTeam, inOrganization, joined, roleOf } from './support.ts'

const ALL = ROLES.flatMap((own) => ROLES.map((other) => [own, other] as const)).filter(
  ([own, other]) => own !== other,
)
const WEAKER: Record<Role, Role[]> = {
  owner: ['admin', 'member', 'viewer'],
  admin: ['member', 'viewer'],
  member: [],
  viewer: [],
}

describe.each(ALL)('%s and %s', (own, other) => {
  const allowed = WEAKER[own].includes(other)

  test(`a role is ${allowed ? 'changed' : 'left'}`, async () => {
    const team = await createTeam()
    for (const role of INVITED_ROLES) {
      const before = await roleOf(team.owner, team[other])
      const call = team.as(own).organizations.changeRole({ userId: team[other].userId, role })
      if (allowed && WEAKER[own].includes(role)) {
        await call
        expect(await roleOf(team.owner, team[other])).toBe(role)
      } else {
        await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Insufficient permissions' })
        expect(await roleOf(team.owner, team[other])).toBe(before)
      }
      // Restores the role under test.
      await env.DB.prepare('UPDATE organization_users SET role = ? WHERE user_id = ? AND organization_id = ?')
        .bind(other, team[other].userId, team.owner.organizationId)
        .run()
    }
  })

  test(`a member is ${allowed ? 'removed' : 'kept'}`, async () => {
    const team = await createTeam()
    const call = team.as(own).organizations.removeMember({ userId: team[other].userId })
    if (allowed) await call
    else await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Insufficient permissions' })
    expect(await roleOf(team.owner, team[other])).toBe(allowed ? null : other)
  })
})

describe('the last owner', () => {
  test('cannot be demoted or removed, and cannot leave', async () => {
    const { owner, as } = await createTeam()
    const { userId } = owner
    const { changeRole, removeMember, leave } = as('owner').organizations
    for (const call of [
      () => changeRole({ userId, role: 'admin' }),
      () => removeMember({ userId }),
      () => leave({}),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'An organization needs an owner. Make somebody else the owner first.',
      })
    }
    expect(await roleOf(owner, owner)).toBe('owner')
  })

  test('stays if two owners leave at once', async () => {
    const { owner } = await createTeam()
    const second = await joined(owner, 'owner')
    const outcomes = await Promise.allSettled(
      [owner, second].map((person) => apiFor(inOrganization(person, owner)).organizations.leave({})),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('ownership', () => {
  test('passes to a member, and the former owner becomes an admin', async () => {
    const { owner, member, as } = await createTeam()
    await as('owner').organizations.transfer({ userId: member.userId })
    expect([await roleOf(owner, member), await roleOf(owner, owner)]).toEqual(['owner', 'admin'])
    await expect(as('owner').organizations.transfer({ userId: owner.userId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test.each(['admin', 'member', 'viewer'] as const)('cannot be passed on by a %s', async (role) => {
    const { owner, member, as } = await createTeam()
    await expect(as(role).organizations.transfer({ userId: member.userId })).rejects.toMatchObject({
      message: 'Insufficient permissions',
    })
    expect(await roleOf(owner, owner)).toBe('owner')
  })

  test('passes neither to an outsider nor to its current owner', async () => {
    const { owner, as } = await createTeam()
    const stranger = await createAccount(env.DB)
    for (const { userId } of [stranger, owner]) {
      await expect(as('owner').organizations.transfer({ userId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    expect(await roleOf(owner, owner)).toBe('owner')
  })
})

test('removing a member ends only their sessions in this organization', async () => {
  const { owner, member, as } = await createTeam()
  const here = await signedIn(inOrganization(member, owner))
  const elsewhere = await signedIn(member)
  const ofOwner = await signedIn(owner)
  await as('admin').organizations.removeMember({ userId: member.userId })
  const statusOf = async (cookie: string) => (await ask('/app', { headers: { cookie } })).status
  expect([await statusOf(here), await statusOf(elsewhere), await statusOf(ofOwner)]).toEqual([302, 200, 200])
  const { results } = await env.DB.prepare(
    'SELECT id FROM sessions WHERE user_id = ? AND organization_id = ?',
  )
    .bind(member.userId, owner.organizationId)
    .all()
  expect(results).toEqual([])
})

test('a member who left gets no mails of the organization', async () => {
  const { owner, member } = await createTeam()
  await apiFor(inOrganization(member, owner), { role: 'member' }).organizations.leave({})
  const { results } = await env.DB.prepare(
    'SELECT id FROM alert_recipients WHERE user_id = ? AND organization_id = ?',
  )
    .bind(member.userId, owner.organizationId)
    .all()
  expect(results).toEqual([])
})

describe('the key, endpoint and invitation made by an admin', () => {
  const ENDPOINT = { url: 'https://receiver.example.com/take/made', events: ['review.created'] as const }

  /** Makes a key, an endpoint with a waiting message, and invitations by an admin and by an owner. */
  async function made() {
    const team = await createTeam()
    const [own, theirs] = [team.as('admin'), team.as('owner')]
    const { key } = await own.apiKeys.create({ name: 'Till', scopes: ['read'], days: null })
    for (const api of [own, theirs]) await api.webhooks.create({ ...ENDPOINT, events: [...ENDPOINT.events] })
    await storeEvent(team.owner)
    await own.organizations.invite({ email: 'by-admin@example.test', role: 'member' })
    await theirs.organizations.invite({ email: 'by-owner@example.test', role: 'admin' })
    const left = async () => ({
      opens:
        (await ask('/api/v1/businesses', { headers: { authorization: `Bearer ${key}` } })).status === 200,
      endpoints: (await theirs.webhooks.list()).items.map(({ offReason }) => offReason),
      invited: (await theirs.screens.team()).invitations?.map(({ email }) => email).toSorted(),
    })
    return { ...team, left, api: theirs }
  }
  const ALL_LEFT = {
    opens: true,
    endpoints: [null, null],
    invited: ['by-admin@example.test', 'by-owner@example.test'],
  }
  const ENDED = { opens: false, endpoints: ['maker_left', null], invited: ['by-owner@example.test'] }

  test.for([
    [
      'is removed',
      async ({ api, admin }: Awaited<ReturnType<typeof made>>) =>
        api.organizations.removeMember({ userId: admin.userId }),
    ],
    ['leaves', async ({ as }: Awaited<ReturnType<typeof made>>) => as('admin').organizations.leave({})],
    [
      'becomes a member',
      async ({ api, admin }: Awaited<ReturnType<typeof made>>) =>
        api.organizations.changeRole({ userId: admin.userId, role: 'member' }),
    ],
  ] as const)('end when that admin %s, and do not come back', async ([_, ends]) => {
    const team = await made()
    expect(await team.left()).toEqual(ALL_LEFT)
    await ends(team)
    expect(await team.left()).toEqual(ENDED)
    await env.DB.prepare(
      "UPDATE organization_users SET role = 'admin', is_active = 1 WHERE user_id = ? AND organization_id = ?",
    )
      .bind(team.admin.userId, team.owner.organizationId)
      .run()
    expect(await team.left()).toEqual(ENDED)
    const [endpoint] = (await team.api.webhooks.list()).items
    const waiting = await env.DB.prepare(
      'SELECT count(*) AS count FROM webhook_deliveries WHERE endpoint_id = ? AND due_at IS NOT NULL',
    )
      .bind(endpoint?.id)
      .first('count')
    expect(waiting).toBe(0)
    // The member who switches the endpoint on is responsible for it from then on.
    await team.api.webhooks.update({ id: endpoint?.id ?? '', isOn: true })
    await team.api.organizations.removeMember({ userId: team.admin.userId })
    expect((await team.left()).endpoints).toEqual([null, null])
  })

  test('stay if another member leaves or the role is kept', async () => {
    const team = await made()
    await team.api.organizations.removeMember({ userId: team.member.userId })
    await team.api.organizations.changeRole({ userId: team.admin.userId, role: 'admin' })
    expect(await team.left()).toEqual(ALL_LEFT)
  })

  test('an owner who becomes an admin keeps what an admin can make', async () => {
    const team = await made()
    await team.api.organizations.transfer({ userId: team.admin.userId })
    const { endpoints } = await team.left()
    expect(endpoints).toEqual([null, null])
    const { results } = await env.DB.prepare(
      'SELECT email FROM organization_invitations WHERE organization_id = ?',
    )
      .bind(team.owner.organizationId)
      .all()
    expect(results).toEqual([{ email: 'by-admin@example.test' }])
  })
})
