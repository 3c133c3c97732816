import { iso } from '../../rules/durations.ts'
import type { Role } from '../../rules/permissions.ts'

export interface ActiveSession {
  id: string
  aal: 'aal1' | 'aal2'
  /** The methods it was opened with: pwd, otp, oauth, rec (a recovery code). */
  amr: string[]
  /** Milliseconds, UTC: when a credential was last entered. */
  authenticatedAt: number
  /** Milliseconds, UTC: when a second factor was last entered; null for a session without one. */
  factorAt: number | null
  /** Milliseconds, UTC: last activity before this request. */
  lastActivityAt: number
  expiresAt: number
  /** Time until which the session's device can reopen it (milliseconds, UTC); null if the device can't. */
  keepUntil: number | null
  /** `aal2` if signing in requires a second factor. */
  nextLevel: 'aal1' | 'aal2'
  user: {
    id: string
    email: string
    fullName: string
    isVerified: boolean
    mustChangePassword: boolean
  }
  organization: {
    id: string
    name: string
    role: Role
    plan: string
    /** Businesses the member can see; null for all (platform/business-access.ts). */
    businessIds: readonly string[] | null
    /** True if the member's replies need approval. */
    suggestsOnly: boolean
  }
  /** A stored subscription tier of the user or organization that we don't know; null if both are known. */
  unknownTier: string | null
  /** Set if the request was made with an access token or an API key instead of a browser session. */
  token?: { scopes: readonly string[]; isKey?: true }
  /** Counter for the request's calls; null if counting failed. */
  calls?: CountedCalls | null
}

/** Calls counted for a request when its session was looked up; its procedures consume them one by one. */
export interface CountedCalls {
  /** Session id, also for its tokens; for an API key the key's id. */
  sessionId: string
  /** Calls of the session or key in the current minute, including these. */
  count: number
  left: number
  /** Milliseconds, UTC: end of the minute. */
  endsAt: number
}

/** The signed-in person and their organization; safe to show to that person. */
export type SessionView = ReturnType<typeof sessionView>

export function sessionView(session: ActiveSession) {
  const { user, aal, amr, nextLevel, lastActivityAt, expiresAt } = session
  const { role, plan, businessIds: _, suggestsOnly, ...organization } = session.organization
  return {
    user: { ...user, role, suggestsOnly },
    aal,
    amr,
    nextLevel,
    organization,
    plan,
    lastActivityAt,
    expiresAt,
  }
}

/** `SessionView` for programs, with times as ISO 8601 in UTC. */
export function statedSession(session: ActiveSession) {
  const { lastActivityAt, expiresAt } = session
  return { ...sessionView(session), lastActivityAt: iso(lastActivityAt), expiresAt: iso(expiresAt) }
}
