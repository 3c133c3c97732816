import { and, eq, gt, sql } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import type { ProviderPerson } from '../../oauth/provider.ts'
import { OAuthRefusal } from '../../oauth/refusal.ts'
import { OAUTH_PROVIDER_NAMES } from '../../rules/oauth.ts'
import { audit } from '../log/audit.ts'
import { recordLogin } from '../sessions/session-store.ts'

/**
 * Records that a session's owner was just confirmed, for actions that need a recent login. The statement itself checks
 * that the identity is the owner's.
 *
 * @throws OAuthRefusal `expired` if the session has ended; `stranger` if the identity isn't linked to its account
 */
export async function confirmSession(ctx: Context, sessionId: string, person: ProviderPerson): Promise<void> {
  const { provider, subject } = person
  const now = ctx.now()
  const isLive = and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now))
  const isOwners = sql`EXISTS (SELECT 1 FROM user_identities AS identity WHERE identity.provider = ${provider}
    AND identity.subject = ${subject} AND identity.user_id = ${sessions.userId})`
  const [confirmed] = await recordLogin(ctx, sessionId, and(isLive, isOwners))
  if (!confirmed) {
    const [session] = await ctx.db.select({ id: sessions.id }).from(sessions).where(isLive)
    throw session
      ? new OAuthRefusal('stranger', `the identity at ${OAUTH_PROVIDER_NAMES[provider]} is not the account's`)
      : new OAuthRefusal('expired', 'the session that asked has ended')
  }
  await audit(ctx, 'provider_confirmed', 'done', { ...confirmed, organizationId: null, detail: provider })
}
