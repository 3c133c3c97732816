import { chooseSource, type SourceSettings } from '../businesses/choose-source.ts'
import { detachSources, switchSources } from '../businesses/source-state.ts'
import type { MemberContext } from '../context.ts'
import { CONNECTION_PROVIDER_NAMES, type ConnectionProvider } from '../rules/connections.ts'
import type { SourceName } from '../sources/source.ts'

/** The source that reads a platform through a connection. */
export const CONNECTION_SOURCE_NAMES = {
  google: 'google-business-profile',
  facebook: 'facebook',
} as const satisfies Record<ConnectionProvider, SourceName>

/** A platform of a business that loses its connection. */
export interface Disconnected {
  businessId: string
  platform: ConnectionProvider
  /** The business's own link to its place at Google. */
  googleBusinessUrl: string | null
}

/**
 * Statements that switch sources from a connection to the public listing of the business, where that may be collected. Other
 * sources end, and the collection that was under way says why. Reviews stay.
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
