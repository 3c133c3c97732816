/** Where someone may be sent after signing in or paying. Other paths need no detour over a sign-in. */
const TARGETS = ['app', 'checkout', 'payment', 'invitations', 'pricing']

/** Query parameter of an address that was reached over the empty page between another site and ours. */
export const BOUNCED_MARKER = 'arrived'

const MAX_TARGET_CHARS = 2_048
const OWN_ORIGIN = 'https://own.invalid'

/** A path of our own in the URL parser's form, safe in a Location header; the fallback for every other target. */
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

/** The https address of a plain http one; null where nothing changes, such as where our own origin is plain http. */
export function httpsAddress(url: URL, appOrigin: string): string | null {
  if (url.protocol !== 'http:' || !appOrigin.startsWith('https:')) return null
  return `${appOrigin}${url.pathname}${url.search}`
}

/** Pages that are the same for everyone, without script, and may be cached: their loaders read no cookie or session. */
export const PUBLIC_PATHS = ['/', '/landing', '/pricing', '/help', '/support', '/privacy', '/terms'] as const

/** True for exactly these spellings: `/%6canding` and `/LANDING` lead to the same screen, and are cached by nobody. */
export function isPublicPath(pathname: string): boolean {
  return PUBLIC_PATHS.some((path) => path === pathname)
}

/** The screen where a business is connected. */
export function connectScreen(businessId: string): string {
  return `/app/businesses/${businessId}/connect`
}

/** Where an account is connected whose place becomes a new business. */
export const NEW_PLACE_SCREEN = '/app/businesses/connect'

/** Where a way to a platform ends whose business is not known any more. */
export const CONNECT_FALLBACK_SCREEN = '/app/businesses'
