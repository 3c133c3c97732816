import { and, eq, gt, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { columns, type Database } from '#db/client.ts'
import { keptStatement } from '#db/kept-statement.ts'
import {
  organizationSubscriptions,
  organizations,
  organizationUsers,
  profiles,
  sessions,
  users,
} from '#db/schema/index.ts'
import { liveBusinesses, reachOf } from '../../platform/business-access.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { ROLES } from '../../rules/permissions.ts'
import { isPlan } from '../../rules/plans.ts'
import { SESSION_IDLE_MS } from '../../rules/sessions.ts'
import { countCalls, countedCalls } from '../limits/call-limit.ts'
import type { ActiveSession } from './active-session.ts'
import { isRecorded, recordActivity } from './session-store.ts'

/** Milliseconds, UTC; or where a kept statement gets them. */
type Instant = number | Placeholder

/**
 * The session of a token; null when it is unknown, has ended, was idle for too long, or its user is no longer an active
 * member of the organization. One round trip; writes the last activity at most once a minute.
 *
 * @param calls how many calls of the API this request makes; they are counted in the same round trip
 */
export async function resolveSession(db: Database, token: string, now: number, calls = 0) {
  const tokenHash = await sha256Hex(token)
  const values = { tokenHash, now, calls }
  const counting = calls > 0 ? [countKnown(db, values)] : []
  const [rows, ...others] = await db.batch([
    selectKnown(db, values),
    ...counting,
    ...recording(db, values, remembered.get(tokenHash)),
  ])
  const session = withCalls(activeSession(rows[0]), calls, others[0])
  remember(tokenHash, session)
  return session
}

/** The plan of the organization in which the session of a token is; null where it has ended. Looking is no activity. */
export async function planOfSession(db: Database, token: string, now: number): Promise<string | null> {
  const [rows] = await db.batch([selectKnown(db, { tokenHash: await sha256Hex(token), now })])
  return activeSession(rows[0])?.organization.plan ?? null
}

const MAX_REMEMBERED = 1_000
/** What tokens opened when this isolate looked them up last, by their hashes; the longest unused come first. */
const remembered = new Map<string, ActiveSession>()

function remember(tokenHash: string, session: ActiveSession | null): void {
  remembered.delete(tokenHash)
  if (!session) return
  const { calls: _, ...kept } = session
  remembered.set(tokenHash, kept)
  const [oldest] = remembered.keys()
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
}

export interface AssumedSession {
  session: ActiveSession
  /** Whether nothing of the session has changed since. Until then nothing may leave that was made with it. */
  isConfirmed(): Promise<boolean>
}

/**
 * The session that this isolate has seen a token open; null for one that it has not seen. It is looked up in the next batch of
 * `db`, so that a screen that reads in one batch takes one round trip.
 */
export async function assumeSession(
  db: Database,
  token: string,
  now: number,
): Promise<AssumedSession | null> {
  const tokenHash = await sha256Hex(token)
  const session = remembered.get(tokenHash)
  if (!session) return null
  const values = { tokenHash, now }
  const answers = db.takeAlong([selectKnown(db, values), ...recording(db, values, session)])
  return {
    session,
    async isConfirmed() {
      const [rows] = await answers()
      const found = activeSession(rows[0])
      remember(tokenHash, found)
      return found !== null && withoutActivity(found) === withoutActivity(session)
    },
  }
}

// These go with nearly every screen and call.
const TOKEN_HASH = sql.placeholder('tokenHash')
const NOW = sql.placeholder('now')
const KNOWN = ofToken(TOKEN_HASH, NOW)
const selectKnown = keptStatement((db) => selectSession(db, KNOWN, NOW))
const recordKnown = keptStatement((db) => recordActivity(db, isLive(KNOWN, NOW), NOW))
const countKnown = keptStatement((db) =>
  countCalls(db, isLive(KNOWN, NOW), { now: NOW, calls: sql.placeholder('calls') }),
)

/** Nothing, where it is known that the use was recorded within the last minute. */
function recording(db: Database, values: { tokenHash: string; now: number }, known?: ActiveSession) {
  return known && isRecorded(known, values.now) ? [] : [recordKnown(db, values)]
}

function withoutActivity(session: ActiveSession): string {
  return JSON.stringify({ ...session, lastActivityAt: 0 })
}

/**
 * The session that `which` names, in an organization of which its user is an active member, if it is live. One round trip.
 *
 * @param options.calls how many calls of the API this request makes; they are counted in the same round trip
 */
export async function readSession(
  db: Database,
  which: SQL,
  now: number,
  { calls, organizationId }: { calls: number; organizationId: string },
): Promise<ActiveSession | null> {
  const counting = calls > 0 ? [countCalls(db, isLive(which, now), { now, calls })] : []
  const [rows, counted] = await db.batch([selectSession(db, which, now, organizationId), ...counting])
  return withCalls(activeSession(rows[0]), calls, counted)
}

/** With its calls, where some were counted. */
function withCalls(session: ActiveSession | null, calls: number, answer: { results?: unknown[] } = {}) {
  const counted = calls > 0 && countedCalls(answer, calls)
  return session && counted ? { ...session, calls: counted } : session
}

/** The present token of a session, or the one it replaced some seconds ago. */
function ofToken(tokenHash: string | Placeholder, now: Instant): SQL {
  const replaced = and(eq(sessions.previousTokenHash, tokenHash), gt(sessions.previousValidUntil, now))
  return sql`(${or(eq(sessions.tokenHash, tokenHash), replaced)})`
}

function selectSession(
  db: Database,
  which: SQL,
  now: Instant,
  organizationId: string | typeof sessions.organizationId = sessions.organizationId,
) {
  // A batch hands back rows by column name, so no two columns may share one.
  return db
    .select({
      ...columns(
        sessions,
        'id',
        'aal',
        'amr',
        'authenticatedAt',
        'factorAt',
        'lastActivityAt',
        'expiresAt',
        'keepUntil',
      ),
      user: {
        id: sessions.userId,
        email: users.email,
        fullName: profiles.fullName,
        mustChangePassword: users.mustChangePassword,
      },
      organization: { id: organizationUsers.organizationId, name: organizations.name },
      emailVerifiedAt: users.emailVerifiedAt,
      profileTier: profiles.subscriptionTier,
      organizationTier: sql<string>`${organizations.subscriptionTier}`.as('organization_tier'),
      ...columns(organizationUsers, 'role', 'businessIds'),
      live: liveBusinesses(organizations.id).as('live_businesses'),
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
function isLive(which: SQL, now: Instant): SQL {
  const isUsed = gt(sql`${sessions.lastActivityAt} + ${SESSION_IDLE_MS}`, now)
  return sql`(${and(which, gt(sessions.expiresAt, now), isUsed)})`
}

type SessionRow = Awaited<ReturnType<typeof selectSession>>[number]

function activeSession(row: SessionRow | undefined): ActiveSession | null {
  const role = ROLES.find((known) => known === row?.role)
  if (!row || !role) return null
  const {
    hasFactor,
    emailVerifiedAt,
    profileTier,
    organizationTier,
    role: _,
    plan,
    businessIds,
    live,
    ...session
  } = row
  // A session that was opened with the password alone while the second factor was being set up.
  if (hasFactor && session.aal === 'aal1') return null
  return {
    ...session,
    nextLevel: hasFactor ? 'aal2' : 'aal1',
    user: { ...session.user, isVerified: emailVerifiedAt !== null },
    organization: {
      ...session.organization,
      role,
      plan: plan ?? 'free',
      businessIds: reachOf(role, businessIds, live),
    },
    unknownTier: [profileTier, organizationTier].find((tier) => !isPlan(tier)) ?? null,
  }
}
