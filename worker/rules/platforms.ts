import type { TagColor } from './fields.ts'

/** Supported review platforms, in display order. */
export const PLATFORMS = ['google', 'yelp', 'facebook', 'tripadvisor'] as const
export type Platform = (typeof PLATFORMS)[number]

/** Id of a platform that an organization has added itself. */
export type OwnPlatformId = `other${string}`

/** Platform of a review, as stored. */
export type AnyPlatform = Platform | OwnPlatformId

/** Platform of a review, as shown. All platforms added by organizations are 'other'; their name tells them apart. */
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

/** A platform that the organization has added. */
export interface OwnPlatform {
  id: OwnPlatformId
  name: string
  color: TagColor
}

/** Shown only if the platform's row couldn't be read. */
export const UNKNOWN_PLATFORM = 'Other'

export interface NamedPlatform {
  platform: ReviewPlatform
  /** Name and color of a platform that the organization has added. */
  own?: { name: string; color: TagColor } | undefined
}

export function platformName({ platform, own }: NamedPlatform): string {
  return platform === 'other' ? (own?.name ?? UNKNOWN_PLATFORM) : PLATFORM_NAMES[platform]
}
