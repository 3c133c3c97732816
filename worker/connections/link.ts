import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { connectionLinks } from '#db/schema/index.ts'
import { chooseSource, planHas, requirePlatform, type SourceSettings } from '../businesses/choose-source.ts'
import { categorize } from '../businesses/create.ts'
import { industryOf } from '../businesses/place-kinds.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { areUnlisted, newPlaces, requireUnlisted } from '../businesses/same-place.ts'
import {
  attachConnectedPlace,
  detachSources,
  type SourceKey,
  switchSources,
} from '../businesses/source-state.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import {
  CONNECTION_PROVIDER_NAMES,
  type ConnectionProvider,
  type LinkPlaceInput,
  type LinkView,
  type UnlinkPlaceInput,
} from '../rules/connections.ts'
import { SourceError } from '../sources/source.ts'
import { type Connection, placeHolder, sealToken } from './access-token.ts'
import type { ResumePosts } from './connect.ts'
import { requireConnection } from './list.ts'
import { CONNECTION_SOURCE_NAMES, findPlace, type Place, placeAt } from './places.ts'

/** `readAnew` from insights/reading/readings.ts. */
type ReadAnew = (ctx: MemberContext, organizationId: string) => Statement

/**
 * Makes a connection the source of a business's reviews on its platform, and collects them from the first one. The
 * platform confirms that the account has the place. Stored reviews stay and are recognized. A business without an
 * industry gets it from the place's category on the platform.
 *
 * @throws DomainError `not_found`, `email_not_verified`, `plan_limit`; `invalid_input` if the account doesn't have the
 * place; `conflict` if another business has the place, the platform can't confirm it, or the account was disconnected
 * meanwhile
 */
export async function linkPlace(
  ctx: MemberContext,
  input: LinkPlaceInput,
  { resumePosts, readAnew }: { resumePosts: ResumePosts; readAnew: ReadAnew },
): Promise<LinkView> {
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
  const added = await newPlaces(ctx, business, [placeAt(provider, view)])
  const others = { except: business.id }
  await requireUnlisted(ctx, added, others)
  const category = business.industry ? null : industryOf(place.category)
  const isLinked = linkExists(key, connection, view)
  const sealedToken = accessToken && (await sealToken(ctx.settings, placeHolder(key), accessToken))
  const [linked] = await ctx.db.batch([
    linkStatement(ctx, key, connection, { view, sealedToken, condition: areUnlisted(ctx, added, others) }),
    recordAction(ctx, { organizationId: key.organizationId, action: 'place_linked', subject: business.name }),
    ...sourceStatements(ctx, key, connection, view, isLinked),
    ...(category === null
      ? []
      : [categorize(ctx, business.id, category, isLinked), readAnew(ctx, ctx.organization.id)]),
    ...resumePosts(ctx, ctx.organization.id, sql`business_id = ${business.id}`),
  ])
  // While the request was in flight, another business got the place, or the account was disconnected.
  if (linked.meta.changes === 0) {
    await requireUnlisted(ctx, added, others)
    throw new DomainError('conflict', `Connect ${name} first.`)
  }
  const { id: businessId, name: businessName } = business
  return { businessId, businessName, platform: provider, placeId: view.id, placeName: view.name }
}

/**
 * Statement that links the place to the business. Writes nothing if the condition is false, the connection was revoked,
 * or the plan no longer includes the platform.
 */
