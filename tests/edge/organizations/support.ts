import { env } from 'cloudflare:test'
import { apiFor } from '#tests/edge/support/caller.ts'
import { mailedToken } from '#tests/edge/support/mails.ts'
import { type Account, createAccount, joinOrganization } from '#tests/factories.ts'
import type { InvitedRole } from '#worker/rules/organizations.ts'
import type { Role } from '#worker/rules/permissions.ts'

/** An organization on AI Insights, with one person per role. */
export async function createTeam(plan = 'ai_insights') {
  const owner = await createAccount(env.DB, { plan, fullName: 'Olive Owner' })
  const people = {
    owner,
    admin: await joined(owner, 'admin'),
    member: await joined(owner, 'member'),
    viewer: await joined(owner, 'viewer'),
  }
  /** The procedures as called by the person with this role. */
  const as = (role: Role) => apiFor(inOrganization(people[role], owner), { role, plan })
  return { ...people, as }
}

/** A person with their own organization who is also a member of this one. */
export async function joined(owner: Account, role: Role, joinedAt = Date.now()): Promise<Account> {
  const person = await createAccount(env.DB)
  await joinOrganization(env.DB, owner, person, role, joinedAt)
  return person
}

/** A session of this person in another person's organization. */
export function inOrganization(
  person: Account,
  { organizationId }: Pick<Account, 'organizationId'>,
): Account {
  return { ...person, organizationId }
}

/** The token mailed to this address. */
export async function invited(owner: Account, email: string, role: InvitedRole = 'member', plan = 'pro') {
  await apiFor(owner, { plan }).organizations.invite({ email, role })
  return mailedToken(email)
}

export async function roleOf(owner: Account, person: Account): Promise<string | null> {
  const row = await env.DB.prepare(
    'SELECT role FROM organization_users WHERE organization_id = ? AND user_id = ? AND is_active = 1',
  )
    .bind(owner.organizationId, person.userId)
    .first<{ role: string }>()
  return row?.role ?? null
}

export async function seatsUsed({ organizationId }: Account): Promise<number | undefined> {
  const row = await env.DB.prepare(
    'SELECT seats_used FROM organization_subscriptions WHERE organization_id = ?',
  )
    .bind(organizationId)
    .first<{ seats_used: number }>()
  return row?.seats_used
}
