import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { apiKeys, users } from '#db/schema/index.ts'
import type { MemberContext, SignedInContext } from '../../context.ts'
import { type ApiKeyView, FEED_SCOPE, KEY_SCOPES } from '../../rules/api-keys.ts'
import { iso } from '../../rules/durations.ts'

const SCOPES = [...KEY_SCOPES, FEED_SCOPE] as const

/** Keys of the organization that haven't ended, newest first. */
export async function listApiKeys(ctx: MemberContext) {
  return { items: apiKeyViews(await apiKeysQuery(ctx)), nextCursor: null }
}

/** Query for `apiKeyViews`, for a batch: keys of the session's organization. */
export function apiKeysQuery(ctx: SignedInContext) {
  return ctx.db
    .select({
      ...columns(
        apiKeys,
        'id',
        'name',
        'prefix',
        'scopes',
        'createdAt',
        'expiresAt',
        'lastUsedAt',
        'replacedBy',
      ),
      maker: users.email,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(
      and(
        eq(apiKeys.organizationId, ctx.session.organization.id),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, ctx.now())),
      ),
    )
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
}

export function apiKeyViews(rows: Awaited<ReturnType<typeof apiKeysQuery>>): ApiKeyView[] {
  return rows.map(({ replacedBy, scopes, createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    scopes: SCOPES.filter((scope) => scopes.split(' ').includes(scope)),
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(lastUsedAt),
    isReplaced: replacedBy !== null,
  }))
}
