import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { batch, columns, type Statement } from '#db/client.ts'
import { apiKeys, assistantGrants } from '#db/schema/accounts.ts'
import { users } from '#db/schema/users.ts'
import type { BackgroundContext, MemberContext, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import {
  type ApiKeyId,
  type ApiKeyView,
  type CreateApiKeyInput,
  type CreateFeedInput,
  FEED_SCOPE,
  KEY_GONE,
  KEY_SCOPES,
  MAX_API_KEYS,
  type NewApiKey,
  type RotateApiKeyInput,
} from '../../rules/api-keys.ts'
import { DAY_MS, HOUR_MS, iso } from '../../rules/durations.ts'
import { type EnforcedBy, hasFeature, lockedFeature } from '../../rules/plans.ts'
import { audit } from '../log/audit.ts'
import { recordAction } from '../log/record-action.ts'
import { requireRecentLogin, requireVerified } from '../sessions/require-proof.ts'
import { KEY_MARK } from './resolve.ts'

const PREFIX_CHARS = KEY_MARK.length + 6

/** Creates a key for programs, with the requested scopes and the caller's role. @throws as `storeKey` */
export async function createApiKey(
  ctx: MemberContext,
  { name, days, ...input }: CreateApiKeyInput,
): Promise<NewApiKey> {
  const scopes = KEY_SCOPES.filter((known) => input.scopes.includes(known)).join(' ')
  const expiresAt = days === null ? null : ctx.now() + days * DAY_MS
  const { key, ...stored } = await newKey()
  return { id: await storeKey(ctx, { ...stored, name, scopes, expiresAt }, 'api_key_created'), key }
}

/** Creates a key for a feed's address, valid for that feed only. @throws as `storeKey` */
export async function createFeed(ctx: MemberContext, { name }: CreateFeedInput): Promise<NewApiKey> {
  const { key, ...stored } = await newKey()
  const feed = { ...stored, name, scopes: FEED_SCOPE, expiresAt: null }
  return { id: await storeKey(ctx, feed, 'api_key_created'), key }
}

interface StoredKey {
  name: string
  prefix: string
  keyHash: string
  scopes: string
  expiresAt: number | null
}

/**
 * The INSERT itself counts the organization's other keys, so that concurrent calls can't exceed the limit.
 *
 * @param also statements for the same batch; they must check that the key exists
 * @returns the key's id
 * @throws DomainError `plan_limit`, `email_not_verified`, `recent_login_needed`; `conflict` if there are too many keys
 */
export async function storeKey(
  ctx: MemberContext,
  { name, prefix, keyHash, scopes, expiresAt }: StoredKey,
  event: 'api_key_created' | 'assistant_connected',
  also: (id: string) => readonly Statement[] = () => [],
): Promise<string> {
  requireApiAccess(ctx)
  requireVerified(ctx)
  requireRecentLogin(ctx)
  const id = ctx.createId()
  const now = ctx.now()
  const made = ctx.db.statement<{ id: string }>(sql`
    INSERT INTO api_keys (id, organization_id, created_by, name, prefix, key_hash, scopes, created_at, expires_at)
    SELECT ${id}, ${ctx.organization.id}, ${ctx.session.user.id}, ${name}, ${prefix}, ${keyHash},
      ${scopes}, ${now}, ${expiresAt}
    WHERE (SELECT count(*) FROM api_keys WHERE organization_id = ${ctx.organization.id} AND replaced_by IS NULL
      AND (expires_at IS NULL OR expires_at > ${now})) < ${MAX_API_KEYS}
    RETURNING id`)
  const about = { organizationId: ctx.organization.id, action: event, subject: name }
  const [{ results }] = await batch(ctx.db, [made, recordAction(ctx, about), ...also(id)])
  if (results.length === 0) throw new DomainError('conflict', TOO_MANY_KEYS)
  await audit(ctx, event, 'done', { detail: scopes })
  return id
}

const TOO_MANY_KEYS = `You already have ${MAX_API_KEYS} keys and assistants. Revoke one first.`

async function newKey() {
  const key = KEY_MARK + randomToken()
  return { key, keyHash: await sha256Hex(key), prefix: key.slice(0, PREFIX_CHARS) }
}

const SCOPES = [...KEY_SCOPES, FEED_SCOPE] as const

/** Newest first; ended keys are left out. */
export async function listApiKeys(ctx: MemberContext) {
  return { items: apiKeyViews(await apiKeysQuery(ctx)), nextCursor: null }
}

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
      redirectUri: assistantGrants.redirectUri,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(assistantGrants, eq(assistantGrants.keyId, apiKeys.id))
    .where(
      and(
        eq(apiKeys.organizationId, ctx.session.organization.id),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, ctx.now())),
      ),
    )
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
}

