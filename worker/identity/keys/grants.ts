import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../rules/durations.ts'
import { audit } from '../log/audit.ts'
import { ASSISTANT_MARK } from './resolve.ts'

const ACCESS_MS = HOUR_MS
/** An assistant that isn't used for this long is disconnected. */
const UNUSED_MS = 90 * DAY_MS
const REFRESH_MARK = 'rvr_'

/** RFC 6749, section 5.1. */
export interface Tokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

interface Redemption {
  code: string
  clientId: string
  redirectUri: string
  verifier: string
}

/** Exchanges a code, once. Null if it isn't valid; a second use ends what the first one got. */
export async function redeemCode(ctx: Context, given: Redemption): Promise<Tokens | null> {
  const { clientId, redirectUri } = given
  const challenge = await sha256Hex(given.verifier)
  return exchange(ctx, await sha256Hex(given.code), clientId, {
    isCurrent: sql`refresh_hash IS NULL AND redirect_uri = ${redirectUri} AND challenge = ${challenge}`,
  })
}

/** Replaces a refresh token and its access token. Null if it isn't valid; a second use ends the grant. */
export async function refreshTokens(
  ctx: Context,
  given: { refreshToken: string; clientId: string },
): Promise<Tokens | null> {
  const [codeHash = ''] = given.refreshToken.slice(REFRESH_MARK.length).split('.')
  const refreshHash = await sha256Hex(given.refreshToken)
  return exchange(ctx, codeHash, given.clientId, { isCurrent: sql`refresh_hash = ${refreshHash}` })
}

/**
 * In one batch: if the grant is in the stated condition, it gets new tokens; otherwise, if it has tokens already, what
 * was presented is an old copy, and the grant ends. So of concurrent calls with one code, one succeeds.
 */
async function exchange(
  ctx: Context,
  codeHash: string,
  clientId: string,
  { isCurrent }: { isCurrent: SQL },
): Promise<Tokens | null> {
  const now = ctx.now()
  const access = ASSISTANT_MARK + randomToken()
  const refresh = `${REFRESH_MARK}${codeHash}.${randomToken()}`
  const refreshHash = await sha256Hex(refresh)
  const [, renewed, ended] = await ctx.db.batch([
    ctx.db.statement(sql`
      UPDATE assistant_grants SET refresh_hash = ${refreshHash}, access_until = ${now + ACCESS_MS}
      WHERE code_hash = ${codeHash} AND client_id = ${clientId} AND ${isCurrent}
        AND EXISTS (SELECT 1 FROM api_keys WHERE id = key_id AND expires_at > ${now})`),
    ctx.db.statement<{ scopes: string }>(sql`
      UPDATE api_keys SET key_hash = ${await sha256Hex(access)}, expires_at = ${now + UNUSED_MS}
      WHERE id = (SELECT key_id FROM assistant_grants WHERE refresh_hash = ${refreshHash}) RETURNING scopes`),
    ctx.db.statement<{ id: string }>(sql`
      DELETE FROM api_keys WHERE id = (SELECT key_id FROM assistant_grants WHERE code_hash = ${codeHash}
        AND refresh_hash <> ${refreshHash}) RETURNING id`),
  ])
  if (ended.results.length > 0) await audit(ctx, 'token_refused', 'refused', { detail: 'used again' })
  const [key] = renewed.results
  if (!key) return null
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_MS / SECOND_MS,
    refresh_token: refresh,
    scope: key.scopes,
  }
}

/** Ends the grant of an access or refresh token; anything else is ignored (RFC 7009). */
export async function revokeToken(ctx: Context, token: string): Promise<void> {
  const hash = await sha256Hex(token)
  await ctx.db.statement(sql`
    DELETE FROM api_keys WHERE id IN (
      SELECT key_id FROM assistant_grants WHERE refresh_hash = ${hash}
      UNION SELECT key_id FROM assistant_grants WHERE key_id = (SELECT id FROM api_keys WHERE key_hash = ${hash}))`)
}
