import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/** How long a session lives; the same numbers decide on the server and tell the browser when to look again. */
export const SESSION_LIFETIME_MS = DAY_MS
export const SESSION_IDLE_MS = 30 * MINUTE_MS
export const SESSION_REFRESH_MS = 5 * MINUTE_MS
export const MAX_SESSIONS = 3
/** After this long the password is asked for again, however busy the session is. */
const MAX_AGE_MS = 7 * DAY_MS
const MAX_AGE_WITH_FACTOR_MS = 24 * HOUR_MS
/** Requests that were on their way when the token was replaced. */
export const REPLACED_TOKEN_MS = 10 * SECOND_MS

/** How long a device stays signed in whose owner chose that, from when the password was entered. */
export const KEPT_DAYS = 30
/** Requests that were on their way, from several tabs for example, when the credential of a device was replaced. */
export const FORMER_CREDENTIAL_MS = 30 * SECOND_MS

/** Milliseconds, UTC. */
export interface SessionTimes {
  lastActivityAt: number
  expiresAt: number
}

export const NO_SESSION = 'No session found'
export const INVALID_SESSION = 'Invalid or expired session'

/** When a session ends that nobody uses any more: by its idle time or by its end, whichever comes first. */
export function sessionEndsAt({ lastActivityAt, expiresAt }: SessionTimes): number {
  return Math.min(lastActivityAt + SESSION_IDLE_MS, expiresAt)
}

/**
 * A day more for a session used in its last minutes, but never past 7 days after the password was last entered, nor
 * past 24 hours after the second factor was. Null where it is not near its end, or can't be moved any further.
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

/** The header in which a screen says of which organization it is. */
export const SHOWN_ORGANIZATION = 'x-organization'
export const OTHER_ORGANIZATION =
  'You switched to another organization in another tab, so nothing was changed. Reload this page to go on.'
