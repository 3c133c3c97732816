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

/** What every key begins with: secret scanners know it by this, and so do we from an access token. */
export const KEY_MARK = 'rvk_'
const PREFIX_CHARS = KEY_MARK.length + 6

/** Makes a key for programs: the scopes asked for, and the caller's role. @throws as `storeKey` */
export function createApiKey(
  ctx: MemberContext,
  { name, days, ...input }: CreateApiKeyInput,
): Promise<NewApiKey> {
  const scopes = KEY_SCOPES.filter((known) => input.scopes.includes(known)).join(' ')
  return storeKey(ctx, { name, scopes, expiresAt: days === null ? null : ctx.now() + days * DAY_MS })
}

/** Makes a key for the address of a feed, which opens that alone. @throws as `storeKey` */
export function createFeed(ctx: MemberContext, { name }: CreateFeedInput): Promise<NewApiKey> {
  return storeKey(ctx, { name, scopes: FEED_SCOPE, expiresAt: null })
}

/**
 * The storing statement counts the organization's other keys, so that two at once can't pass the limit.
 *
 * @returns the key, which is shown this once
 * @throws DomainError `plan_limit`, `email_not_verified`, `recent_login_needed`; `conflict` where there are too many keys
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

/** A key with 256 random bits, how it is stored, and how it is shown from then on. */
export async function newKey() {
  const key = KEY_MARK + randomToken()
  return { key, keyHash: await sha256Hex(key), prefix: key.slice(0, PREFIX_CHARS) }
}
