import type { Platform } from '#worker/rules/platforms.ts'

/** How files name the platforms, without capitals and marks. */
const NAMES: Record<Platform, RegExp> = {
  google:
    /^(?:www)?google(?!play|shopping|express|seller|app|workspace|cloud|trips|travel|hotels)|^(?:gmb|gbp|gmaps)$/,
  yelp: /^(?:www|biz)?yelp/,
  facebook: /^(?:www|m)?facebook|^(?:fb|meta|fbcom)$/,
  tripadvisor: /^(?:www)?tripadvisor|^(?:ta|tripadv)$/,
}

/** 'Google', 'google_maps', 'GMB', 'Yelp.com', 'Trip Advisor', 'FB'; null for any other, an app store too. */
export function namedPlatform(value: string): Platform | null {
  const name = value
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replaceAll(/[^a-z]/g, '')
  const [found] = Object.entries(NAMES).find(([, pattern]) => pattern.test(name)) ?? []
  return (found as Platform | undefined) ?? null
}
