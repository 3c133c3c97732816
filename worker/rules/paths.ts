/** Where someone may be sent after signing in or paying. Other paths need no detour over a sign-in. */
const TARGETS = ['app', 'checkout', 'payment', 'invitations', 'pricing']

/** Query parameter of an address that was reached over the empty page between another site and ours. */
export const BOUNCED_MARKER = 'arrived'

const MAX_TARGET_CHARS = 2_048
const OWN_ORIGIN = 'https://own.invalid'

/**
 * A path of our own to redirect to, else the fallback: never another origin, whatever the target is dressed up as.
 *
 * @returns path, query and hash in the URL parser's canonical form, safe in a Location header
 */
export function safeRedirect(target: string | null | undefined, fallback = '/app'): string {
  // Browsers read a backslash as a slash, and skip tabs and line breaks.
  if (!target || target.length > MAX_TARGET_CHARS || !/^\/[^/\\\p{Cc}][^\\\p{Cc}]*$/u.test(target))
    return fallback
  if (!URL.canParse(target, OWN_ORIGIN)) return fallback
  const url = new URL(target, OWN_ORIGIN)
  // Checked after the parser resolved dot segments: '/app/..//evil.example' is '//evil.example'.
  const firstSegment = url.pathname.split('/')[1] ?? ''
  if (url.origin !== OWN_ORIGIN || !TARGETS.includes(firstSegment)) return fallback
  return url.pathname + url.search + url.hash
}

/** A path of our own with other values in its query; null takes one out. */
export function withQuery(path: string, changes: Record<string, string | null>): string {
  const url = new URL(path, OWN_ORIGIN)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.pathname + url.search + url.hash
}

/**
 * Where a plain http address is reached over https: the same page under our own origin.
 *
 * @param appOrigin the configured one; a local machine's may be plain http itself
 * @returns null where nothing has to be changed
 */
export function httpsAddress(url: URL, appOrigin: string): string | null {
  if (url.protocol !== 'http:' || !appOrigin.startsWith('https:')) return null
  return `${appOrigin}${url.pathname}${url.search}`
}

/**
 * Pages that are the same for everyone, carry no script and may be kept by others. Their loaders read neither cookie nor
 * session.
 */
export const PUBLIC_PATHS = ['/', '/landing', '/pricing', '/help', '/support', '/privacy', '/terms'] as const

/**
 * True for exactly these spellings: another one, such as `/%6canding` or `/LANDING`, leads to the same screen, and is
 * kept by nobody.
 *
 * @param pathname as the URL parser leaves it (`URL.pathname`), escapes and all
 */
export function isPublicPath(pathname: string): boolean {
  return PUBLIC_PATHS.some((path) => path === pathname)
}

/** The screen where a business is connected. */
export function connectScreen(businessId: string): string {
  return `/app/businesses/${businessId}/connect`
}

/** Where a way to a platform ends whose business is not known any more. */
export const CONNECT_FALLBACK_SCREEN = '/app/businesses'
