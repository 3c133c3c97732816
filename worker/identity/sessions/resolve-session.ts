import { and, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import {
  organizationSubscriptions,
  organizations,
  organizationUsers,
  profiles,
  sessions,
  users,
} from '#db/schema/index.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { MINUTE_MS } from '../../rules/durations.ts'
import { ROLES, type Role } from '../../rules/permissions.ts'
import { isPlan } from '../../rules/plans.ts'
import { SESSION_IDLE_MS } from '../../rules/sessions.ts'
import { type CountedCalls, countCalls, countedCalls } from '../limits/call-limit.ts'
import type { SessionView } from './session-view.ts'

const ACTIVITY_WRITE_MS = MINUTE_MS

/** A live session with the organization it works in, the caller's role there and the plan that holds there. */
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
  organization: { id: string; name: string; role: Role; plan: string }
  /** What is stored as a subscription tier of the user or the organization and is none; null where both are. */
  unknownTier: string | null
  /** Set where not a browser but the bearer of an access token asks. */
  token?: { scopes: readonly string[] }
  /** Where the calls of a request are counted; null where that failed. */
  calls?: CountedCalls | null
}

/**
 * Who a session token stands for; null when it is unknown, ended, idle for too long, or its user is no active member
 * of the organization any more. One round trip; writes the last activity at most once a minute.
 *
 * @param calls how many calls of the API this request makes; they are counted in the same round trip
 */
export async function resolveSession(
  db: Database,
  token: string,
  now: number,
  calls = 0,
): Promise<ActiveSession | null> {
  const known = ofToken(await sha256Hex(token), now)
  const select = selectSession(db, known, now)
  const noteActivity = db
    .update(sessions)
    .set({ lastActivityAt: now })
    .where(and(isLive(known, now), lte(sessions.lastActivityAt, now - ACTIVITY_WRITE_MS)))
  if (calls === 0) {
    const [rows] = await db.batch([select, noteActivity])
    return activeSession(rows[0])
  }
  const [rows, , counted] = await db.batch([
    select,
    noteActivity,
    countCalls(db, isLive(known, now), now, calls),
  ])
  return withCalls(activeSession(rows[0]), countedCalls(counted, calls))
}

/** The session with the calls that were counted for it. */
export function withCalls(
  session: ActiveSession | null,
  calls: CountedCalls | undefined,
): ActiveSession | null {
  return session && calls ? { ...session, calls } : session
}

/** The present token of a session, or the one it replaced some seconds ago. */
function ofToken(tokenHash: string, now: number): SQL {
  const replaced = and(eq(sessions.previousTokenHash, tokenHash), gt(sessions.previousValidUntil, now))
  return sql`(${or(eq(sessions.tokenHash, tokenHash), replaced)})`
}

/**
 * The session that `which` names, if it is live and its user an active member of the organization: the session's own
 * unless another one is given. `activeSession` reads the row.
 */
export function selectSession(
  db: Database,
  which: SQL,
  now: number,
  organizationId: string | typeof sessions.organizationId = sessions.organizationId,
) {
  // A batch hands back rows by column name, so no two columns may share one.
  return db
    .select({
      id: sessions.id,
      aal: sessions.aal,
      amr: sessions.amr,
      authenticatedAt: sessions.authenticatedAt,
      factorAt: sessions.factorAt,
      lastActivityAt: sessions.lastActivityAt,
      expiresAt: sessions.expiresAt,
      userId: sessions.userId,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      mustChangePassword: users.mustChangePassword,
      fullName: profiles.fullName,
      profileTier: profiles.subscriptionTier,
      organizationTier: sql<string>`${organizations.subscriptionTier}`.as('organization_tier'),
      organizationId: organizationUsers.organizationId,
      organizationName: organizations.name,
      role: organizationUsers.role,
      plan: organizationSubscriptions.planType,
      hasFactor: sql<number>`EXISTS (SELECT 1 FROM mfa_factors
        WHERE mfa_factors.user_id = ${sessions.userId} AND mfa_factors.status = 'verified')`.as('has_factor'),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, eq(profiles.id, users.id))
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .innerJoin(
      organizationUsers,
      and(
        eq(organizationUsers.organizationId, organizations.id),
        eq(organizationUsers.userId, sessions.userId),
        eq(organizationUsers.isActive, true),
      ),
    )
    .leftJoin(organizationSubscriptions, eq(organizationSubscriptions.organizationId, organizations.id))
    .where(isLive(which, now))
}

/** The session that `which` names, if it has not ended. */
export function isLive(which: SQL, now: number): SQL {
  return sql`(${and(which, gt(sessions.expiresAt, now), gt(sessions.lastActivityAt, now - SESSION_IDLE_MS))})`
}

type SessionRow = Awaited<ReturnType<typeof selectSession>>[number]

export function activeSession(row: SessionRow | undefined): ActiveSession | null {
  const role = ROLES.find((known) => known === row?.role)
  if (!row || !role) return null
  // One that was opened with the password alone while the second factor was being set up.
  if (row.hasFactor && row.aal === 'aal1') return null
  return {
    id: row.id,
    aal: row.aal,
    amr: row.amr,
    authenticatedAt: row.authenticatedAt,
    factorAt: row.factorAt,
    lastActivityAt: row.lastActivityAt,
    expiresAt: row.expiresAt,
    nextLevel: row.hasFactor ? 'aal2' : 'aal1',
    user: {
      id: row.userId,
      email: row.email,
      fullName: row.fullName,
      isVerified: row.emailVerifiedAt !== null,
      mustChangePassword: row.mustChangePassword,
    },
    organization: { id: row.organizationId, name: row.organizationName, role, plan: row.plan ?? 'free' },
    unknownTier: [row.profileTier, row.organizationTier].find((tier) => !isPlan(tier)) ?? null,
  }
}

export function sessionView(session: ActiveSession): SessionView {
  const { user, organization } = session
  return {
    user: { ...user, role: organization.role },
    aal: session.aal,
    amr: session.amr,
    nextLevel: session.nextLevel,
    organization: { id: organization.id, name: organization.name },
    plan: organization.plan,
    lastActivityAt: session.lastActivityAt,
    expiresAt: session.expiresAt,
  }
}
