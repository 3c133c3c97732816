import { and, eq, sql } from 'drizzle-orm'
import { businesses, connectionLinks, connections } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { isLimited } from '../platform/business-access.ts'
import { CONNECTION_PROVIDER_NAMES, type ConnectionId } from '../rules/connections.ts'
import type { Connection } from './access-token.ts'
import { fallBack } from './fall-back.ts'
import { connectionNotFound, requireConnection } from './require-connection.ts'
import { othersOf, tellPlatform } from './revoke.ts'

const USED_ELSEWHERE =
  'This account is also used for businesses that you don’t look after. Ask an admin to disconnect it.'

/**
 * Disconnects an account at once and tells the platform. Its tokens are deleted; its sources go on with a public listing or
 * end. Reviews that came through it stay.
 *
 * @throws DomainError `not_found`; `not_permitted` where a business depends on it that the caller may not see
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

/** The statement that ends the connections of somebody whose address is not proven: whoever proves it may be somebody else. */
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
