import { chooseSource, type SourcePlace, type SourceSettings } from '../businesses/choose-source.ts'
import { detachSources, switchSources } from '../businesses/source-state.ts'
import type { MemberContext } from '../context.ts'
import { CONNECTION_PROVIDER_NAMES, type ConnectionProvider } from '../rules/connections.ts'
import type { SourceName } from '../sources/source.ts'

/** The source that each platform's connections are asked as. */
export const CONNECTION_SOURCE_NAMES = {
  google: 'google-business-profile',
  facebook: 'facebook',
} as const satisfies Record<ConnectionProvider, SourceName>

/** A platform of a business that loses its connection. */
export interface Disconnected {
  businessId: string
  platform: ConnectionProvider
  /** The business's own link to its place there. */
  listingUrl: string | null
}

/**
 * Statements that let sources which came through a connection go on with what is left: the listing of the business's
 * own link, where that may be asked. Others end, with the reason at the collection that was under way. Reviews stay.
 */
export function fallBack(ctx: MemberContext, disconnected: readonly Disconnected[]) {
  const organizationId = ctx.organization.id
  const places = disconnected.map(({ businessId, platform, listingUrl }) => ({
    key: { organizationId, businessId, platform },
    source: CONNECTION_SOURCE_NAMES[platform],
    reason: `${CONNECTION_PROVIDER_NAMES[platform]} was disconnected, so collecting through it stopped.`,
    to: placeOf({ platform, listingUrl }, ctx.settings),
  }))
  return [
    ...switchSources(
      ctx,
      places.flatMap(({ key, source, to }) => (to ? [{ ...key, from: source, to }] : [])),
    ),
    ...detachSources(
      ctx,
      places.flatMap(({ key, source, reason, to }) => (to ? [] : [{ ...key, source, reason }])),
    ),
  ] as const
}

function placeOf(
  { platform, listingUrl }: Pick<Disconnected, 'platform' | 'listingUrl'>,
  settings: SourceSettings,
): SourcePlace | null {
  const chosen = listingUrl === null ? null : chooseSource(platform, null, settings)
  const place = listingUrl === null ? null : chosen?.locate(new URL(listingUrl))
  return chosen && place ? { source: chosen.name, listingUrl: place.url, placeId: place.id } : null
}
