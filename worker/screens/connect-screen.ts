import { and, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses, businessSources } from '#db/schema/index.ts'
import { areOwn, businessNotFound } from '../businesses/require-business.ts'
import { connectionsQuery, connectionViews, linksQuery } from '../connections/list.ts'
import type { MemberContext } from '../context.ts'
import { offeredConnections } from '../oauth/clients.ts'
import { CONNECTION_PROVIDERS, type ConnectScreenInput, type ConnectView } from '../rules/connections.ts'
import { allowsPlatform } from '../rules/plans.ts'
import { googlePublic } from '../sources/google-public/google-public.ts'
import { featureIdOf, placeIdOf } from '../sources/google-public/locate.ts'

/** @throws DomainError `not_found` */
export async function connectScreen(ctx: MemberContext, input: ConnectScreenInput): Promise<ConnectView> {
  const [rows, connectionRows, links] = await ctx.db.batch([
    businessQuery(ctx, input.businessId),
    connectionsQuery(ctx),
    linksQuery(ctx),
  ])
  const [business] = rows
  if (!business) throw businessNotFound()
  const { id, name, googleBusinessUrl, placeId } = business
  return {
    business: { id, name },
    offered: offeredConnections(ctx.settings),
    allowed: CONNECTION_PROVIDERS.filter((provider) => allowsPlatform(ctx.organization.plan, provider)),
    connections: connectionViews(connectionRows, links),
    googlePlaceId: googlePlaceIdOf(googleBusinessUrl, placeId),
  }
}

function businessQuery(ctx: MemberContext, businessId: string) {
  const atGoogle = and(eq(businessSources.businessId, businesses.id), eq(businessSources.platform, 'google'))
  return ctx.db
    .select({ ...columns(businesses, 'id', 'name', 'googleBusinessUrl'), placeId: businessSources.placeId })
    .from(businesses)
    .leftJoin(businessSources, atGoogle)
    .where(and(eq(businesses.id, businessId), areOwn(ctx)))
}

/** Google's public place id from the link, or else from the place that the link was resolved to; null if unknown. */
function googlePlaceIdOf(googleBusinessUrl: string | null, placeId: string | null): string | null {
  const url = googleBusinessUrl === null ? null : URL.parse(googleBusinessUrl)
  const known = (url && googlePublic.locate(url)?.id) ?? placeId ?? ''
  const featureId = featureIdOf(known)
  return featureId && placeIdOf(featureId)
}
