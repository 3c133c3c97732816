import { type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import type { Settings } from '../env.ts'
import { DomainError } from '../errors.ts'
import { allowsPlatform, PLANS, platformNotIncluded } from '../rules/plans.ts'
import type { Platform } from '../rules/platforms.ts'
import { SOURCES, sourceNamed } from '../sources/registry.ts'
import type { ReviewSource, SourceName } from '../sources/source.ts'

const KEY_SETTINGS = {
  'google-places': 'GOOGLE_PLACES_API_KEY',
  'yelp-fusion': 'YELP_API_KEY',
  tripadvisor: 'TRIPADVISOR_API_KEY',
} as const satisfies Partial<Record<SourceName, keyof Settings>>

type KeyedSource = keyof typeof KEY_SETTINGS
export type SourceSettings = Pick<Settings, 'PUBLIC_COLLECTION' | (typeof KEY_SETTINGS)[KeyedSource]>

/** Best source first: the owner's own account shows every review, an operator's key only a few. */
const PREFERENCE = ['connection', 'public_page', 'api_key'] as const satisfies ReviewSource['access'][]

export const CONNECTION_SOURCES: readonly SourceName[] = SOURCES.filter(
  (source) => source.access === 'connection',
).map((source) => source.name)

export function isConnection(source: string): boolean {
  return CONNECTION_SOURCES.some((name) => name === source)
}

/** Undefined if the key is missing or not needed. */
export function operatorKey(name: SourceName, settings: SourceSettings): string | undefined {
  const setting = Object.hasOwn(KEY_SETTINGS, name) ? KEY_SETTINGS[name as KeyedSource] : null
  return (setting && settings[setting]) || undefined
}

/** Returns true if a source may be used with these settings. Only the owner can switch off their connection. */
export function isOpen(source: ReviewSource, settings: SourceSettings): boolean {
  switch (source.access) {
    case 'connection':
      return true
    case 'public_page':
      return settings.PUBLIC_COLLECTION === 'on'
    case 'api_key':
      return operatorKey(source.name, settings) !== undefined
  }
}

/**
 * The source of a platform's reviews: the owner's connection (`connected`), or the best one that these settings allow;
 * null if they allow none.
 */
export function chooseSource(
  platform: Platform,
  connected: string | null,
  settings: SourceSettings,
): ReviewSource | null {
  if (connected !== null) return sourceNamed(connected)
  const open = SOURCES.filter(
    (source) => source.platform === platform && source.access !== 'connection' && isOpen(source, settings),
  )
  return open.sort((a, b) => PREFERENCE.indexOf(a.access) - PREFERENCE.indexOf(b.access))[0] ?? null
}

export interface SourcePlace {
  source: string
  listingUrl: string
  /** Null until it is resolved. */
  placeId: string | null
}

/**
 * The source that collects a stored place now. It differs from the stored source if the operator's settings have
 * changed. Null if none may be used, or if the source can't identify the place by the listing's URL.
 */
export function sourceToday(
  stored: SourcePlace & { platform: Platform },
  settings: SourceSettings,
): SourcePlace | null {
  const connected = isConnection(stored.source) ? stored.source : null
  const chosen = chooseSource(stored.platform, connected, settings)
  if (!chosen) return null
  const place = chosen.name === stored.source ? null : chosen.locate(new URL(stored.listingUrl))
  if (place) return { source: chosen.name, listingUrl: place.url, placeId: place.id }
  const former = sourceNamed(stored.source)
  return former && isOpen(former, settings) ? stored : null
}

export function whyNoSource(platform: Platform): string {
  switch (platform) {
    case 'google':
      return 'Collecting from public pages is switched off on this server. Connect your Google Business Profile to get all your reviews and post your replies.'
    case 'yelp':
      return 'Collecting from public pages is switched off on this server. Import your Yelp reviews from a file instead, or ask the operator for access to Yelp.'
    case 'facebook':
      return 'Connect your Facebook page first.'
    case 'tripadvisor':
      return 'This server has no access to TripAdvisor. Ask the operator to set it up.'
  }
}

/** @throws DomainError `plan_limit` for a platform that the plan does not include */
export function requirePlatform({ organization }: MemberContext, platform: Platform): void {
  if (allowsPlatform(organization.plan, platform)) return
  throw new DomainError('plan_limit', platformNotIncluded(organization.plan, platform))
}

/** SQL that is true if the current plan includes the platform; the plan may have changed since it was read. */
export function planHas(platform: Platform, organizationId: SQL): SQL {
  if (allowsPlatform('free', platform)) return sql`true`
  const plans = JSON.stringify(PLANS.filter((plan) => allowsPlatform(plan, platform)))
  return sql`EXISTS (SELECT 1 FROM organization_subscriptions AS held WHERE held.organization_id = ${organizationId}
    AND held.plan_type IN (SELECT value FROM json_each(${plans})))`
}
