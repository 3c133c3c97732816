/** First path segments allowed as redirect targets after signing in or paying. */
const TARGETS = ['app', 'checkout', 'payment', 'invitations', 'pricing', 'oauth']

/** Query parameter added by the empty page that visitors from other sites pass through (http/bounce.ts). */
export const BOUNCED_MARKER = 'arrived'

const MAX_TARGET_CHARS = 2_048
const OWN_ORIGIN = 'https://own.invalid'

/** Normalizes a path of our own, safe in a Location header; returns the fallback for every other target. */
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

/** Null removes a parameter. */
export function withQuery(path: string, changes: Record<string, string | null>): string {
  const url = new URL(path, OWN_ORIGIN)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.pathname + url.search + url.hash
}

/** The https form of an http URL; null if no upgrade applies, for example if our own origin uses http. */
export function httpsAddress(url: URL, appOrigin: string): string | null {
  if (url.protocol !== 'http:' || !appOrigin.startsWith('https:')) return null
  return `${appOrigin}${url.pathname}${url.search}`
}

/** Pages that are identical for everyone, have no script and may be cached. Their loaders read no cookie or session. */
export const PUBLIC_PATHS = ['/', '/landing', '/pricing', '/help', '/support', '/privacy', '/terms'] as const

/** Exact spellings only: `/%6canding` and `/LANDING` show the same screen but aren't cached. */
export function isPublicPath(pathname: string): boolean {
  return PUBLIC_PATHS.some((path) => path === pathname)
}

export function connectScreen(businessId: string): string {
  return `/app/businesses/${businessId}/connect`
}

/** Screen for connecting an account with no business yet; the chosen place becomes a new one. */
export const NEW_PLACE_SCREEN = '/app/businesses/connect'

/** Screen to return to after connecting an account, if the business is unknown. */
export const CONNECT_FALLBACK_SCREEN = '/app/businesses'
