import type { Page } from 'playwright-core'
import { databaseOf } from '#db/client.ts'
import { apiKeys } from '#db/schema/index.ts'
import type { Account } from '#tests/factories.ts'
import { sha256Hex } from '#worker/platform/ids.ts'
import type { Product } from './product.ts'
import { signUp } from './sign-up.ts'

export interface Owner extends Account {
  /** Of the API. */
  key: string
  /** Asks the API with it: the path below `/api/v1`. */
  ask: (method: string, path: string, body?: object) => Promise<{ status: number; json: unknown }>
}

const SCOPES = 'read reviews.push responses.write'

/** Somebody who has signed up in this browser and is on the largest plan, with a key for their programs. */
export async function newOwner(page: Page, product: Product, email: string): Promise<Owner> {
  await signUp(page, email)
  const db = await product.server.database()
  const account = await db
    .prepare(
      `SELECT m.organization_id AS organizationId, u.id AS userId FROM users AS u
      JOIN organization_users AS m ON m.user_id = u.id WHERE u.email = ?`,
    )
    .bind(email)
    .first<Account>()
  if (!account) throw new Error(`${email} has no account`)
  const key = `rvk_${email
    .replace(/[^a-z]/g, '')
    .padEnd(43, 'k')
    .slice(0, 43)}`
  await db
    .prepare("UPDATE organization_subscriptions SET plan_type = 'ai_insights' WHERE organization_id = ?")
    .bind(account.organizationId)
    .run()
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
      createdAt: Date.now(),
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
      const answer = await fetch(`${product.origin}/api/v1${path}`, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      })
      return { status: answer.status, json: await answer.json() }
    },
  }
}
