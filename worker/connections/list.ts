import { and, asc, eq } from 'drizzle-orm'
import { businesses, connectionLinks, connections } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { ConnectionView, LinkView } from '../rules/connections.ts'

/** The accounts at platforms that the organization is connected with, and what each is used for. */
export async function listConnections(
  ctx: MemberContext,
): Promise<{ items: ConnectionView[]; nextCursor: null }> {
  const [rows, links] = await ctx.db.batch([connectionsQuery(ctx), linksQuery(ctx)])
  return { items: connectionViews(rows, links), nextCursor: null }
}

/** With `linksQuery`, the rows that `connectionViews` takes, for a batch. Tokens are not read. */
export function connectionsQuery(ctx: MemberContext) {
  return ctx.db
    .select({
      id: connections.id,
      provider: connections.provider,
      label: connections.label,
      state: connections.state,
      fault: connections.fault,
      createdAt: connections.createdAt,
    })
    .from(connections)
    .where(eq(connections.organizationId, ctx.organization.id))
    .orderBy(asc(connections.createdAt), asc(connections.id))
}

export function linksQuery(ctx: MemberContext) {
  return ctx.db
    .select({
      connectionId: connectionLinks.connectionId,
      businessId: connectionLinks.businessId,
      businessName: businesses.name,
      platform: connectionLinks.platform,
      placeId: connectionLinks.placeId,
      placeName: connectionLinks.placeName,
    })
    .from(connectionLinks)
    .innerJoin(
      businesses,
      and(
        eq(businesses.id, connectionLinks.businessId),
        eq(businesses.organizationId, connectionLinks.organizationId),
      ),
    )
    .where(eq(connectionLinks.organizationId, ctx.organization.id))
    .orderBy(asc(businesses.name), asc(businesses.id))
}

export function connectionViews(
  rows: Awaited<ReturnType<typeof connectionsQuery>>,
  links: Awaited<ReturnType<typeof linksQuery>>,
): ConnectionView[] {
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    since: new Date(createdAt).toISOString(),
    links: links
      .filter(({ connectionId }) => connectionId === row.id)
      .map(({ connectionId: _, ...link }): LinkView => link),
  }))
}
