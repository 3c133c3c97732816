import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/**
 * Lifetimes of a session. The server enforces them; the browser uses them to decide when to check the session again.
 */
export const SESSION_LIFETIME_MS = DAY_MS
export const SESSION_IDLE_MS = 30 * MINUTE_MS
export const SESSION_REFRESH_MS = 5 * MINUTE_MS
export const MAX_SESSIONS = 3
/** Maximum age of a session, even an active one; after that, the password is required again. */
const MAX_AGE_MS = 7 * DAY_MS
const MAX_AGE_WITH_FACTOR_MS = 24 * HOUR_MS
/** Grace period for requests in flight when the token was replaced. */
export const REPLACED_TOKEN_MS = 10 * SECOND_MS

/** Days a device stays signed in after the password was entered, if the user chose to stay signed in. */
export const KEPT_DAYS = 30
/** Cookie that the browser sets at logout, so that the next request ends the session if this one is lost. */
export const LOG_OUT_COOKIE = 'logout'

/** Grace period for requests in flight, for example from several tabs, when a device's credential was replaced. */
export const FORMER_CREDENTIAL_MS = 30 * SECOND_MS

/** Milliseconds, UTC. */
interface SessionTimes {
  lastActivityAt: number
  expiresAt: number
}

export const NO_SESSION = 'No session found'
export const INVALID_SESSION = 'Invalid or expired session'

/** Time at which a session expires if it isn't used again: after the idle limit or at its end, whichever is first. */
export function sessionEndsAt({ lastActivityAt, expiresAt }: SessionTimes): number {
  return Math.min(lastActivityAt + SESSION_IDLE_MS, expiresAt)
}

/**
 * New expiry of a session that is used shortly before its end: one day later, but at most 7 days after the password was
 * entered and 24 hours after the second factor was entered. Null if it isn't near its end or can't be extended further.
 */
export function renewedExpiry(
  session: { expiresAt: number; authenticatedAt: number; factorAt: number | null },
  now: number,
): number | null {
  const { expiresAt, authenticatedAt, factorAt } = session
  if (now < expiresAt - SESSION_REFRESH_MS || now >= expiresAt) return null
  const latest =
    factorAt === null
      ? authenticatedAt + MAX_AGE_MS
      : Math.min(authenticatedAt + MAX_AGE_MS, factorAt + MAX_AGE_WITH_FACTOR_MS)
  const renewed = Math.min(expiresAt + SESSION_LIFETIME_MS, latest)
  return renewed > expiresAt ? renewed : null
}

/** Request header: id of the organization shown on the screen that sends the request. */
export const SHOWN_ORGANIZATION = 'x-organization'
export const OTHER_ORGANIZATION =
  'You switched to another organization in another tab, so nothing was changed. Reload this page to go on.'

/** Maximum length parsed, longer than any browser sends. */
const MAX_CHARS = 500

/** The order matters: a browser's User-Agent also names the browsers it is derived from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** 'Firefox on Android'. Clients can send anything, so it's only a hint. */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, MAX_CHARS)
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
