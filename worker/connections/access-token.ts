import { and, eq, sql } from 'drizzle-orm'
import { connectionLinks, connections } from '#db/schema/index.ts'
import type { SourceKey } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { findClient } from '../oauth/clients.ts'
import { CONNECTION_FLOWS } from '../oauth/handshake.ts'
import { OAuthRefusal } from '../oauth/refusal.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { CONNECTION_PROVIDER_NAMES } from '../rules/connections.ts'
import { MINUTE_MS } from '../rules/durations.ts'
import { failure } from '../sources/failure.ts'
import { SourceError } from '../sources/source.ts'
import { connectionHolder, type Holder, openToken, placeHolder, sealToken } from './tokens.ts'

export type Connection = typeof connections.$inferSelect

/** A token that expires within this time is renewed: a request may take a while to get there. */
const RENEW_BEFORE_MS = MINUTE_MS

/**
 * The token with which the source of a business is read through its connection.
 *
 * @param refused a token that the platform refused although it should still be valid; another one is fetched
 * @throws SourceError `reconnect` when the connection is gone or was revoked, `unavailable`, `not_allowed`
 */
export async function accessTokenFor(ctx: BackgroundContext, source: SourceKey, refused?: string) {
  const isLinked = and(
    eq(connections.id, connectionLinks.connectionId),
    eq(connections.organizationId, connectionLinks.organizationId),
  )
  const [row] = await ctx.db
    .select({ connection: connections, sealedToken: connectionLinks.sealedToken })
    .from(connectionLinks)
    .innerJoin(connections, isLinked)
    .where(
      and(
        eq(connectionLinks.businessId, source.businessId),
        sql`${connectionLinks.platform} = ${source.platform}`,
        eq(connectionLinks.organizationId, source.organizationId),
      ),
    )
  if (!row) throw failure(source.platform === 'google' ? 'google' : 'facebook', 'reconnect')
  const { connection, sealedToken } = row
  if (sealedToken === null) return connectionToken(ctx, connection, refused)
  requireActive(connection)
  const token = await opened(ctx, connection, placeHolder(source), sealedToken)
  // A place's token can't be renewed: when it is refused, the permission was revoked.
  return token === refused ? recordRevoked(ctx, connection) : token
}

/**
 * The access token of a connection, renewed when it has expired. Several callers may find it expired at once: each gets a
 * valid one, and one of them is stored.
 *
 * @throws SourceError as `accessTokenFor`
 */
export async function connectionToken(ctx: BackgroundContext, connection: Connection, refused?: string) {
  requireActive(connection)
  const token = await opened(ctx, connection, connectionHolder(connection), connection.sealedAccessToken)
  const { accessExpiresAt } = connection
  const isValid = accessExpiresAt === null || accessExpiresAt > ctx.now() + RENEW_BEFORE_MS
  return isValid && token !== refused ? token : renewed(ctx, connection)
}

async function renewed(ctx: BackgroundContext, connection: Connection): Promise<string> {
  const { provider, sealedRefreshToken } = connection
  const { refresh } = CONNECTION_FLOWS[provider]
  if (refresh === null || sealedRefreshToken === null) return recordRevoked(ctx, connection)
  const name = CONNECTION_PROVIDER_NAMES[provider]
  const client = findClient(ctx.settings, provider)
  if (!client) {
    throw failure(provider, 'not_allowed', { message: `Connecting ${name} has been switched off here.` })
  }
  const holder = connectionHolder(connection)
  const refreshToken = await opened(ctx, connection, holder, sealedRefreshToken)
  const token = await refresh(ctx, client, refreshToken).catch((cause: unknown) => {
    if (!(cause instanceof OAuthRefusal)) throw cause
    if (cause.providerError === 'invalid_grant') return null
    throw new SourceError('unavailable', `${name} didn't renew our access.`, { cause })
  })
  if (token === null) return recordRevoked(ctx, connection)
  await ctx.db
    .update(connections)
    .set({
      sealedAccessToken: await sealToken(ctx.settings, holder, token.text),
      // Sealed again, with the present key.
      sealedRefreshToken: await sealToken(ctx.settings, holder, refreshToken),
      accessExpiresAt: token.expiresAt,
      updatedAt: ctx.now(),
    })
    // A newer token of another renewal or a new connection stays; this one is valid as well.
    .where(isUnchanged(connection))
  return token.text
}

/** The connection as it was read, unless it got another token or was revoked since. */
function isUnchanged({ id, sealedAccessToken }: Connection) {
  const { state } = connections
  return and(
    eq(connections.id, id),
    eq(connections.sealedAccessToken, sealedAccessToken),
    eq(state, 'active'),
  )
}

function requireActive({ provider, state }: Connection): void {
  if (state !== 'active') throw failure(provider, 'reconnect')
}

/** A token that none of our keys opens is useless: its owner has to connect again. */
async function opened(ctx: BackgroundContext, connection: Connection, holder: Holder, sealed: string) {
  return openToken(ctx.settings, holder, sealed).catch((cause: unknown) => {
    logFault('connection_token_unreadable', cause, { connectionId: connection.id })
    return recordRevoked(ctx, connection)
  })
}

/** Records that a connection was revoked, unless it was connected anew since. @throws SourceError `reconnect`, always */
async function recordRevoked(ctx: BackgroundContext, connection: Connection): Promise<never> {
  const name = CONNECTION_PROVIDER_NAMES[connection.provider]
  const recorded = await ctx.db
    .update(connections)
    .set({
      state: 'revoked',
      fault: `${name} no longer lets us in: the permission was withdrawn or has expired.`,
      updatedAt: ctx.now(),
    })
    .where(isUnchanged(connection))
    .returning({ id: connections.id })
  if (recorded.length > 0) logEvent('connection_revoked', { connectionId: connection.id })
  throw failure(connection.provider, 'reconnect')
}
