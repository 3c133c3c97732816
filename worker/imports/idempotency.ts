import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { idempotencyKeys } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { PRUNED_AT_ONCE } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'
import type { ImportCounts } from '../rules/imports.ts'

const KEPT_MS = DAY_MS
const OTHER_BODY =
  'This idempotency key was already used for another request. Use a new key for each request, and the same one to repeat it.'

export interface PushKey {
  organizationId: string
  key: string
  /** SHA-256 of the request body, in hexadecimal. */
  bodyHash: string
  /** Distinguishes this request from others with the same key. */
  attempt: string
}

type KeptAnswer = Pick<typeof idempotencyKeys.$inferSelect, 'bodyHash' | 'answer'>

/** Query for the stored answer of a key, until it expires. */
export function answerQuery(ctx: BackgroundContext, { organizationId, key }: PushKey) {
  return ctx.db
    .select({ bodyHash: idempotencyKeys.bodyHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.organizationId, organizationId),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.expiresAt, ctx.now()),
      ),
    )
}

/** @throws DomainError `invalid_input` if the key was used with another body */
export function answered({ bodyHash }: PushKey, kept: KeptAnswer): ImportCounts {
  if (kept.bodyHash !== bodyHash) {
    throw new DomainError('invalid_input', OTHER_BODY, { fields: { idempotencyKey: OTHER_BODY } })
  }
  return JSON.parse(kept.answer)
}

/** Statement that claims a key for a request, unless it is already claimed. */
export function takeKey(ctx: BackgroundContext, key: PushKey, condition: SQL) {
  const now = ctx.now()
  return ctx.db.statement(sql`
    INSERT INTO idempotency_keys (organization_id, key, body_hash, attempt, answer, expires_at)
    SELECT ${key.organizationId}, ${key.key}, ${key.bodyHash}, ${key.attempt}, '{}', ${now + KEPT_MS} WHERE ${condition}
    ON CONFLICT (organization_id, key) DO UPDATE SET
      body_hash = excluded.body_hash, attempt = excluded.attempt, answer = excluded.answer, expires_at = excluded.expires_at
    WHERE idempotency_keys.expires_at <= ${now}`)
}

export function hasTaken({ organizationId, key, attempt }: PushKey): SQL {
  return sql`EXISTS (SELECT 1 FROM idempotency_keys AS taken WHERE taken.organization_id = ${organizationId}
    AND taken.key = ${key} AND taken.attempt = ${attempt})`
}

/** Statement that stores the results of these runs as the answer. */
export function keepAnswer(ctx: BackgroundContext, key: PushKey, runIds: readonly string[]) {
  return ctx.db.statement(sql`
    UPDATE idempotency_keys SET answer = (
      SELECT json_object('stored', sum(reviews_new), 'updated', sum(reviews_changed),
        'unchanged', sum(reviews_found - reviews_new - reviews_changed - reviews_over_quota),
        'overQuota', sum(reviews_over_quota))
      FROM scrape_runs WHERE id IN (SELECT value FROM json_each(${JSON.stringify(runIds)})))
    WHERE organization_id = ${key.organizationId} AND key = ${key.key} AND attempt = ${key.attempt}`)
}

/** Statement that deletes a slice of the oldest expired answers. */
export function forgetOldAnswers({ db, now }: BackgroundContext) {
  return db.statement(sql`
    DELETE FROM idempotency_keys WHERE (organization_id, key) IN (SELECT organization_id, key FROM idempotency_keys
      WHERE expires_at <= ${now()} ORDER BY expires_at LIMIT ${PRUNED_AT_ONCE})`)
}
