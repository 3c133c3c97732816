import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'

/** The platforms whose listing an owner can paste. */
const LISTING_PLATFORMS = ['google', 'yelp', 'tripadvisor'] as const
export type ListingPlatform = (typeof LISTING_PLATFORMS)[number]

const HOSTS: Record<ListingPlatform, RegExp> = {
  google:
    /^(?:(?:www|maps|search)\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$|^(?:maps\.app\.)?goo\.gl$|^g\.page$|^share\.google$/,
  yelp: /^(?:(?:www|m|[a-z]{2})\.)?yelp\.[a-z]{2,3}(?:\.[a-z]{2})?$/,
  tripadvisor: /^(?:(?:www|m|[a-z]{2})\.)?tripadvisor\.[a-z]{2,3}(?:\.[a-z]{2})?$/,
}

/** The address in what was pasted: phones share a link with text around it, people leave https:// out. */
export function linkIn(pasted: string): string {
  const text = pasted.trim()
  const link = /https?:\/\/\S+/i.exec(text)?.[0]
  if (link) return link
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/\S*$/i.test(text) ? `https://${text}` : text
}

/** Which platform an address belongs to, by its host alone. */
export function platformOfLink(pasted: string): ListingPlatform | null {
  const host = hostOf(linkIn(pasted))
  if (host === null) return null
  return LISTING_PLATFORMS.find((platform) => HOSTS[platform].test(host)) ?? null
}

/** What is plainly wrong with an address while it is typed. Whether it really is a listing is the server's to say. */
export function linkProblem(platform: ListingPlatform, pasted: string): string | null {
  if (pasted.trim() === '') return null
  const host = hostOf(linkIn(pasted))
  const name = PLATFORM_NAMES[platform]
  if (host === null)
    return `This isn’t a web address. Paste the link to your listing on ${name}, starting with https://`
  const found = platformOfLink(pasted)
  if (found === platform) return null
  // Not every plan has a field for TripAdvisor.
  if (found === 'tripadvisor') return `This is a TripAdvisor link. Paste the link to your listing on ${name}.`
  if (found)
    return `This is a ${PLATFORM_NAMES[found]} link. Paste it into the ${PLATFORM_NAMES[found]} field.`
  return `This link leads to ${host}. Paste the link to your listing on ${name}.`
}

function hostOf(link: string): string | null {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return null
  return new URL(link).hostname
}
