import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { PASSWORD } from '#tests/edge/support/test.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount, createBusiness } from '#tests/factories.ts'
import { settingsOf } from '#worker/env.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
export const CHOSEN = 'Walnut-Ladder-58'
export const ENDED = 'This link has expired or was already used. Ask for a new one.'
const settings = settingsOf(env)

export function made(isVerified: boolean): Promise<Account> {
  return createAccount(env.DB, { password: { text: PASSWORD, settings }, isVerified })
}

/** The tables that hold something to get in with. */
const WAYS_IN = [
  'password_history',
  'user_identities',
  'mfa_factors',
  'mfa_recovery_codes',
  'mfa_challenges',
  'sessions',
  'access_tokens',
  'email_links',
  'known_devices',
]

export async function waysIn({ userId }: Account): Promise<Record<string, number>> {
  const left: Record<string, number> = {}
  const outside = ['import_addresses', 'connections'].map((table) => [table, 'created_by'])
  for (const [table = '', column = ''] of [...WAYS_IN.map((name) => [name, 'user_id']), ...outside]) {
    const row = await env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${column} = ?`)
      .bind(userId)
      .first<{ count: number }>()
    left[table] = row?.count ?? 0
  }
  return left
}

/** One of everything that opens an account, or works for whoever made it. */
export async function plantWaysIn(account: Account): Promise<void> {
  const { userId, organizationId } = account
  const business = await createBusiness(env.DB, account)
  await signedIn(account)
  const plant = (sql: string) =>
    env.DB.prepare(sql).bind(userId, crypto.randomUUID(), NOW, NOW + 1e12, organizationId, business.id)
  const columns = '?1, ?2, ?3, ?4, ?5, ?6'
  const from = (select: string) =>
    `WITH given (user, id, at, until, organization, business) AS (VALUES (${columns})) ${select}`
  await env.DB.batch([
    plant(
      `INSERT INTO password_history (id, user_id, password_hash, created_at) ${from(`SELECT id, user, 'x', at FROM given`)}`,
    ),
    plant(
      `INSERT INTO user_identities (provider, subject, user_id, email, created_at) ${from(`SELECT 'github', id, user, 'x', at FROM given`)}`,
    ),
    plant(
      `INSERT INTO mfa_factors (id, user_id, factor_type, status, sealed_secret, created_at) ${from(`SELECT id, user, 'totp', 'verified', 'x', at FROM given`)}`,
    ),
    plant(
      `INSERT INTO mfa_recovery_codes (user_id, code_hash, created_at) ${from('SELECT user, id, at FROM given')}`,
    ),
    plant(
      `INSERT INTO mfa_challenges (token_hash, user_id, organization_id, amr, created_at, expires_at) ${from(`SELECT id, user, organization, '[]', at, until FROM given`)}`,
    ),
    plant(
      `INSERT INTO access_tokens (jti, user_id, organization_id, session_id, created_at, expires_at) ${from(`SELECT id, user, organization, 'x', at, until FROM given`)}`,
    ),
    // The maker's own mailbox, as a way to get the account back.
    plant(
      `INSERT OR REPLACE INTO email_links (user_id, purpose, token_hash, email, created_at, expires_at) ${from(`SELECT user, 'change_email', id, 'maker@example.test', at, until FROM given`)}`,
    ),
    plant(
      `INSERT INTO known_devices (id, user_id, token_hash, used_at, expires_at) ${from('SELECT id, user, id, at, until FROM given')}`,
    ),
    plant(
      `INSERT INTO import_addresses (business_id, organization_id, token, created_at, created_by) ${from('SELECT business, organization, id, at, user FROM given')}`,
    ),
    plant(
      `INSERT INTO connections (id, organization_id, provider, subject, label, sealed_access_token, scopes, created_by, created_at, updated_at) ${from(`SELECT id, organization, 'google', id, 'x', 'x', '', user, at, at FROM given`)}`,
    ),
  ])
  for (const [table, count] of Object.entries(await waysIn(account))) {
    expect([table, count > 0]).toEqual([table, true])
  }
}

export async function userRow({ userId }: Account) {
  return env.DB.prepare(
    'SELECT email, email_verified_at AS provenAt, password_hash AS hash FROM users WHERE id = ?',
  )
    .bind(userId)
    .first<{ email: string; provenAt: number | null; hash: string | null }>()
}
