import { and, eq, ne, sql } from 'drizzle-orm'
import { businesses, connectionLinks, connections } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { audit } from '../identity/log/audit.ts'
import { CONNECTION_FLOWS } from '../oauth/flows.ts'
import { logFault } from '../platform/log.ts'
import type { ConnectionId } from '../rules/connections.ts'
import type { Connection } from './access-token.ts'
import { fallBack } from './fall-back.ts'
import { connectionNotFound, requireConnection } from './require-connection.ts'
import { connectionHolder, openToken } from './tokens.ts'

/**
 * Disconnects an account at once: its tokens are deleted, whatever was asked through it goes on another way or ends, and
 * the platform is told. What it brought stays.
 *
 * @throws DomainError `not_found`
 */
export async function removeConnection(ctx: MemberContext, input: ConnectionId): Promise<void> {
  const connection = await requireConnection(ctx, input.id)
  const [links, others] = await ctx.db.batch([linksOf(ctx, connection), othersOf(ctx, connection)])
  const disconnected = links.map(({ businessId, platform, googleBusinessUrl }) => ({
    businessId,
    platform,
    listingUrl: platform === 'google' ? googleBusinessUrl : null,
  }))
  const [removed] = await ctx.db.batch([
    ctx.db
      .delete(connections)
      .where(and(eq(connections.id, connection.id), eq(connections.organizationId, ctx.organization.id)))
      .returning({ id: connections.id }),
    ...fallBack(ctx, disconnected),
  ])
  if (removed.length === 0) throw connectionNotFound()
  await audit(ctx, 'connection_removed', 'done', { detail: connection.provider })
  // A platform takes back all that its account has allowed us: not while another organization uses the same account.
  if (connection.state === 'active' && others.length === 0) await tellPlatform(ctx, connection)
}

function linksOf(ctx: MemberContext, connection: Connection) {
  return ctx.db
    .select({
      businessId: connectionLinks.businessId,
      platform: connectionLinks.platform,
      googleBusinessUrl: businesses.googleBusinessUrl,
    })
    .from(connectionLinks)
    .innerJoin(businesses, eq(businesses.id, connectionLinks.businessId))
    .where(
      and(
        eq(connectionLinks.connectionId, connection.id),
        eq(connectionLinks.organizationId, ctx.organization.id),
      ),
    )
}

/** Whether the same account is connected elsewhere; nothing of it is read. */
function othersOf(ctx: MemberContext, { id, provider, subject }: Connection) {
  return ctx.db
    .select({ known: sql<number>`1`.as('known') })
    .from(connections)
    .where(and(eq(connections.provider, provider), eq(connections.subject, subject), ne(connections.id, id)))
    .limit(1)
}

/** We hold no token any more, so that it matters little whether the platform hears of it. */
async function tellPlatform(ctx: MemberContext, connection: Connection): Promise<void> {
  const { provider, sealedAccessToken, sealedRefreshToken } = connection
  const holder = connectionHolder(connection)
  try {
    await CONNECTION_FLOWS[provider].revoke(ctx, {
      accessToken: await openToken(ctx.settings, holder, sealedAccessToken),
      refreshToken:
        sealedRefreshToken === null ? null : await openToken(ctx.settings, holder, sealedRefreshToken),
    })
  } catch (cause) {
    logFault('connection_not_revoked', cause, { provider, requestId: ctx.requestId })
  }
}
