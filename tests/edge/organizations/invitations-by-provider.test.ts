import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { newEmail, signInWith } from '#tests/edge/oauth/flow.ts'
import { createOwner, test } from '#tests/edge/support/test.ts'
import { askProcedure } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { OAUTH_PROVIDERS } from '#worker/rules/oauth.ts'
import { invited, joined } from './support.ts'

/** The organization of the person's session, and how many organizations they belong to. */
async function whereIs(email: string) {
  return env.DB.prepare(
    `SELECT sessions.organization_id AS organizationId,
      (SELECT count(*) FROM organization_users WHERE user_id = users.id) AS organizations
    FROM users JOIN sessions ON sessions.user_id = users.id WHERE users.email = ?`,
  )
    .bind(email)
    .first<{ organizationId: string; organizations: number }>()
}

const hasAccount = async (email: string) =>
  (await env.DB.prepare('SELECT 1 FROM users WHERE email = ?').bind(email).first()) !== null

/** Accepts the invitation; returns the status and the role that the address has afterwards. */
async function accept(token: string, session: string | null, organizationId: string, email: string) {
  const answer = await askProcedure(
    'organizations.acceptInvitation',
    { token },
    { headers: { cookie: session ?? '' } },
  )
  await answer.body?.cancel()
  const member = await env.DB.prepare(
    `SELECT role FROM organization_users JOIN users ON users.id = user_id
    WHERE organization_id = ? AND email = ? AND is_active = 1`,
  )
    .bind(organizationId, email)
    .first<{ role: string }>()
  return { status: answer.status, role: member?.role ?? null }
}

const createInvitation = async (email: string) => {
  const owner = await createAccount(env.DB, { plan: 'pro' })
  const token = await invited(owner, email, 'member')
  return { token, organizationId: owner.organizationId, page: `/invitations/${token}` }
}

describe.each(OAUTH_PROVIDERS)('an invitation can be accepted through %s', (provider) => {
  test('with a new account, which joins at once and has no organization of its own', async () => {
    const email = newEmail()
    const { token, organizationId, page } = await createInvitation(email)
    const { path, session } = await signInWith(provider, { email }, page)
    expect(path).toBe('/app')
    expect(session).not.toBeNull()
    expect(await whereIs(email)).toEqual({ organizationId, organizations: 1 })
    // The link is used up, because the person is already a member.
    expect(await accept(token, session, organizationId, email)).toEqual({ status: 404, role: 'member' })
  })

  test('with an account that already has a password', async () => {
    const { email } = await createOwner()
    const { token, organizationId, page } = await createInvitation(email)
    const { path, session } = await signInWith(provider, { email }, page)
    expect(path).toBe(page)
    expect(await accept(token, session, organizationId, email)).toEqual({ status: 200, role: 'member' })
  })

  test('but not with the account of another address', async () => {
    const email = newEmail()
    const { email: another } = await createOwner()
    const { token, organizationId, page } = await createInvitation(email)
    const { path, session } = await signInWith(provider, { email: another }, page)
    expect(path).toBe(page)
    expect(await accept(token, session, organizationId, email)).toEqual({ status: 403, role: null })
  })

  test.each([
    ['another address', { email: newEmail() }, 'uninvited'],
    ['an address that the provider has not confirmed', { isVerified: false }, 'unverified'],
  ])('but not with %s, for which no account is made', async (_, chosen, problem) => {
    const email = newEmail()
    const { organizationId, page } = await createInvitation(email)
    const person = { email, ...chosen }
    const { path, session } = await signInWith(provider, person, page)
    expect(path).toBe(`${page}?provider=${provider}&problem=${problem}`)
    expect(session).toBeNull()
    expect([await hasAccount(person.email), await hasAccount(email)]).toEqual([false, false])
    // The invitation still works.
    const right = await signInWith(provider, { email }, page)
    expect([right.path, await whereIs(email)]).toEqual(['/app', { organizationId, organizations: 1 }])
  })
})

test('an expired invitation makes no account', async () => {
  const email = newEmail()
  const { page } = await createInvitation(email)
  await env.DB.prepare('UPDATE organization_invitations SET expires_at = 1 WHERE email = ?').bind(email).run()
  const { path, session } = await signInWith('google', { email }, page)
  expect([path, session]).toEqual([`${page}?provider=google&problem=expired`, null])
  expect(await hasAccount(email)).toBe(false)
})

test('no account is made if the team has no free seat', async () => {
  const owner = await createAccount(env.DB, { plan: 'pro' })
  const email = newEmail()
  const token = await invited(owner, email, 'member')
  for (const role of ['member', 'viewer'] as const) await joined(owner, role)
  const { path, session } = await signInWith('google', { email }, `/invitations/${token}`)
  expect([path, session]).toEqual([`/invitations/${token}?provider=google&problem=seats`, null])
  expect(await hasAccount(email)).toBe(false)
})

test('two simultaneous callbacks add the person once', async () => {
  const email = newEmail()
  const { organizationId, page } = await createInvitation(email)
  const subject = crypto.randomUUID().replace(/\D/g, '').slice(0, 9)
  const outcomes = await Promise.all([1, 2].map(() => signInWith('google', { email, subject }, page)))
  expect(outcomes.some(({ session }) => session !== null)).toBe(true)
  expect(await whereIs(email)).toEqual({ organizationId, organizations: 1 })
})
