import { and, asc, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses, connectionLinks, connections } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { isOwn } from '../platform/business-access.ts'
import type { ConnectionView, LinkView } from '../rules/connections.ts'
import { iso } from '../rules/durations.ts'

/** The accounts at platforms that the organization is connected with, and what each is used for. */
export async function listConnections(ctx: MemberContext) {
  const [rows, links] = await ctx.db.batch([connectionsQuery(ctx), linksQuery(ctx)])
  return { items: connectionViews(rows, links), nextCursor: null }
}

/** With `linksQuery`, the rows that `connectionViews` takes, for a batch. Tokens are not read. */
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
