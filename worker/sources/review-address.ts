import { isPlainHttps } from '../platform/public-address.ts'
import type { Platform } from '../rules/platforms.ts'
import { locate as facebookPage, isFacebookAddress } from './facebook/locate.ts'
import { isListingAddress, isShortLinkHost } from './hosts.ts'
import { isTripadvisorAddress } from './tripadvisor/locate.ts'

/** Hosts of short links that can lead to any search result. */
const LINKS_TO_ANYWHERE: readonly string[] = ['share.google', 'g.co']

/**
 * True if a URL from an untrusted source leads to a page on which the platform shows reviews. The path is checked too,
 * because every platform has URLs that redirect to other sites, such as `/url?q=`, `/l.php?u=` or `/biz_redir?url=`.
 */
export function isReviewPage(url: URL, platform: Platform): boolean {
  switch (platform) {
    case 'google':
      return isListingAddress(url, platform) && isGooglePage(url)
    case 'yelp':
      return (
        isListingAddress(url, platform) &&
        (url.pathname.startsWith('/biz/') || isShortLinkHost(url.hostname, platform))
      )
    case 'facebook':
      return isFacebookAddress(url) && (isFacebookPost(url) || facebookPage(url) !== null)
    case 'tripadvisor':
      return isTripadvisorAddress(url) && /^\/(ShowUserReviews-|[A-Za-z]+_Review-|\d+$)/.test(url.pathname)
    default:
      return platform satisfies never
  }
}

function isGooglePage({ hostname, pathname }: URL): boolean {
  if (isShortLinkHost(hostname, 'google')) return !LINKS_TO_ANYWHERE.includes(hostname)
  // `https://maps.google.com/?cid=`
  return /^\/(maps|local)(\/|$)/.test(pathname) || (hostname.startsWith('maps.') && pathname === '/')
}

/**
 * True for a Google page on which an owner can reply. Google doesn't document the format of `reviewReplyUrl`, so any
 * host and path that can't redirect elsewhere is accepted.
 */
export function isGoogleReplyPage(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || !isPlainHttps(url)) return false
  if (url.hostname === 'business.google.com') return true
  const isSearch = url.pathname === '/search' && !isShortLinkHost(url.hostname, 'google')
  return isListingAddress(url, 'google') && (isGooglePage(url) || isSearch)
}

function isFacebookPost({ pathname }: URL): boolean {
  return /^\/(permalink|story)\.php$/.test(pathname)
}
