/**
 * Response header: the account, organization and plan that a screen was rendered for; or NOBODY. Browsers keep a
 * separate set of cached screens for each value.
 */
export const ACCOUNT_HEADER = 'x-account'
export const NOBODY = 'none'
/** Response header: the time at which the session expires if unused; milliseconds, UTC. No copy outlives it. */
export const SESSION_ENDS_HEADER = 'x-session-ends'
/** Header of a cached copy: the time at which the server sent it; milliseconds, UTC. */
export const READ_AT_HEADER = 'x-read-at'
/**
 * Header of an offline response to a request for a screen's data. It says that only the screen's document is cached,
 * which can be opened instead.
 */
export const OPEN_DOCUMENT_HEADER = 'x-open-document'

export const SCREENS_PREFIX = 'screens-'

/** Screens that browsers may cache: lists and their forms. Excludes Profile, Security, connections and imports. */
const KEPT =
  /^\/app(\/analytics|\/help|\/reviews(\/(?!open)[\w-]+)?|\/businesses(\/new|\/edit|\/[\w-]+\/sources)?)?$/

export function isAppPath(pathname: string): boolean {
  return /^\/app(?:[/.]|$)/.test(pathname)
}

/** True if browsers may cache the screen at this path, or its data, for use offline. */
export function isKeptPath(pathname: string): boolean {
  return KEPT.test(screenPath(pathname))
}

/** '/app/reviews.data' → '/app/reviews'. */
export function screenPath(pathname: string): string {
  return pathname.replace(/\.data$/, '')
}

/** Statuses a CDN returns if it can't reach the server. */
const NO_SERVER = /^5(?:0[234]|2[0-4]|30)$/

/** True if our server sent the response: all its responses have a security policy, even errors. */
export function isFromServer({ status, headers }: { status: number; headers: Headers }): boolean {
  return !NO_SERVER.test(String(status)) || headers.has('content-security-policy')
}

/** Fragment parameter: the screen to navigate to from another cached document, if its own document isn't cached. */
export const OPEN_PARAMETER = 'open'
