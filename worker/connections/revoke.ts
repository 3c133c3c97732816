import { and, eq, ne, sql } from 'drizzle-orm'
import { connections } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { CONNECTION_FLOWS } from '../oauth/handshake.ts'
import { logFault } from '../platform/log.ts'
import type { Connection } from './access-token.ts'
import { connectionHolder, openToken } from './tokens.ts'

/** Tells whether the same account is connected elsewhere; no data of that connection is read. */
export function othersOf(ctx: BackgroundContext, { id, provider, subject }: Connection) {
  return ctx.db
    .select({ known: sql<number>`1`.as('known') })
    .from(connections)
    .where(and(eq(connections.provider, provider), eq(connections.subject, subject), ne(connections.id, id)))
    .limit(1)
}

/**
 * Tells a platform that a connection has ended, once its tokens are deleted: so one that does not answer is only logged. It
 * revokes everything the account has allowed us, so we don't ask while another organization uses the account.
 *
 * @param others what `othersOf` has found
 */
export async function tellPlatform(
  ctx: BackgroundContext & { requestId?: string },
  connection: Connection,
  others: readonly unknown[],
): Promise<void> {
  if (connection.state !== 'active' || others.length > 0) return
  const { provider, sealedAccessToken, sealedRefreshToken } = connection
  const holder = connectionHolder(connection)
  try {
    await CONNECTION_FLOWS[provider].revoke(ctx, {
      accessToken: await openToken(ctx.settings, holder, sealedAccessToken),
      refreshToken: sealedRefreshToken && (await openToken(ctx.settings, holder, sealedRefreshToken)),
    })
  } catch (cause) {
    logFault('connection_not_revoked', cause, { provider, requestId: ctx.requestId })
  }
}

/** Deletes all connections of an organization that is erased, and tells the platforms. */
export async function revokeConnections(ctx: BackgroundContext, organizationId: string): Promise<void> {
  const own = await ctx.db.select().from(connections).where(eq(connections.organizationId, organizationId))
  for (const connection of own) {
    const [others] = await ctx.db.batch([
      othersOf(ctx, connection),
      ctx.db.delete(connections).where(eq(connections.id, connection.id)),
    ])
    await tellPlatform(ctx, connection, others)
  }
}
