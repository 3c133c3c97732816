import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { planHas } from '../businesses/choose-source.ts'
import type { BackgroundContext, Context } from '../context.ts'
import { recordAction } from '../identity/log/record-action.ts'
import type { Attempt } from '../oauth/attempts.ts'
import type { ConnectionGrant } from '../oauth/provider.ts'
import { OAuthRefusal } from '../oauth/refusal.ts'
import { CONNECTION_PROVIDER_NAMES } from '../rules/connections.ts'
import { can, ROLES } from '../rules/permissions.ts'
import { connectionHolder, sealToken } from './access-token.ts'

/** `resumePosts` of responses/posting/mark-post.ts. */
export type ResumePosts = (
  ctx: BackgroundContext,
  organizationId: string,
  ofBusinesses: SQL,
) => readonly Statement[]

/**
 * Stores what an owner has allowed. The storing statement decides whether the session that asked still lives and may
 * connect for the organization, and whether its plan has the platform. An account that was connected before keeps its row,
 * and what is linked with it; replies that waited for it are sent (`resumePosts`, which comes after this folder).
 *
 * @returns the connection's id, and who connected it
 * @throws OAuthRefusal `expired`
 */
export async function saveConnection(
  ctx: Context,
  attempt: Attempt<'connect'>,
  grant: ConnectionGrant,
  resumePosts: ResumePosts,
) {
  const { provider, sessionId, organizationId } = attempt
  const { settings } = ctx
  const holder = connectionHolder({ organizationId, provider, subject: grant.subject })
  const { accessToken, refreshToken } = grant
  const now = ctx.now()
  const roles = ROLES.filter((role) => can(role, 'businesses.update'))
  const store = ctx.db.statement<{ id: string; userId: string }>(sql`
    INSERT INTO connections (id, organization_id, provider, subject, label, sealed_refresh_token, sealed_access_token,
      access_expires_at, scopes, state, created_by, created_at, updated_at)
    SELECT ${ctx.createId()}, seat.organization_id, ${provider}, ${grant.subject}, ${grant.label},
      ${refreshToken && (await sealToken(settings, holder, refreshToken))},
      ${await sealToken(settings, holder, accessToken.text)}, ${accessToken.expiresAt}, ${grant.scopes.join(' ')},
      'active', users.id, ${now}, ${now}
    FROM sessions
      JOIN users ON users.id = sessions.user_id AND users.email_verified_at IS NOT NULL
      JOIN organization_users AS seat ON seat.user_id = users.id AND seat.organization_id = ${organizationId}
        AND seat.is_active = 1 AND seat.role IN (SELECT value FROM json_each(${JSON.stringify(roles)}))
        AND ${planHas(provider, sql`seat.organization_id`)}
    WHERE sessions.id = ${sessionId} AND sessions.expires_at > ${now}
    ON CONFLICT (organization_id, provider, subject) DO UPDATE SET
      label = excluded.label, sealed_refresh_token = excluded.sealed_refresh_token,
      sealed_access_token = excluded.sealed_access_token, access_expires_at = excluded.access_expires_at,
      scopes = excluded.scopes, state = 'active', fault = NULL, updated_at = excluded.updated_at
    RETURNING id, (SELECT user_id FROM sessions WHERE sessions.id = ${sessionId}) AS userId`)
  const linked = sql`business_id IN (SELECT business_id FROM connection_links AS link
    JOIN connections AS own ON own.id = link.connection_id
    WHERE own.organization_id = ${organizationId} AND own.provider = ${provider} AND own.subject = ${grant.subject})`
  const connected = {
    organizationId,
    action: 'connection_added',
    userId: sql`(SELECT user_id FROM sessions WHERE sessions.id = ${sessionId})`,
    subject: `${CONNECTION_PROVIDER_NAMES[provider]} (${grant.label})`,
  } as const
  const [stored] = await ctx.db.batch([
    store,
    recordAction(ctx, connected),
    ...resumePosts(ctx, organizationId, linked),
  ])
  const [row] = stored.results
  if (!row) throw new OAuthRefusal('expired', 'the session that asked has ended, or may not connect')
  return { ...row, organizationId }
}
