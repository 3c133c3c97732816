import { isPlainHttps } from '../../platform/public-address.ts'
import type { PlaceRef } from '../source.ts'

const NOT_NAMES: ReadonlySet<string> = new Set(
  (
    'about ads business dialog events flx gaming groups hashtag help home.php l.php legal login login.php marketplace ' +
    'media messages notes notifications p pages people permalink.php pg photo photo.php photos plugins policies privacy ' +
    'profile.php reel reels search settings share sharer sharer.php stories story.php videos watch'
  ).split(' '),
)

/** The id is null if the URL contains only a name or a short link's code; the connection then provides the id. */
export function locate(listingUrl: URL): PlaceRef | null {
  if (!isFacebookAddress(listingUrl)) return null
  const { hostname, pathname } = listingUrl
  if (hostname === SHORT_HOST) return shortLink(pathname)
  const [first = '', second = '', third = ''] = pathname.split('/').slice(1)
  switch (first) {
    case 'profile.php':
      return pageOf(idOf(listingUrl.searchParams.get('id') ?? ''), (id) => `profile.php?id=${id}`)
    case 'pages':
    case 'people':
      return pageOf(isName(second) ? idOf(third) : null, (id) => `${first}/${second}/${id}`)
    case 'p':
      return pageOf(isName(second) ? idOf(/-(\d+)$/.exec(second)?.[1] ?? '') : null, () => `p/${second}`)
    case 'pg':
      return named(second)
    default:
      return named(first)
  }
}

function shortLink(path: string): PlaceRef | null {
  const [, code] = /^\/([A-Za-z0-9._-]{1,100})\/?$/.exec(path) ?? []
  return code === undefined ? null : { id: null, url: `https://${SHORT_HOST}/${code}` }
}

function named(name: string): PlaceRef | null {
  const id = idOf(name)
  if (id !== null) return pageOf(id, () => id)
  return isName(name) && !NOT_NAMES.has(name.toLowerCase())
    ? { id: null, url: `https://www.facebook.com/${name}` }
    : null
}

function pageOf(id: string | null, pathOf: (id: string) => string): PlaceRef | null {
  return id === null ? null : { id, url: `https://www.facebook.com/${pathOf(id)}` }
}

/** Ids stay text, because they exceed JavaScript's safe integers. */
export function idOf(text: string): string | null {
  return /^[1-9]\d{4,19}$/.test(text) ? text : null
}

/** Names in old URLs may contain letters of any script, but no character that changes the URL. */
function isName(segment: string): boolean {
  if (segment.length > 600) return false
  try {
    return /^[\p{L}\p{N}][\p{L}\p{N}\p{M}.'’&_-]{0,199}$/u.test(decodeURIComponent(segment))
  } catch {
    return false
  }
}

/** Language versions such as `de-de.facebook.com` are the same site. */
const HOST = /^((www|m|web|mbasic|[a-z]{2}-[a-z]{2})\.)?(facebook\.com|fb\.com)$/
const SHORT_HOST = 'fb.me'

/** True for a plain https address on a host of Facebook, its short links included. */
export function isFacebookAddress(url: URL): boolean {
  return isPlainHttps(url) && (url.hostname === SHORT_HOST || HOST.test(url.hostname))
}
