import { iso } from '../../rules/durations.ts'
import type { Role } from '../../rules/permissions.ts'

/** A live session with its organization, and the caller's role and plan there. */
export interface ActiveSession {
  id: string
  aal: 'aal1' | 'aal2'
  /** The methods it was opened with: pwd, otp, oauth, rec (a recovery code). */
  amr: string[]
  /** Milliseconds, UTC: when a credential was last entered. */
  authenticatedAt: number
  /** Milliseconds, UTC: when a second factor was last entered; null for a session without one. */
  factorAt: number | null
  /** Milliseconds, UTC: before this request. */
  lastActivityAt: number
  expiresAt: number
  /** Milliseconds, UTC: until when its device can open it again; null where it can't. */
  keepUntil: number | null
  /** `aal2` where signing in takes a second factor. */
  nextLevel: 'aal1' | 'aal2'
  user: {
    id: string
    email: string
    fullName: string
    /** Whether the address is proven. */
    isVerified: boolean
    /** Whether an operator wants another password first. */
    mustChangePassword: boolean
  }
  organization: {
    id: string
    name: string
    role: Role
    plan: string
    /** The businesses that the member may see; null for all (platform/business-access.ts). */
    businessIds: readonly string[] | null
  }
  /** What is stored as a subscription tier of the user or the organization and is none; null where both are. */
  unknownTier: string | null
  /** Set where not a browser but the bearer of an access token or an API key asks. */
  token?: { scopes: readonly string[]; isKey?: true }
  /** Where the calls of a request are counted; null where that failed. */
  calls?: CountedCalls | null
}

/** Calls that were counted for a request when its session was looked up; its procedures take them one by one. */
export interface CountedCalls {
  /** Whose they are, also where a token of it asks; a key's own id. */
  sessionId: string
  /** Calls of the session or key in the present minute, these included. */
  count: number
  /** How many of these no procedure has taken yet. */
  left: number
  /** Milliseconds, UTC: when the minute ends. */
  endsAt: number
}

/** Who is signed in, and in which organization; safe to show to that person. */
export type SessionView = ReturnType<typeof sessionView>

export function sessionView(session: ActiveSession) {
  const { user, aal, amr, nextLevel, lastActivityAt, expiresAt } = session
  const { role, plan, businessIds: _, ...organization } = session.organization
  return { user: { ...user, role }, aal, amr, nextLevel, organization, plan, lastActivityAt, expiresAt }
}

/** The same for programs, whose times are ISO 8601 in UTC. */
export function statedSession(session: ActiveSession) {
  const { lastActivityAt, expiresAt } = session
  return { ...sessionView(session), lastActivityAt: iso(lastActivityAt), expiresAt: iso(expiresAt) }
}
