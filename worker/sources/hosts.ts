import { isPlainHttps } from '../platform/public-address.ts'
import { GRAPH_VERSION, RECOMMENDATIONS_VERSION } from '../rules/graph-api.ts'
import type { Platform } from '../rules/platforms.ts'

/** Google's own domains, as the part after `google.`; domains that merely look similar belong to others. */
const GOOGLE_ENDINGS: ReadonlySet<string> = new Set(
  (
    'com ad ae com.af com.ag com.ai al am co.ao com.ar as at com.au az ba com.bd be bf bg com.bh bi bj com.bn com.bo ' +
    'com.br bs bt co.bw by com.bz ca cat cd cf cg ch ci co.ck cl cm cn com.co co.cr com.cu cv com.cy cz de dj dk dm ' +
    'com.do dz com.ec ee com.eg es com.et fi com.fj fm fr ga ge gg com.gh com.gi gl gm gr com.gt gy com.hk hn hr ht ' +
    'hu co.id ie co.il im co.in iq is it je com.jm jo co.jp co.ke com.kh ki kg co.kr com.kw kz la com.lb li lk co.ls ' +
    'lt lu lv com.ly co.ma md me mg mk ml com.mm mn com.mt mu mv mw com.mx com.my co.mz com.na com.ng com.ni ne nl no ' +
    'com.np nr nu co.nz com.om com.pa com.pe com.pg com.ph com.pk pl pn com.pr ps pt com.py com.qa ro rs ru rw com.sa ' +
    'com.sb sc se com.sg sh si sk com.sl sm sn so sr st com.sv td tg co.th com.tj tl tm tn to com.tr tt com.tw co.tz ' +
    'com.ua co.ug co.uk com.uy co.uz com.vc co.ve co.vi com.vn vu ws co.za co.zm co.zw'
  ).split(' '),
)

/** Yelp's own domains, as the part after `yelp.`. */
const YELP_ENDINGS: ReadonlySet<string> = new Set(
  (
    'com at be ca ch cl co.jp co.nz co.uk com.ar com.au com.br com.hk com.mx com.ph com.sg com.tr com.tw cz de dk es ' +
    'fi fr ie it my nl no pl pt se'
  ).split(' '),
)

const SHORT_LINK_HOSTS: Record<ListingPlatform, ReadonlySet<string>> = {
  google: new Set(['maps.app.goo.gl', 'goo.gl', 'g.page', 'share.google', 'g.co']),
  yelp: new Set(['yelp.to']),
}

export type ListingPlatform = Extract<Platform, 'google' | 'yelp'>

export function isShortLinkHost(host: string, platform: ListingPlatform): boolean {
  return SHORT_LINK_HOSTS[platform].has(host)
}

/**
 * True for a host (`URL.hostname`) with listings or short links to them. The list is fixed: no redirect or input can
 * extend it.
 */
export function isListingHost(host: string, platform: ListingPlatform): boolean {
  if (isShortLinkHost(host, platform)) return true
  if (platform === 'google') {
    if (host === 'search.google.com') return true
    const domain = host.replace(/^(www|maps)\./, '')
    return isDomainOf('google', GOOGLE_ENDINGS, domain)
  }
  // `fr.yelp.ca`, `en.yelp.be`: the language precedes the country's domain.
  const domain = host.replace(/^(www|m|[a-z]{2})\./, '')
  return isDomainOf('yelp', YELP_ENDINGS, domain)
}

/** True for a domain made of the platform's name and one of the endings that the platform owns. */
export function isDomainOf(name: string, endings: ReadonlySet<string>, domain: string): boolean {
  return domain.startsWith(`${name}.`) && endings.has(domain.slice(name.length + 1))
}

/** True for a plain https address on a host of the platform. */
export function isListingAddress(url: URL, platform: ListingPlatform): boolean {
  return (
    isPlainHttps(url) &&
    isListingHost(url.hostname, platform) &&
    // These two shorten links to anything; only some lead to maps or to a search for a place.
    (url.hostname !== 'goo.gl' || url.pathname.startsWith('/maps/')) &&
    (url.hostname !== 'g.co' || url.pathname.startsWith('/kgs/'))
  )
}

/** The official APIs used for reviews, each with its allowed path prefixes. */
const API_PATHS: ReadonlyMap<string, readonly string[]> = new Map([
  ['mybusiness.googleapis.com', ['/v4/accounts/']],
  ['mybusinessaccountmanagement.googleapis.com', ['/v1/accounts']],
  ['mybusinessbusinessinformation.googleapis.com', ['/v1/accounts/', '/v1/googleLocations:search']],
  ['places.googleapis.com', ['/v1/places/', '/v1/places:searchText']],
  ['api.yelp.com', ['/v3/']],
  ['graph.facebook.com', [`/${GRAPH_VERSION}/`, `/${RECOMMENDATIONS_VERSION}/`]],
  ['api.content.tripadvisor.com', ['/api/v1/location/']],
])

/** Address rule of the purpose `review-api`: plain https to one of the official APIs. */
export function isReviewApiAddress(url: URL): boolean {
  const paths = API_PATHS.get(url.hostname)
  return paths !== undefined && isPlainHttps(url) && paths.some((path) => url.pathname.startsWith(path))
}
