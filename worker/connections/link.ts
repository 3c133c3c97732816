import { sql } from 'drizzle-orm'
import { planHas, requirePlatform } from '../businesses/plan-platforms.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { attachConnectedPlace, type SourceKey } from '../businesses/source-state.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import {
  CONNECTION_PROVIDER_NAMES,
  type LinkPlaceInput,
  type LinkView,
  type PlaceView,
} from '../rules/connections.ts'
import { SourceError } from '../sources/source.ts'
import type { Connection } from './access-token.ts'
import { CONNECTION_SOURCE_NAMES } from './fall-back.ts'
import { findPlace } from './places/list-places.ts'
import { requireConnection } from './require-connection.ts'
import { resumePosts } from './save-connection.ts'
import { placeHolder, sealToken } from './tokens.ts'

/**
 * Makes a place of a connection the source of a business on its platform, starting from the first review. Reviews that are
 * stored already stay and are recognized. The platform itself says whether the place is the account's.
 *
 * @throws DomainError `not_found`, `email_not_verified`, `plan_limit`; `invalid_input` for a place that is not the
 *   account's; `unavailable` where the platform can't be asked
 */
export async function linkPlace(ctx: MemberContext, input: LinkPlaceInput): Promise<LinkView> {
  const business = await requireBusiness(ctx, input.businessId)
  const connection = await requireConnection(ctx, input.connectionId)
  requireVerified(ctx)
  const { provider } = connection
  const name = CONNECTION_PROVIDER_NAMES[provider]
  requirePlatform(ctx, provider)
  const place = await findPlace(ctx, connection, input.placeId).catch((cause: unknown) => {
    if (!(cause instanceof SourceError)) throw cause
    throw new DomainError('conflict', cause.message, { cause })
  })
  if (!place) {
    const reason = `${connection.label} does not manage this place on ${name}. Choose one from the list.`
    throw new DomainError('invalid_input', reason, { fields: { placeId: reason } })
  }
  const key = { organizationId: ctx.organization.id, businessId: business.id, platform: provider }
  const { view, accessToken } = place
  const sealedToken = accessToken && (await sealToken(ctx.settings, placeHolder(key), accessToken))
  const [linked] = await ctx.db.batch([
    linkStatement(ctx, key, connection, view, sealedToken),
    recordAction(ctx, { organizationId: key.organizationId, action: 'place_linked', subject: business.name }),
    ...sourceStatements(ctx, key, connection, view),
    resumePosts(ctx, ctx.organization.id, sql`business_id = ${business.id}`),
  ])
  // It was disconnected while the platform was asked.
  if (linked.meta.changes === 0) throw new DomainError('conflict', `Connect ${name} first.`)
  const { id: businessId, name: businessName } = business
  return { businessId, businessName, platform: provider, placeId: view.id, placeName: view.name }
}

/** Writes nothing where the connection was revoked, or the plan has lost the platform. */
function linkStatement(
  ctx: MemberContext,
  { organizationId, businessId, platform }: SourceKey,
  { id }: Connection,
  view: PlaceView,
  sealedToken: string | null,
) {
  return ctx.db.statement(sql`
    INSERT INTO connection_links (business_id, platform, organization_id, connection_id, place_id, place_name, sealed_token,
      created_at)
    SELECT businesses.id, own.provider, own.organization_id, own.id, ${view.id}, ${view.name}, ${sealedToken}, ${ctx.now()}
    FROM connections AS own JOIN businesses ON businesses.organization_id = own.organization_id
    WHERE own.id = ${id} AND own.organization_id = ${organizationId} AND own.state = 'active'
      AND businesses.id = ${businessId} AND ${planHas(platform, sql`own.organization_id`)}
    ON CONFLICT (business_id, platform) DO UPDATE SET
      connection_id = excluded.connection_id, place_id = excluded.place_id, place_name = excluded.place_name,
      sealed_token = excluded.sealed_token, created_at = excluded.created_at`)
}

/** The business's source follows its link. */
function sourceStatements(ctx: MemberContext, key: SourceKey, { id, provider }: Connection, view: PlaceView) {
  const source = CONNECTION_SOURCE_NAMES[provider]
  const place = { source, listingUrl: view.url ?? HOME[provider], placeId: view.id }
  return attachConnectedPlace(ctx, key, place, {
    reason: `${CONNECTION_PROVIDER_NAMES[provider]} was connected, so collecting from the old source stopped.`,
    guard: sql`EXISTS (SELECT 1 FROM connection_links AS link
      WHERE link.business_id = ${key.businessId} AND link.platform = ${provider}
        AND link.connection_id = ${id} AND link.place_id = ${view.id})`,
  })
}

/** The owner's page for a place that has no public one. */
const HOME = {
  google: 'https://business.google.com/locations',
  facebook: 'https://www.facebook.com/pages/',
} as const
