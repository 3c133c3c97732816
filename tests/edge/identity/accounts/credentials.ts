import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import { expect } from 'vitest'
import { batch, databaseOf } from '#db/client.ts'
import {
  accessTokens,
  apiKeys,
  emailLinks,
  importAddresses,
  knownDevices,
  mfaChallenges,
  mfaRecoveryCodes,
  passwordHistory,
  userIdentities,
} from '#db/schema/index.ts'
import { createConnection } from '#tests/edge/support/connections.ts'
import { plantFactor } from '#tests/edge/support/second-factor.ts'
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
const CREDENTIAL_TABLES = [
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

export async function credentialsOf({ userId }: Account): Promise<Record<string, number>> {
  const left: Record<string, number> = {}
  const outside = ['import_addresses', 'connections', 'api_keys'].map((table) => [table, 'created_by'])
  for (const [table = '', column = ''] of [
    ...CREDENTIAL_TABLES.map((name) => [name, 'user_id']),
    ...outside,
  ]) {
    const row = await env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${column} = ?`)
      .bind(userId)
      .first<{ count: number }>()
    left[table] = row?.count ?? 0
  }
  return left
}

/** One of everything that opens an account, or works for whoever made it. */
export async function plantCredentials(account: Account): Promise<void> {
  const { userId, organizationId } = account
  const business = await createBusiness(env.DB, account)
  await signedIn(account)
  await plantFactor(account)
  await createConnection(account, { createdBy: userId })
  const db = databaseOf(env)
  const id = createId()
  const times = { createdAt: NOW, expiresAt: NOW + 1e12 }
  // The maker's own mailbox, as a way to get the account back.
  const link = { tokenHash: id, email: 'maker@example.test', ...times }
  await batch(db, [
    db.insert(apiKeys).values({
      ...{ id, organizationId, createdBy: userId, name: 'A program', prefix: 'rvk_abc123' },
      ...{ keyHash: id, scopes: 'read', createdAt: NOW },
    }),
    db.insert(passwordHistory).values({ id, userId, passwordHash: 'x', createdAt: NOW }),
    db.insert(userIdentities).values({ provider: 'github', subject: id, userId, email: 'x', createdAt: NOW }),
    db.insert(mfaRecoveryCodes).values({ userId, codeHash: id, createdAt: NOW }),
    db.insert(mfaChallenges).values({ tokenHash: id, userId, organizationId, amr: [], ...times }),
    db.insert(accessTokens).values({ jti: id, userId, organizationId, sessionId: 'x', ...times }),
    db
      .insert(emailLinks)
      .values({ userId, purpose: 'change_email', ...link })
      .onConflictDoUpdate({ target: [emailLinks.userId, emailLinks.purpose], set: link }),
    db.insert(knownDevices).values({ id, userId, tokenHash: id, usedAt: NOW, expiresAt: times.expiresAt }),
    db
      .insert(importAddresses)
      .values({ businessId: business.id, organizationId, token: id, createdAt: NOW, createdBy: userId }),
  ])
  for (const [table, count] of Object.entries(await credentialsOf(account))) {
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
