import { sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import {
  type CreateApiKeyInput,
  type CreateFeedInput,
  FEED_SCOPE,
  KEY_SCOPES,
  MAX_API_KEYS,
  type NewApiKey,
} from '../../rules/api-keys.ts'
import { DAY_MS } from '../../rules/durations.ts'
import { audit } from '../log/audit.ts'
import { recordAction } from '../log/record-action.ts'
import { requireRecentLogin, requireVerified } from '../sessions/require-proof.ts'
import { requireApiAccess } from './api-access.ts'

/** Recognisable prefix for secret scanners; it also tells keys from access tokens. */
export const KEY_MARK = 'rvk_'
const PREFIX_CHARS = KEY_MARK.length + 6

/** Creates a key for programs, with the requested scopes and the caller's role. @throws as `storeKey` */
export function createApiKey(
  ctx: MemberContext,
  { name, days, ...input }: CreateApiKeyInput,
): Promise<NewApiKey> {
  const scopes = KEY_SCOPES.filter((known) => input.scopes.includes(known)).join(' ')
  return storeKey(ctx, { name, scopes, expiresAt: days === null ? null : ctx.now() + days * DAY_MS })
}

/** Creates a key for a feed's address, valid for that feed only. @throws as `storeKey` */
export function createFeed(ctx: MemberContext, { name }: CreateFeedInput): Promise<NewApiKey> {
  return storeKey(ctx, { name, scopes: FEED_SCOPE, expiresAt: null })
}

/**
 * The INSERT itself counts the organization's other keys, so that concurrent calls can't exceed the limit.
 *
 * @returns the key, which is shown this once
 * @throws DomainError `plan_limit`, `email_not_verified`, `recent_login_needed`; `conflict` if there are too many keys
 */
async function storeKey(
  ctx: MemberContext,
  { name, scopes, expiresAt }: { name: string; scopes: string; expiresAt: number | null },
): Promise<NewApiKey> {
  requireApiAccess(ctx)
  requireVerified(ctx)
  requireRecentLogin(ctx)
  const { key, keyHash, prefix } = await newKey()
  const now = ctx.now()
  const made = ctx.db.statement<{ id: string }>(sql`
    INSERT INTO api_keys (id, organization_id, created_by, name, prefix, key_hash, scopes, created_at, expires_at)
    SELECT ${ctx.createId()}, ${ctx.organization.id}, ${ctx.session.user.id}, ${name}, ${prefix}, ${keyHash},
      ${scopes}, ${now}, ${expiresAt}
    WHERE (SELECT count(*) FROM api_keys WHERE organization_id = ${ctx.organization.id} AND replaced_by IS NULL
      AND (expires_at IS NULL OR expires_at > ${now})) < ${MAX_API_KEYS}
    RETURNING id`)
  const about = {
    organizationId: ctx.organization.id,
    action: 'api_key_created',
    subject: name,
  } as const
  const [{ results }] = await ctx.db.batch([made, recordAction(ctx, about)])
  const [stored] = results
  if (!stored) throw new DomainError('conflict', `You already have ${MAX_API_KEYS} keys. Revoke one first.`)
  await audit(ctx, 'api_key_created', 'done', { detail: scopes })
  return { id: stored.id, key }
}

/** Generates a key with 256 random bits, its hash for storage, and the prefix shown from then on. */
export async function newKey() {
  const key = KEY_MARK + randomToken()
  return { key, keyHash: await sha256Hex(key), prefix: key.slice(0, PREFIX_CHARS) }
}
