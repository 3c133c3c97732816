import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { planHas } from '../businesses/choose-source.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { BackgroundContext, Context, MemberContext } from '../context.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { type Attempt, findConnectTarget, takeAttempt } from '../oauth/attempts.ts'
import { requireClient } from '../oauth/clients.ts'
import { beginHandshake, type Callback, CONNECTION_FLOWS, finishHandshake } from '../oauth/handshake.ts'
import type { ConnectionGrant } from '../oauth/provider.ts'
import { OAuthRefusal, problemOf } from '../oauth/refusal.ts'
import { logEvent } from '../platform/log.ts'
import {
  CONNECT_PROBLEMS,
  CONNECTION_PROVIDER_NAMES,
  type ConnectionProvider,
  connectProblemAddress,
} from '../rules/connections.ts'
import { CONNECT_FALLBACK_SCREEN, connectScreen, NEW_PLACE_SCREEN } from '../rules/paths.ts'
import { can, ROLES } from '../rules/permissions.ts'
import { allowsPlatform } from '../rules/plans.ts'
import { connectionHolder, sealToken } from './access-token.ts'

/**
 * Starts connecting a platform account to the caller's organization.
 *
 * @param businessId business to connect a place to; null if places of the account will become new businesses
 * @returns the URL to redirect the browser to
 * @throws OAuthRefusal `not_permitted`, `plan`, `unverified`, `off`; DomainError `not_found` for another organization's
 * business, `too_many` beyond 30 in 15 minutes from one network
 */
export async function beginConnection(
  ctx: MemberContext,
  provider: ConnectionProvider,
  businessId: string | null,
) {
  const { session, organization } = ctx
  if (!can(organization.role, 'businesses.update')) {
    await audit(ctx, 'permission_refused', 'refused', { detail: `connections ${provider}` })
    throw new OAuthRefusal('not_permitted', `the role ${organization.role} does not connect`)
  }
  if (!allowsPlatform(organization.plan, provider)) {
    throw new OAuthRefusal('plan', `the plan ${organization.plan} has no ${provider}`)
  }
  if (!session.user.isVerified) throw new OAuthRefusal('unverified', 'the address is not proven')
  requireClient(ctx.settings, provider)
  const target =
    businessId === null ? NEW_PLACE_SCREEN : connectScreen((await requireBusiness(ctx, businessId)).id)
  await requireTry(ctx, LIMITS.oauthPrefix, ctx.network.prefix)
  const asking = { sessionId: session.id, organizationId: organization.id }
  return beginHandshake(ctx, { purpose: 'connect', provider, target, ...asking })
}

/**
 * Finishes an attempt to connect. Browsers don't send the session's cookie when coming from another site, so the
 * attempt names the session that started it.
 *
 * @returns our own path to continue at: to choose a place, or with an error message
 */
export async function answerConnection(
  ctx: Context,
  provider: ConnectionProvider,
  callback: Callback,
  resumePosts: ResumePosts,
) {
  const attempt = await takeAttempt(ctx, provider, callback, ['connect'])
  if (!attempt) {
    logEvent('connection_without_attempt', { requestId: ctx.requestId, provider })
    const screen = callback.browser === null ? null : await findConnectTarget(ctx, callback.browser)
    return connectProblemAddress('expired', provider, screen ?? CONNECT_FALLBACK_SCREEN)
  }
  try {
    const grant = await finishHandshake(ctx, CONNECTION_FLOWS[provider], attempt, callback)
    const saved = await saveConnection(ctx, attempt, grant, resumePosts)
    await audit(ctx, 'connection_added', 'done', { ...saved, detail: provider })
    const query = new URLSearchParams({ connection: saved.id, connected: provider })
    return `${attempt.target}?${query}`
  } catch (error) {
    const problem = problemOf(error, CONNECT_PROBLEMS)
    if (!problem) throw error
    const reason = error instanceof Error ? error.message : ''
    logEvent('connection_refused', { requestId: ctx.requestId, provider, problem, reason })
    const about = { userId: null, organizationId: attempt.organizationId, detail: `${provider} ${problem}` }
    await audit(ctx, 'connection_added', 'refused', about)
    return connectProblemAddress(problem, provider, attempt.target)
  }
}

/** `resumePosts` from responses/posting/mark-post.ts. */
export type ResumePosts = (
  ctx: BackgroundContext,
  organizationId: string,
  ofBusinesses: SQL,
) => readonly Statement[]

/**
 * Stores a connection that an owner has allowed. The statement itself checks that the session that started the attempt
 * is valid and may connect for the organization, and that the plan includes the platform. An account connected before
 * keeps its row and links. Replies that waited for the connection are sent.
 *
 * @param resumePosts injected, because this folder can't import it
 * @returns the connection's id, and the person who connected it
 * @throws OAuthRefusal `expired`
 */
async function saveConnection(
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
