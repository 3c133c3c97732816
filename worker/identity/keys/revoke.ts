import { and, eq, type SQL, sql } from 'drizzle-orm'
import { apiKeys } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { type ApiKeyId, KEY_GONE } from '../../rules/api-keys.ts'
import { audit } from '../log/audit.ts'
import { recordAction } from '../log/record-action.ts'

/** Ends a key at once. @throws DomainError `not_found` */
export async function revokeApiKey(ctx: MemberContext, { id }: ApiKeyId): Promise<void> {
  const { id: organizationId } = ctx.organization
  const isIt = and(eq(apiKeys.id, id), eq(apiKeys.organizationId, organizationId))
  const subject = sql`(SELECT name FROM api_keys WHERE ${isIt})`
  const [, revoked] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'api_key_revoked', subject }, sql`${subject} IS NOT NULL`),
    ctx.db.delete(apiKeys).where(isIt).returning({ id: apiKeys.id }),
  ])
  if (revoked.length === 0) throw new DomainError('not_found', KEY_GONE)
  await audit(ctx, 'api_key_revoked', 'done')
}

/** Statement that ends all keys created by a user. */
export function endAllKeysOf({ db }: Pick<BackgroundContext, 'db'>, userId: string) {
  return db.delete(apiKeys).where(eq(apiKeys.createdBy, userId))
}

/** Statement that ends all keys a user created for an organization. */
export function endKeysOf(
  { db }: Pick<BackgroundContext, 'db'>,
  { organizationId, userId }: { organizationId: string; userId: string },
  condition: SQL,
) {
  return db
    .delete(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.createdBy, userId), condition))
}
