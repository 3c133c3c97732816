import type { Page } from 'playwright-core'
import { databaseOf } from '#db/client.ts'
import { apiKeys } from '#db/schema/index.ts'
import type { Account } from '#tests/factories.ts'
import { changePlan } from '#tests/factories.ts'
import { randomToken, sha256Hex } from '#worker/platform/ids.ts'
import type { Product } from './product.ts'
import { makeAccount, newEmail } from './sign-up.ts'

export interface Owner extends Account {
  /** API key. */
  key: string
  /** Calls the API with the key; the path is relative to `/api/v1`. */
  ask: (method: string, path: string, body?: object) => Promise<{ status: number; json: unknown }>
}

interface OwnerOptions {
  email?: string
  plan?: string
  /** False leaves the email address unverified. */
  isVerified?: boolean
}

const SCOPES = 'read businesses.write reviews.push responses.write'

/** The owner of a new account, signed in on this page, with an API key. Opens no screen. */
export async function newOwner(
  page: Page,
  { origin, server }: Product,
  { email = newEmail(), plan = 'ai_insights', isVerified = true }: OwnerOptions = {},
): Promise<Owner> {
  await makeAccount(page, email)
  const db = await server.database()
  const account = await db
    .prepare(
      `SELECT m.organization_id AS organizationId, u.id AS userId, u.email FROM users AS u
      JOIN organization_users AS m ON m.user_id = u.id WHERE u.email = ?`,
    )
    .bind(email)
    .first<Account>()
  if (!account) throw new Error(`${email} had an account already`)
  const now = Date.now()
  await changePlan(db, account, plan)
  await db
    .prepare('UPDATE users SET email_verified_at = ? WHERE id = ?')
    .bind(isVerified ? now : null, account.userId)
    .run()
  const key = `rvk_${randomToken()}`
  await databaseOf({ DB: db })
    .insert(apiKeys)
    .values({
      id: email,
      organizationId: account.organizationId,
      createdBy: account.userId,
      name: 'A program',
      prefix: key.slice(0, 10),
      keyHash: await sha256Hex(key),
      scopes: SCOPES,
      createdAt: now,
    })
  return {
    ...account,
    key,
    async ask(method, path, body) {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      }
      const answer = await fetch(`${origin}/api/v1${path}`, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      })
      return { status: answer.status, json: await answer.json() }
    },
  }
}
