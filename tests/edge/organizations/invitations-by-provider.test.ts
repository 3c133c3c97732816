import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { newEmail, signInWith } from '#tests/edge/oauth/flow.ts'
import { createOwner, test } from '#tests/edge/support/test.ts'
import { askProcedure } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { OAUTH_PROVIDERS } from '#worker/rules/oauth.ts'
import { invited } from './support.ts'

/** What accepting answers, and the role that the address then has in the organization. */
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

describe.each(OAUTH_PROVIDERS)('an invitation is accepted by %s', (provider) => {
  test('with a new account, which comes back to the invitation', async () => {
    const email = newEmail()
    const { token, organizationId, page } = await createInvitation(email)
    const { path, session } = await signInWith(provider, { email }, page)
    expect(path).toBe(page)
    expect(await accept(token, session, organizationId, email)).toEqual({ status: 200, role: 'member' })
  })

  test('with an account that has a password already', async () => {
    const { email } = await createOwner()
    const { token, organizationId, page } = await createInvitation(email)
    const { path, session } = await signInWith(provider, { email }, page)
    expect(path).toBe(page)
    expect(await accept(token, session, organizationId, email)).toEqual({ status: 200, role: 'member' })
  })

  test('not with another address, nor with one that the provider has not confirmed', async () => {
    const email = newEmail()
    const { token, organizationId, page } = await createInvitation(email)
    const other = await signInWith(provider, { email: newEmail() }, page)
    expect(await accept(token, other.session, organizationId, email)).toEqual({ status: 403, role: null })
    const unproven = await signInWith(provider, { email, isVerified: false }, page)
    expect(unproven.session).toBeNull()
    expect(await accept(token, unproven.session, organizationId, email)).toEqual({ status: 401, role: null })
  })
})
