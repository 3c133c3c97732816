import { and, eq, gt, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { apiKeys } from '#db/schema/accounts.ts'
import type { BackgroundContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { liveBusinesses, reachOf } from '../../platform/business-access.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { FEED_SCOPE } from '../../rules/api-keys.ts'
import { MINUTE_MS } from '../../rules/durations.ts'
import { canNeedApproval, isRole } from '../../rules/permissions.ts'
import { countCalls, countedCalls } from '../limits/call-limit.ts'
import type { ActiveSession } from '../sessions/active-session.ts'

/** Prefix by which secret scanners recognize a key; it also distinguishes keys from access tokens. */
export const KEY_MARK = 'rvk_'
/** Prefix of an assistant's access token, which is valid at `/mcp` only. */
export const ASSISTANT_MARK = 'rva_'

/** Minimum interval between updates of a key's `last_used_at`, so that a busy key costs few writes. */
const USE_WRITE_MS = 5 * MINUTE_MS

export function isApiKey(bearer: string): boolean {
  return bearer.startsWith(KEY_MARK)
}

export function isAssistantToken(bearer: string): boolean {
  return bearer.startsWith(ASSISTANT_MARK)
}

const USES = {
  program: () => ne(apiKeys.scopes, FEED_SCOPE),
  feed: () => eq(apiKeys.scopes, FEED_SCOPE),
  // Related to the key's row: `IN` would read all grants.
  assistant: (now: number) =>
    sql`EXISTS (SELECT 1 FROM assistant_grants WHERE key_id = ${apiKeys.id} AND access_until > ${now})`,
}

/**
 * Resolves a key to its organization, its creator's role and the current plan, in one round trip.
 *
 * @param calls number of API calls in this request; each key has its own limit
 * @param use feed keys aren't valid for the API, nor API keys for feeds; assistants' tokens expire before their keys
 * @throws DomainError `not_signed_in` if the key doesn't exist, has expired or was revoked, or if its creator is no
 * longer an active member
 */
export async function resolveApiKey(
  ctx: Pick<BackgroundContext, 'db' | 'now'>,
  key: string,
  calls = 0,
  use: keyof typeof USES = 'program',
): Promise<ActiveSession> {
  const { db } = ctx
  const now = ctx.now()
  const isLive = sql`(${and(
    eq(apiKeys.keyHash, await sha256Hex(key)),
    USES[use](now),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
  )})`
  const isStale = or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, now - USE_WRITE_MS))
  const counting = calls > 0 ? [countCalls(db, isLive, { now, calls }, apiKeys)] : []
  const [found, , ...counted] = await db.batch([
    db.statement<KeyRow>(select(isLive)),
    db.update(apiKeys).set({ lastUsedAt: now }).where(and(isLive, isStale)),
    ...counting,
  ])
  const session = sessionOf(found.results[0], now)
  if (!session) throw new DomainError('not_signed_in', 'This API key does not exist or has expired.')
  const own = counted[0] && countedCalls(counted[0], calls)
  return own ? { ...session, calls: own } : session
}

interface KeyRow {
  id: string
  scopes: string
  expires_at: number | null
  user_id: string
  email: string
  email_verified_at: number | null
  must_change_password: number
  full_name: string
  organization_id: string
  organization_name: string
  role: string
  business_ids: string | null
  suggests_only: 0 | 1
  live_businesses: string | null
  plan_type: string | null
}

function select(isLive: SQL): SQL {
  return sql`SELECT api_keys.id, api_keys.scopes, api_keys.expires_at, users.id AS user_id, users.email,
      users.email_verified_at, users.must_change_password, profiles.full_name, organizations.id AS organization_id,
      organizations.name AS organization_name, member.role, member.business_ids, member.suggests_only, subscription.plan_type,
      ${liveBusinesses(sql`organizations.id`)} AS live_businesses
    FROM api_keys
    JOIN users ON users.id = api_keys.created_by
    JOIN profiles ON profiles.id = users.id
    JOIN organizations ON organizations.id = api_keys.organization_id
    JOIN organization_users AS member ON member.organization_id = organizations.id AND member.user_id = users.id
      AND member.is_active = 1
    LEFT JOIN organization_subscriptions AS subscription ON subscription.organization_id = organizations.id
    WHERE ${isLive}`
}

function sessionOf(row: KeyRow | undefined, now: number): ActiveSession | null {
  if (!row || !isRole(row.role)) return null
  return {
    id: row.id,
    aal: 'aal1',
    amr: [],
    authenticatedAt: 0,
    factorAt: null,
    keepUntil: null,
    lastActivityAt: now,
    expiresAt: row.expires_at ?? Number.MAX_SAFE_INTEGER,
    nextLevel: 'aal1',
    user: {
      id: row.user_id,
      email: row.email,
      fullName: row.full_name,
      isVerified: row.email_verified_at !== null,
      mustChangePassword: row.must_change_password === 1,
    },
    organization: {
      id: row.organization_id,
      name: row.organization_name,
      role: row.role,
      plan: row.plan_type ?? 'free',
      businessIds: reachOf(row.role, row.business_ids, row.live_businesses),
      suggestsOnly: row.suggests_only === 1 && canNeedApproval(row.role),
    },
    unknownTier: null,
    token: { scopes: row.scopes.split(' '), isKey: true },
  }
}
