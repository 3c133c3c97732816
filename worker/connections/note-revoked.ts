import { and, eq } from 'drizzle-orm'
import { connections } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { logEvent } from '../platform/log.ts'
import { CONNECTION_PROVIDER_NAMES, type ConnectionProvider } from '../rules/connections.ts'
import { failure } from '../sources/failure.ts'

/**
 * Notes that a connection does not hold any more, unless it was connected anew since it was read.
 *
 * @throws SourceError `reconnect`, always
 */
export async function noteRevoked(
  ctx: BackgroundContext,
  connection: { id: string; provider: ConnectionProvider; sealedAccessToken: string },
): Promise<never> {
  const name = CONNECTION_PROVIDER_NAMES[connection.provider]
  const noted = await ctx.db
    .update(connections)
    .set({
      state: 'revoked',
      fault: `${name} no longer lets us in: the permission was taken back there, or has ended.`,
      updatedAt: ctx.now(),
    })
    .where(
      and(
        eq(connections.id, connection.id),
        eq(connections.sealedAccessToken, connection.sealedAccessToken),
        eq(connections.state, 'active'),
      ),
    )
    .returning({ id: connections.id })
  if (noted.length > 0) logEvent('connection_revoked', { connectionId: connection.id })
  throw failure(name, 'reconnect')
}
