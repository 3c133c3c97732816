import type { TagColor } from './fields.ts'

/** In display order. */
export const PLATFORMS = ['google', 'yelp', 'facebook', 'tripadvisor'] as const
export type Platform = (typeof PLATFORMS)[number]

export type OwnPlatformId = `other${string}`

export type AnyPlatform = Platform | OwnPlatformId

/** All platforms added by organizations are 'other'; their name tells them apart. */
export type ReviewPlatform = Platform | 'other'

export const PLATFORM_NAMES: Record<Platform, string> = {
  google: 'Google',
  yelp: 'Yelp',
  facebook: 'Facebook',
  tripadvisor: 'TripAdvisor',
}

export const OWN_PLATFORM_ID = /^other[0-9a-f]{16}$/

export function isOwnPlatform(platform: string): platform is OwnPlatformId {
  return OWN_PLATFORM_ID.test(platform)
}

export function reviewPlatform(platform: AnyPlatform): ReviewPlatform {
  return isOwnPlatform(platform) ? 'other' : platform
}

export interface OwnPlatform {
  id: OwnPlatformId
  name: string
  color: TagColor
}

/** Shown only if the platform's row couldn't be read. */
export const UNKNOWN_PLATFORM = 'Other'

export interface NamedPlatform {
  platform: ReviewPlatform
  /** Set for platforms that the organization has added. */
  own?: { name: string; color: TagColor } | undefined
}

export function platformName({ platform, own }: NamedPlatform): string {
  return platform === 'other' ? (own?.name ?? UNKNOWN_PLATFORM) : PLATFORM_NAMES[platform]
}