function linkStatement(
  ctx: MemberContext,
  { organizationId, businessId, platform }: SourceKey,
  { id }: Connection,
  { view, sealedToken, condition }: { view: Place; sealedToken: string | null; condition: SQL },
) {
  return ctx.db.statement(sql`
    INSERT INTO connection_links (business_id, platform, organization_id, connection_id, place_id, place_name, sealed_token,
      created_at)
    SELECT businesses.id, own.provider, own.organization_id, own.id, ${view.id}, ${view.name}, ${sealedToken}, ${ctx.now()}
    FROM connections AS own JOIN businesses ON businesses.organization_id = own.organization_id
    WHERE own.id = ${id} AND own.organization_id = ${organizationId} AND own.state = 'active'
      AND businesses.id = ${businessId} AND ${planHas(platform, sql`own.organization_id`)} AND ${condition}
    ON CONFLICT (business_id, platform) DO UPDATE SET
      connection_id = excluded.connection_id, place_id = excluded.place_id, place_name = excluded.place_name,
      sealed_token = excluded.sealed_token, created_at = excluded.created_at`)
}

function sourceStatements(
  ctx: MemberContext,
  key: SourceKey,
  { provider }: Connection,
  view: Place,
  guard: SQL,
) {
  const { source, place } = placeAt(provider, view)
  return attachConnectedPlace(
    ctx,
    key,
    { source, listingUrl: place.url, placeId: view.id },
    {
      reason: `${CONNECTION_PROVIDER_NAMES[provider]} was connected, so collecting from the old source stopped.`,
      guard,
    },
  )
}

function linkExists({ businessId }: SourceKey, { id, provider }: Connection, view: Place): SQL {
  return sql`EXISTS (SELECT 1 FROM connection_links AS link
    WHERE link.business_id = ${businessId} AND link.platform = ${provider}
      AND link.connection_id = ${id} AND link.place_id = ${view.id})`
}

/**
 * Stops using a connection for one business. The connection and the reviews stay.
 *
 * @throws DomainError `not_found` if the business is another organization's or isn't connected to the platform
 */
export async function unlinkPlace(ctx: MemberContext, input: UnlinkPlaceInput): Promise<void> {
  const business = await requireBusiness(ctx, input.businessId)
  const { platform } = input
  const isIt = and(
    eq(connectionLinks.businessId, business.id),
    eq(connectionLinks.platform, platform),
    eq(connectionLinks.organizationId, ctx.organization.id),
  )
  const [removed] = await ctx.db.batch([
    ctx.db.delete(connectionLinks).where(isIt).returning({ businessId: connectionLinks.businessId }),
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'place_unlinked',
      subject: business.name,
    }),
    ...fallBack(ctx, [{ ...business, businessId: business.id, platform }]),
  ])
  if (removed.length === 0) {
    const name = CONNECTION_PROVIDER_NAMES[platform]
    throw new DomainError('not_found', `${business.name} is not connected to ${name}.`)
  }
}

interface Disconnected {
  businessId: string
  platform: ConnectionProvider
  googleBusinessUrl: string | null
}

/**
 * Statements that switch each source from its connection to the business's public listing, if that listing may be
 * collected. Other sources are removed, and their open runs end with the reason. Reviews stay.
 */
export function fallBack(ctx: MemberContext, disconnected: readonly Disconnected[]) {
  const organizationId = ctx.organization.id
  const places = disconnected.map(({ businessId, platform, googleBusinessUrl }) => ({
    key: { organizationId, businessId, platform },
    source: CONNECTION_SOURCE_NAMES[platform],
    reason: `${CONNECTION_PROVIDER_NAMES[platform]} was disconnected, so collecting through it stopped.`,
    to: publicPlace(platform, platform === 'google' ? googleBusinessUrl : null, ctx.settings),
  }))
  const switched = places.flatMap(({ key, source, to }) => (to ? [{ ...key, from: source, to }] : []))
  const ended = places.flatMap(({ key, source, reason, to }) => (to ? [] : [{ ...key, source, reason }]))
  return [...switchSources(ctx, switched), ...detachSources(ctx, ended)] as const
}

function publicPlace(platform: ConnectionProvider, listingUrl: string | null, settings: SourceSettings) {
  if (listingUrl === null) return null
  const chosen = chooseSource(platform, null, settings)
  const place = chosen?.locate(new URL(listingUrl))
  return chosen && place ? { source: chosen.name, listingUrl: place.url, placeId: place.id } : null
}
