import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { organizationInvitations } from '#db/schema/index.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, askProcedure, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness, joinOrganization } from '#tests/factories.ts'
import { insertRows } from '#tests/insert-rows.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { homeOf } from '#worker/identity/accounts/home.ts'
import { forgetOldInvitations } from '#worker/organizations/invite.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { createTeam, invited, joined, roleOf, seatsUsed } from './support.ts'

const GONE = 'This invitation no longer works. Ask for a new one.'

describe('an invitation', () => {
  test('makes its reader a member in the session that accepts it', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const person = await createAccount(env.DB)
    const token = await invited(owner, person.email, 'admin')
    const cookie = await signedIn(person)

    const page = await ask(`/invitations/${token}`, { headers: { cookie } })
    expect(await page.text()).toMatch(/<button[^>]*>.*Join /)
    expect(await roleOf(owner, person)).toBeNull()

    const answer = await askProcedure('organizations.acceptInvitation', { token }, { headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(await roleOf(owner, person)).toBe('admin')
    expect(await seatsUsed(owner)).toBe(2)
    const session = await ask('/trpc/auth.session', { headers: { cookie, origin: ORIGIN } })
    expect(await session.json()).toMatchObject({
      result: { data: { organization: { id: owner.organizationId }, user: { role: 'admin' } } },
    })
    await expect(apiFor(person).organizations.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: GONE,
    })
  })

  test('names the inviter by the verified address, never by a typed name', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro', fullName: 'Your Bank' })
    await invited(owner, 'cautious@example.test')
    const [mail] = await mailsTo('cautious@example.test')
    expect(mail?.subject).toMatch(/ asks you to help with their reviews$/)
    expect(mail?.text).toContain(owner.email)
    expect(mail?.text).not.toContain('Your Bank')
  })

  test('is stored as a hash', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const token = await invited(owner, 'hashed@example.test')
    const { results } = await env.DB.prepare('SELECT * FROM organization_invitations').all()
    expect(JSON.stringify(results)).not.toContain(token)
  })

  test('is valid only for its own address, and only once that is verified', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const token = await invited(owner, 'right@example.test')
    const other = await createAccount(env.DB)
    await expect(apiFor(other).organizations.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This invitation is for right@example.test. Sign in with the account for that address.',
    })
    const right = await createAccount(env.DB, { email: 'right@example.test', isVerified: false })
    // The session's word is not enough: the statement checks the account.
    await expect(apiFor(right).organizations.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await roleOf(owner, right)).toBeNull()
  })

  test('verifies the address of the signed-in account and ends its other sessions', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const person = await createAccount(env.DB, { isVerified: false })
    const token = await invited(owner, person.email)
    const other = await signedIn(person)
    const cookie = await signedIn(person)
    const answer = await askProcedure('organizations.acceptInvitation', { token }, { headers: { cookie } })
    expect(answer.status).toBe(200)
    expect(await roleOf(owner, person)).toBe('member')
    const user = async (cookie: string) => {
      const session = await ask('/trpc/auth.session', { headers: { cookie, origin: ORIGIN } })
      return ((await session.json()) as { result: { data: { user: object } | null } }).result.data?.user
    }
    expect(await user(cookie)).toMatchObject({ email: person.email, isVerified: true })
    expect(await user(other)).toBeUndefined()
  })

  test('verifies nothing for a session that has ended, and stays open', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const person = await createAccount(env.DB, { isVerified: false })
    const token = await invited(owner, person.email)
    // This session is not in the database.
    await expect(
      apiFor(person, { isVerified: false }).organizations.acceptInvitation({ token }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await roleOf(owner, person)).toBeNull()
    expect(await apiFor(null).organizations.invitation({ token })).toMatchObject({ hasAccount: true })
  })

  test('works for seven days and is deleted a month later', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const person = await createAccount(env.DB)
    const token = await invited(owner, person.email)
    const late = Date.now() + 7 * DAY_MS
    await expect(
      apiFor(person, { now: () => late }).organizations.acceptInvitation({ token }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', message: GONE })
    expect((await apiFor(owner, { now: () => late }).screens.team()).invitations).toMatchObject([
      { email: person.email, isExpired: true },
    ])
    await forgetOldInvitations({ ...backgroundContext(env), now: () => late + 30 * DAY_MS })
    expect((await apiFor(owner).screens.team()).invitations).toEqual([])
  })

  test('ends when it is withdrawn, and when another one is sent', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const person = await createAccount(env.DB)
    const first = await invited(owner, person.email, 'viewer')
    const second = await invited(owner, person.email.toUpperCase().replace('EXAMPLE.TEST', 'example.test'))
    const visitor = apiFor(null)
    await expect(visitor.organizations.invitation({ token: first })).rejects.toMatchObject({ message: GONE })
    expect(await visitor.organizations.invitation({ token: second })).toMatchObject({ role: 'member' })
    const [invitation] = (await apiFor(owner).screens.team()).invitations ?? []
    await apiFor(owner).organizations.withdrawInvitation({ invitationId: invitation?.id ?? '' })
    await expect(visitor.organizations.invitation({ token: second })).rejects.toMatchObject({
      message: GONE,
    })
  })

  test('is sent neither to a member nor by an unverified address', async () => {
    const { owner, member } = await createTeam()
    await expect(
      apiFor(owner).organizations.invite({ email: member.email, role: 'viewer' }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: 'This person is already a member.' })
    await expect(
      apiFor(owner, { isVerified: false }).organizations.invite({ email: 'x@example.test', role: 'viewer' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await mailsTo(member.email)).toEqual([])
  })

  test('is sent at most 20 times a day', async () => {
    const owner = await createAccount(env.DB, { plan: 'ai_insights' })
    const api = apiFor(owner)
    for (let time = 0; time < 20; time += 1) {
      await api.organizations.invite({ email: `again${time % 5}@example.test`, role: 'viewer' })
    }
    await expect(
      api.organizations.invite({ email: 'new@example.test', role: 'viewer' }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('reaches an address at most five times a day, together with questions to recipients', async () => {
    const email = 'stranger@example.test'
    const owners = await Promise.all(
      Array.from({ length: 4 }, () => createAccount(env.DB, { plan: 'ai_insights' })),
    )
    for (const owner of owners) await apiFor(owner).organizations.invite({ email, role: 'member' })
    const [first, second] = owners.map((owner) => apiFor(owner))
    await first?.alerts.addRecipient({ email, alertStars: 2, digest: 'daily' })
    const refused = { code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('several e-mails today') }
    await expect(second?.organizations.invite({ email, role: 'viewer' })).rejects.toMatchObject(refused)
    await expect(
      second?.alerts.addRecipient({ email, alertStars: 2, digest: 'daily' }),
    ).rejects.toMatchObject(refused)
    expect(await mailsTo(email)).toHaveLength(5)
    await second?.organizations.invite({ email: 'other@example.test', role: 'viewer' })
  })

  test('counts against no limit if it is refused for another reason', async () => {
    const { owner, member } = await createTeam()
    const api = apiFor(owner)
    const asMember = { email: member.email, role: 'viewer' } as const
    for (let time = 0; time < 21; time += 1) {
      await expect(api.organizations.invite(asMember)).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    // All five mails a day are still left for the address.
    await api.organizations.removeMember({ userId: member.userId })
    for (let time = 0; time < 5; time += 1) await api.organizations.invite(asMember)
    const [invitation] = (await api.screens.team()).invitations ?? []
    const refused = { code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('several e-mails today') }
    for (let time = 0; time < 20; time += 1) {
      const again = api.organizations.resendInvitation({ invitationId: invitation?.id ?? '' })
      await expect(again).rejects.toMatchObject(refused)
    }
    expect(await mailsTo(member.email)).toHaveLength(5)
    // Mails refused for the address don't count against the organization's twenty a day.
    await api.organizations.invite({ email: 'another@example.test', role: 'viewer' })
  })

  test('reaches an address at most five times a day, however many are sent at once', async () => {
    const { owner } = await createTeam()
    const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO organization_invitations/, AT_ONCE) }
    const api = apiFor(owner, { env: bindings })
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        api.organizations.invite({ email: 'crowded@example.test', role: 'viewer' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await mailsTo('crowded@example.test')).toHaveLength(5)
  })

  test('cannot give a role as strong as that of the inviter', async () => {
    const { as } = await createTeam()
    await expect(
      as('admin').organizations.invite({ email: 'boss@example.test', role: 'admin' }),
    ).rejects.toMatchObject({ message: 'Insufficient permissions' })
    await as('admin').organizations.invite({ email: 'hand@example.test', role: 'member' })
  })

  test('brings a former member back', async () => {
    const { owner, member, as } = await createTeam()
    await as('owner').organizations.removeMember({ userId: member.userId })
    const token = await invited(owner, member.email, 'viewer', 'ai_insights')
    await apiFor(member).organizations.acceptInvitation({ token })
    expect(await roleOf(owner, member)).toBe('viewer')
  })
})

describe('an invited person without an account', () => {
  const CHOSEN = { password: 'Copper-Kettle-77', fullName: 'Nia Guest' }

  async function counted(email: string) {
    const counts = `SELECT (SELECT count(*) FROM users WHERE email_key = ?1) AS accounts,
      (SELECT count(*) FROM organization_users JOIN users ON users.id = user_id WHERE email_key = ?1) AS memberships,
      (SELECT count(*) FROM sessions JOIN users ON users.id = user_id WHERE email_key = ?1) AS sessions`
    return env.DB.prepare(counts).bind(email).first()
  }

  test('sees the inviter, the role and the invited address', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro', fullName: 'Olive Owner' })
    const token = await invited(owner, 'told@example.test', 'viewer')
    const offer = await apiFor(null).organizations.invitation({ token })
    expect(offer).toMatchObject({
      inviter: { name: 'Olive Owner', email: owner.email },
      role: 'viewer',
      hasAccount: false,
      isYours: null,
    })
    const page = await (await ask(`/invitations/${token}`)).text()
    for (const shown of [
      'Olive Owner',
      owner.email,
      'a viewer: you can read',
      'told@example.test',
      'Your name',
    ]) {
      expect(page).toContain(shown)
    }
  })

  test('joins with a name and a password, verified and signed in without another mail', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const email = 'nia@example.test'
    const token = await invited(owner, email, 'member')
    const mails = await mailsTo(email)
    const answer = await askProcedure('organizations.joinByInvitation', { token, ...CHOSEN })
    expect(await answer.json()).toMatchObject({ result: { data: { id: owner.organizationId } } })
    const cookie = answer.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    const session = await ask('/trpc/auth.session', { headers: { cookie, origin: ORIGIN } })
    expect(await session.json()).toMatchObject({
      result: {
        data: {
          organization: { id: owner.organizationId },
          user: { email, fullName: 'Nia Guest', isVerified: true, role: 'member' },
        },
      },
    })
    expect(await counted(email)).toEqual({ accounts: 1, memberships: 1, sessions: 1 })
    expect(await mailsTo(email)).toEqual(mails)
    expect(await seatsUsed(owner)).toBe(2)
    // Signing in later leads to the same organization.
    const again = await askProcedure('auth.signIn', { email, password: CHOSEN.password })
    expect(again.status).toBe(200)
    await again.body?.cancel()
    expect(await counted(email)).toEqual({ accounts: 1, memberships: 1, sessions: 2 })
    const { results } = await env.DB.prepare(
      'SELECT DISTINCT sessions.organization_id AS id FROM sessions JOIN users ON users.id = user_id WHERE email_key = ?',
    )
      .bind(email)
      .all()
    expect(results).toEqual([{ id: owner.organizationId }])
  })

  test('needs a good password, and a bad one does not use up the invitation', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const token = await invited(owner, 'sloppy@example.test')
    const { organizations } = apiFor(null)
    await expect(
      organizations.joinByInvitation({ token, ...CHOSEN, password: 'sloppy' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(organizations.joinByInvitation({ token, ...CHOSEN, fullName: ' ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    expect(await counted('sloppy@example.test')).toEqual({ accounts: 0, memberships: 0, sessions: 0 })
    await organizations.joinByInvitation({ token, ...CHOSEN })
    await expect(organizations.joinByInvitation({ token, ...CHOSEN })).rejects.toMatchObject({
      message: GONE,
    })
  })

  test.each([true, false])('cannot take over an existing account (verified: %s)', async (isVerified) => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const person = await createAccount(env.DB, { isVerified })
    const token = await invited(owner, person.email)
    const before = await env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(person.userId).first()
    await expect(apiFor(null).organizations.joinByInvitation({ token, ...CHOSEN })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(person.userId).first()).toEqual(
      before,
    )
    expect(await roleOf(owner, person)).toBeNull()
  })

  test('gets one account, however often the link is used at once', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const email = 'eager@example.test'
    const token = await invited(owner, email)
    const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO organization_users/, 5) }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        apiFor(null, { env: bindings }).organizations.joinByInvitation({ token, ...CHOSEN }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(['NOT_FOUND', 'CONFLICT']).toContain(outcome.reason.code)
    }
    expect(await counted(email)).toEqual({ accounts: 1, memberships: 1, sessions: 1 })
  })

  test('gets no account if no seat is free', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const email = 'late@example.test'
    const token = await invited(owner, email)
    await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'free' WHERE organization_id = ?")
      .bind(owner.organizationId)
      .run()
    await expect(apiFor(null).organizations.joinByInvitation({ token, ...CHOSEN })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await counted(email)).toEqual({ accounts: 0, memberships: 0, sessions: 0 })
  })
})

test('a person whose own organization is empty signs in to a team that has a business', async () => {
  const owner = await createAccount(env.DB, { plan: 'pro' })
  await createBusiness(env.DB, owner)
  const person = await createAccount(env.DB)
  await joinOrganization(env.DB, owner, person, 'member', Date.now() + 1)
  const { organizationId } = await homeOf(contextFor(null), person.userId)
  expect(organizationId).toBe(owner.organizationId)
  await createBusiness(env.DB, person)
  expect((await homeOf(contextFor(null), person.userId)).organizationId).toBe(person.organizationId)
})

describe('seats', () => {
  test('count open invitations and say how many these are', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    await invited(owner, 'counted@example.test')
    const api = apiFor(owner, { plan: 'pro' })
    expect((await api.screens.team()).seats).toEqual({ included: 3, used: 2, open: 1 })
    const page = await ask('/app/team', { headers: { cookie: await signedIn(owner) } })
    expect(await page.text()).toContain('2 of 3 seats taken, 1 of them by an open invitation.')
    const late = apiFor(owner, { plan: 'pro', now: () => Date.now() + 8 * DAY_MS })
    expect((await late.screens.team()).seats).toEqual({ included: 3, used: 1, open: 0 })
  })

  test('are limited to one on Free, so that nobody can be invited', async () => {
    const owner = await createAccount(env.DB)
    await expect(
      apiFor(owner, { plan: 'free' }).organizations.invite({ email: 'two@example.test', role: 'member' }),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'The Free plan is for one person. Choose a larger plan to work together.',
    })
    expect(await mailsTo('two@example.test')).toEqual([])
  })

  test('are taken by open invitations, but not by expired ones', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    await invited(owner, 'seat-a@example.test')
    await invited(owner, 'seat-b@example.test')
    await expect(invited(owner, 'seat-c@example.test')).rejects.toMatchObject({
      message:
        'All 3 seats of the Pro plan are taken, open invitations included. Remove somebody, or choose a larger plan.',
    })
    // Inviting the same person again takes no further seat.
    await invited(owner, 'seat-b@example.test', 'viewer')
    const later = { plan: 'pro', now: () => Date.now() + 8 * DAY_MS }
    await apiFor(owner, later).organizations.invite({ email: 'seat-c@example.test', role: 'member' })
  })

  test('people who accept at once join exactly up to the number of free seats', async () => {
    const owner = await createAccount(env.DB, { plan: 'ai_insights' })
    const people = await Promise.all(Array.from({ length: AT_ONCE }, () => createAccount(env.DB)))
    // More people are invited than the plan has seats, as after a change of the plan.
    const tokens = people.map((_, index) => `${'t'.repeat(40)}${String(index).padStart(3, '0')}`)
    const rows = people.map(async ({ userId, email }, index) => ({
      id: userId,
      organizationId: owner.organizationId,
      email,
      emailKey: email,
      role: 'member' as const,
      tokenHash: await sha256Hex(tokens[index] ?? ''),
      expiresAt: Date.now() + DAY_MS,
      createdAt: 0,
    }))
    await insertRows(databaseOf(env), organizationInvitations, await Promise.all(rows))
    const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO organization_users/, people.length) }
    const outcomes = await Promise.allSettled(
      people.map((person, index) =>
        apiFor(person, { env: bindings }).organizations.acceptInvitation({ token: tokens[index] ?? '' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    expect(await seatsUsed(owner)).toBe(10)
  })

  test('people invited at once get an invitation and a mail only while seats are free', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const emails = Array.from(
      { length: AT_ONCE },
      (_, index) => `crowd-${index}-${owner.userId}@example.test`,
    )
    // Twenty of them are within the daily limit.
    const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO organization_invitations/, 20) }
    const api = apiFor(owner, { plan: 'pro', env: bindings })
    const outcomes = await Promise.allSettled(
      emails.map((email) => api.organizations.invite({ email, role: 'member' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const { invitations } = await apiFor(owner).screens.team()
    expect(invitations).toHaveLength(2)
    const mails = await Promise.all(emails.map((email) => mailsTo(email)))
    expect(mails.flat()).toHaveLength(2)
  })

  test('a person invited many times at once has one invitation, of which one link works', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const person = await createAccount(env.DB)
    const { email } = person
    await Promise.all(
      Array.from({ length: 5 }, () =>
        apiFor(owner, { plan: 'pro' }).organizations.invite({ email, role: 'member' }),
      ),
    )
    expect((await apiFor(owner).screens.team()).invitations).toHaveLength(1)
    const links = (await mailsTo(email)).map(({ text }) => /invitations\/([\w-]+)/.exec(text)?.[1] ?? '')
    expect(links).toHaveLength(5)
    const outcomes = await Promise.allSettled(
      links.map((token) => apiFor(person).organizations.acceptInvitation({ token })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('one invitation makes one member, however often it is accepted at once', async () => {
    const owner = await createAccount(env.DB, { plan: 'pro' })
    const person = await createAccount(env.DB)
    const token = await invited(owner, person.email)
    const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO organization_users/, AT_ONCE) }
    const api = apiFor(person, { env: bindings })
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => api.organizations.acceptInvitation({ token })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await seatsUsed(owner)).toBe(2)
  })

  test('change when members join and leave', async () => {
    const { owner, as } = await createTeam()
    expect(await seatsUsed(owner)).toBe(4)
    const guest = await joined(owner, 'viewer')
    expect(await seatsUsed(owner)).toBe(5)
    await as('owner').organizations.removeMember({ userId: guest.userId })
    expect(await seatsUsed(owner)).toBe(4)
  })
})
