import { and, eq, ne, sql } from 'drizzle-orm'
import { businesses, connectionLinks, connections } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { CONNECTION_FLOWS } from '../oauth/handshake.ts'
import { isLimited } from '../platform/business-access.ts'
import { logFault } from '../platform/log.ts'
import { CONNECTION_PROVIDER_NAMES, type ConnectionId } from '../rules/connections.ts'
import { type Connection, connectionHolder, openToken } from './access-token.ts'
import { fallBack } from './link.ts'
import { connectionNotFound, requireConnection } from './list.ts'

const USED_ELSEWHERE =
  'This account is also used for businesses that you don’t look after. Ask an admin to disconnect it.'

/**
 * Disconnects an account at once and notifies the platform. Deletes its tokens; its sources switch to a public listing
 * or end. Their reviews stay.
 *
 * @throws DomainError `not_found`; `not_permitted` if the caller may not see every business that uses the connection
 */
export async function removeConnection(ctx: MemberContext, input: ConnectionId): Promise<void> {
  const connection = await requireConnection(ctx, input.id)
  const [links, others] = await ctx.db.batch([linksOf(ctx, connection), othersOf(ctx, connection)])
  const { businessIds } = ctx.organization
  if (
    businessIds &&
    isLimited(ctx.organization) &&
    links.some(({ businessId }) => !businessIds.includes(businessId))
  ) {
    throw new DomainError('not_permitted', USED_ELSEWHERE)
  }
  const own = and(eq(connections.id, connection.id), eq(connections.organizationId, ctx.organization.id))
  const [removed] = await ctx.db.batch([
    ctx.db.delete(connections).where(own).returning({ id: connections.id }),
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'connection_removed',
      subject: `${CONNECTION_PROVIDER_NAMES[connection.provider]} (${connection.label})`,
    }),
    ...fallBack(ctx, links),
  ])
  if (removed.length === 0) throw connectionNotFound()
  await audit(ctx, 'connection_removed', 'done', { detail: connection.provider })
  await tellPlatform(ctx, connection, others)
}

/**
 * Statement that deletes the connections of a user whose email address isn't verified, because the person who verifies
 * it later may be somebody else.
 */
export function endConnectionsOfUnproven({ db }: BackgroundContext, userId: string) {
  const isUnproven = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND email_verified_at IS NULL)`
  return db.delete(connections).where(and(eq(connections.createdBy, userId), isUnproven))
}

function linksOf(ctx: MemberContext, connection: Connection) {
  const { businessId, platform, connectionId, organizationId } = connectionLinks
  return ctx.db
    .select({ businessId, platform, googleBusinessUrl: businesses.googleBusinessUrl })
    .from(connectionLinks)
    .innerJoin(businesses, eq(businesses.id, businessId))
    .where(and(eq(connectionId, connection.id), eq(organizationId, ctx.organization.id)))
}

/** Query for another connection of the same account, in any organization. Reads none of that connection's data. */
function othersOf(ctx: BackgroundContext, { id, provider, subject }: Connection) {
  return ctx.db
    .select({ known: sql<number>`1`.as('known') })
    .from(connections)
    .where(and(eq(connections.provider, provider), eq(connections.subject, subject), ne(connections.id, id)))
    .limit(1)
}

/**
 * Revokes a connection at the platform. The connection's row and tokens are already deleted, so a failure is only
 * logged. Revoking ends everything the account has allowed us, so it is skipped while another organization uses the
 * account.
 *
 * @param others result of `othersOf`
 */
async function tellPlatform(
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

/** Deletes all connections of an organization that is being erased, and notifies the platforms. */
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
