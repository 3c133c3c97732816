import { and, eq, sql } from 'drizzle-orm'
import { connectionLinks, connections } from '#db/schema/index.ts'
import type { SourceKey } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { logFault } from '../platform/log.ts'
import { CONNECTION_PROVIDER_NAMES } from '../rules/connections.ts'
import { failure } from '../sources/failure.ts'
import { connectionToken, openedToken, placeHolder, requireActive, sealToken } from './access-token.ts'
import { findPlace } from './places.ts'

/**
 * The access token for a business's source, from its connection. If the platform refuses a place's own token, as after
 * the owner connected again, it is replaced by the token that the platform lists now. If there is none, only this
 * source fails.
 *
 * @param refused a token that the platform refused although it should still be valid; another one is fetched
 * @throws SourceError `reconnect` when the connection is gone or was revoked, `unavailable`, `not_allowed`
 */
export async function accessTokenFor(ctx: BackgroundContext, source: SourceKey, refused?: string) {
  const isLinked = and(
    eq(connections.id, connectionLinks.connectionId),
    eq(connections.organizationId, connectionLinks.organizationId),
  )
  const { placeId, sealedToken } = connectionLinks
  const [row] = await ctx.db
    .select({ connection: connections, placeId, sealedToken })
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
  const { connection } = row
  const sealed = row.sealedToken
  if (sealed === null) return connectionToken(ctx, connection, refused)
  requireActive(connection)
  const stored = await openedToken(ctx.settings, placeHolder(source), sealed).catch((cause: unknown) => {
    logFault('place_token_unreadable', cause, { connectionId: connection.id })
    return null
  })
  if (stored === null || stored.text === refused) {
    const place = await findPlace(ctx, connection, row.placeId)
    if (!place?.accessToken || place.accessToken === refused) {
      const name = CONNECTION_PROVIDER_NAMES[connection.provider]
      const message = `${connection.label} no longer lets us in to this place on ${name}. Connect it again.`
      throw failure(connection.provider, 'reconnect', { message })
    }
    await store(ctx, source, sealed, place.accessToken)
    return place.accessToken
  }
  if (stored.isOldKey) await store(ctx, source, sealed, stored.text)
  return stored.text
}

/** Replaces a link's token, unless it was replaced since it was read. */
async function store(ctx: BackgroundContext, source: SourceKey, former: string, token: string) {
  await ctx.db
    .update(connectionLinks)
    .set({ sealedToken: await sealToken(ctx.settings, placeHolder(source), token) })
    .where(
      and(
        eq(connectionLinks.organizationId, source.organizationId),
        eq(connectionLinks.businessId, source.businessId),
        eq(connectionLinks.sealedToken, former),
      ),
    )
}
