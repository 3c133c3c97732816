import { and, asc, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses, connectionLinks, connections } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isOwn } from '../platform/business-access.ts'
import type { ConnectionView, LinkView } from '../rules/connections.ts'
import { iso } from '../rules/durations.ts'
import type { Connection } from './access-token.ts'

export async function listConnections(ctx: MemberContext) {
  const [rows, links] = await ctx.db.batch([connectionsQuery(ctx), linksQuery(ctx)])
  return { items: connectionViews(rows, links), nextCursor: null }
}

/** Batch this with `linksQuery`; `connectionViews` takes both results. Doesn't read tokens. */
export function connectionsQuery(ctx: MemberContext) {
  return ctx.db
    .select(columns(connections, 'id', 'provider', 'label', 'state', 'fault', 'createdAt'))
    .from(connections)
    .where(eq(connections.organizationId, ctx.organization.id))
    .orderBy(asc(connections.createdAt), asc(connections.id))
}

export function linksQuery(ctx: MemberContext) {
  const isNamed = and(
    eq(businesses.id, connectionLinks.businessId),
    eq(businesses.organizationId, connectionLinks.organizationId),
  )
  return ctx.db
    .select({
      ...columns(connectionLinks, 'connectionId', 'businessId', 'platform', 'placeId', 'placeName'),
      businessName: businesses.name,
    })
    .from(connectionLinks)
    .innerJoin(businesses, isNamed)
    .where(isOwn(ctx, connectionLinks))
    .orderBy(asc(businesses.name), asc(businesses.id))
}

type ConnectionRow = Awaited<ReturnType<typeof connectionsQuery>>[number]
type LinkRow = Awaited<ReturnType<typeof linksQuery>>[number]

export function connectionViews(rows: ConnectionRow[], links: LinkRow[]): ConnectionView[] {
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    since: iso(createdAt),
    links: links
      .filter(({ connectionId }) => connectionId === row.id)
      .map(({ connectionId: _, ...link }): LinkView => link),
  }))
}

/** @throws DomainError `not_found` if it doesn't exist or is another organization's */
export async function requireConnection(ctx: MemberContext, id: string): Promise<Connection> {
  const own = and(eq(connections.id, id), eq(connections.organizationId, ctx.organization.id))
  const [connection] = await ctx.db.select().from(connections).where(own)
  if (!connection) throw connectionNotFound()
  return connection
}

/** The organization's oldest active Google connection; null if there is none. */
export async function findGoogleConnection(ctx: MemberContext): Promise<Connection | null> {
  const isUsable = and(
    eq(connections.organizationId, ctx.organization.id),
    eq(connections.provider, 'google'),
    eq(connections.state, 'active'),
  )
  const [connection] = await ctx.db
    .select()
    .from(connections)
    .where(isUsable)
    .orderBy(connections.createdAt)
    .limit(1)
  return connection ?? null
}

export function connectionNotFound(): DomainError {
  return new DomainError('not_found', 'This connection was not found. It may have been disconnected.')
}
