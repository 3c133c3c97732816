/** The platforms whose listing an owner can paste. */
export type ListingPlatform = 'google' | 'yelp'

const HOSTS: Record<ListingPlatform, RegExp> = {
  google:
    /^(?:(?:www|maps|search)\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$|^(?:maps\.app\.)?goo\.gl$|^g\.page$|^share\.google$/,
  yelp: /^(?:(?:www|m|[a-z]{2})\.)?yelp\.[a-z]{2,3}(?:\.[a-z]{2})?$/,
}

const NAMES: Record<ListingPlatform, string> = { google: 'Google', yelp: 'Yelp' }

/** The address in what was pasted: phones share a link with words around it, people leave https:// out. */
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
  if (HOSTS.google.test(host)) return 'google'
  return HOSTS.yelp.test(host) ? 'yelp' : null
}

/**
 * What is plainly wrong with a listing address, said while it is typed. Whether it really is a listing is the
 * server's to say.
 */
export function linkProblem(platform: ListingPlatform, pasted: string): string | null {
  if (pasted.trim() === '') return null
  const host = hostOf(linkIn(pasted))
  const name = NAMES[platform]
  if (host === null)
    return `This is no web address. Paste the link of your listing on ${name}, starting with https://`
  const found = platformOfLink(pasted)
  if (found === platform) return null
  if (found) return `This is a ${NAMES[found]} link. Paste it into the ${NAMES[found]} field.`
  return `This link leads to ${host}. Paste the link of your listing on ${name}.`
}

function hostOf(link: string): string | null {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return null
  return new URL(link).hostname
}