export function apiKeyViews(rows: Awaited<ReturnType<typeof apiKeysQuery>>): ApiKeyView[] {
  return rows.map(({ replacedBy, redirectUri, scopes, createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    assistantHost: redirectUri && new URL(redirectUri).host,
    scopes: SCOPES.filter((scope) => scopes.split(' ').includes(scope)),
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(lastUsedAt),
    isReplaced: replacedBy !== null,
  }))
}

/**
 * Replaces a key with a new one that has the same name, scopes and lifetime, and the caller's role. The former key
 * stays valid for the requested hours, so that programs can switch without a gap. Only one of concurrent calls
 * succeeds.
 *
 * @returns the new key, which is shown only now
 * @throws DomainError `plan_limit`, `recent_login_needed`; `not_found` if the key has ended or was already replaced
 */
export async function rotateApiKey(ctx: MemberContext, input: RotateApiKeyInput): Promise<NewApiKey> {
  requireApiAccess(ctx)
  requireRecentLogin(ctx)
  const { key, keyHash, prefix } = await newKey()
  const id = ctx.createId()
  const now = ctx.now()
  const end = now + input.overlapHours * HOUR_MS
  const isOpen = sql`id = ${input.id} AND organization_id = ${ctx.organization.id} AND replaced_by IS NULL
    AND (expires_at IS NULL OR expires_at > ${now})
    AND NOT EXISTS (SELECT 1 FROM assistant_grants WHERE key_id = api_keys.id)`
  const [, , replaced] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO api_keys (id, organization_id, created_by, name, prefix, key_hash, scopes, created_at, expires_at)
      SELECT ${id}, organization_id, ${ctx.session.user.id}, name, ${prefix}, ${keyHash}, scopes, ${now},
        ${now} + expires_at - created_at
      FROM api_keys WHERE ${isOpen}`),
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'api_key_rotated',
      subject: sql`(SELECT name FROM api_keys WHERE id = ${id})`,
    }),
    ctx.db.statement<{ id: string }>(sql`
      UPDATE api_keys SET replaced_by = ${id}, expires_at = min(coalesce(expires_at, ${end}), ${end})
      WHERE ${isOpen} RETURNING id`),
  ])
  if (replaced.results.length === 0) throw new DomainError('not_found', KEY_GONE)
  await audit(ctx, 'api_key_rotated', 'done')
  return { id, key }
}

/** @throws DomainError `not_found` */
export function revokeApiKey(ctx: MemberContext, { id }: ApiKeyId): Promise<void> {
  return endKey(ctx, id, 'api_key_revoked')
}

/** @throws DomainError `not_found` */
export function disconnectAssistant(ctx: MemberContext, { id }: ApiKeyId): Promise<void> {
  return endKey(ctx, id, 'assistant_disconnected')
}

async function endKey(
  ctx: MemberContext,
  id: string,
  event: 'api_key_revoked' | 'assistant_disconnected',
): Promise<void> {
  const { id: organizationId } = ctx.organization
  const isIt = and(eq(apiKeys.id, id), eq(apiKeys.organizationId, organizationId))
  const subject = sql`(SELECT name FROM api_keys WHERE ${isIt})`
  const [, revoked] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: event, subject }, sql`${subject} IS NOT NULL`),
    ctx.db.delete(apiKeys).where(isIt).returning({ id: apiKeys.id }),
  ])
  if (revoked.length === 0) throw new DomainError('not_found', KEY_GONE)
  await audit(ctx, event, 'done')
}

export function endAllKeysOf({ db }: Pick<BackgroundContext, 'db'>, userId: string) {
  return db.delete(apiKeys).where(eq(apiKeys.createdBy, userId))
}

export function endKeysOf(
  { db }: Pick<BackgroundContext, 'db'>,
  { organizationId, userId }: { organizationId: string; userId: string },
  condition: SQL,
) {
  return db
    .delete(apiKeys)
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.createdBy, userId), condition))
}

const OPENED: EnforcedBy<'key'> = 'hasApiAccess'

/** @throws DomainError `plan_limit` if the plan doesn't include the API */
export function requireApiAccess({ organization }: Pick<MemberContext, 'organization'>): void {
  if (hasFeature(organization.plan, OPENED)) return
  throw new DomainError('plan_limit', lockedFeature(OPENED))
}
