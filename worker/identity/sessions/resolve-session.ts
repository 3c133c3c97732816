import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { liveBusinesses, reachOf } from '../../platform/business-access.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { canNeedApproval, ROLES } from '../../rules/permissions.ts'
import { isPlan } from '../../rules/plans.ts'
import { SESSION_IDLE_MS } from '../../rules/sessions.ts'
import { countCalls, countedCalls } from '../limits/call-limit.ts'
import type { ActiveSession } from './active-session.ts'
import { isRecorded, recordActivity } from './session-store.ts'

/**
 * Resolves a token to its session; null if it is unknown, ended, idle for too long, or its user is no longer an active
 * member of the organization. One round trip; writes the last activity at most once a minute.
 *
 * @param calls number of API calls in this request; they are counted in the same round trip
 */
export async function resolveSession(db: Database, token: string, now: number, calls = 0) {
  const tokenHash = await sha256Hex(token)
  const known = ofToken(tokenHash, now)
  const counting = calls > 0 ? [countCalls(db, isLive(known, now), { now, calls })] : []
  const [found, ...others] = await db.batch([
    selectSession(db, known, now),
    ...counting,
    ...recording(db, known, now, remembered.get(tokenHash)),
  ])
  const session = withCalls(activeSession(found.results[0]), calls, others[0])
  remember(tokenHash, session)
  return session
}

/** The plan of a session's organization; null if the session has ended. Doesn't count as activity. */
export async function planOfSession(db: Database, token: string, now: number): Promise<string | null> {
  const found = await selectSession(db, ofToken(await sha256Hex(token), now), now)
  return activeSession(found.results[0])?.organization.plan ?? null
}

const MAX_REMEMBERED = 1_000
/** Per-isolate LRU cache: token hash → session. */
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
  /** Confirms that the cached session is current. Await before sending a response made with it. */
  isConfirmed(): Promise<boolean>
}

/**
 * The session cached in this isolate for a token; null if there is none. It is checked in the next batch of `db`, so
 * that a screen that reads in one batch takes one round trip.
 */
export async function assumeSession(
  db: Database,
  token: string,
  now: number,
): Promise<AssumedSession | null> {
  const tokenHash = await sha256Hex(token)
  const session = remembered.get(tokenHash)
  if (!session) return null
  const known = ofToken(tokenHash, now)
  const answers = db.takeAlong([selectSession(db, known, now), ...recording(db, known, now, session)])
  return {
    session,
    async isConfirmed() {
      const [{ results }] = await answers()
      const found = activeSession(results[0])
      remember(tokenHash, found)
      return found !== null && withoutActivity(found) === withoutActivity(session)
    },
  }
}

/** Statements that record the session's use; none if the cached session shows a use within the last minute. */
function recording(db: Database, which: SQL, now: number, known?: ActiveSession) {
  return known && isRecorded(known, now) ? [] : [recordActivity(db, isLive(which, now), now)]
}

function withoutActivity(session: ActiveSession): string {
  return JSON.stringify({ ...session, lastActivityAt: 0 })
}

/**
 * The live session matched by `which`, in an organization where its user is an active member. One round trip.
 *
 * @param options.calls number of API calls in this request; they are counted in the same round trip
 */
export async function readSession(
  db: Database,
  which: SQL,
  now: number,
  { calls, organizationId }: { calls: number; organizationId: string },
): Promise<ActiveSession | null> {
  const counting = calls > 0 ? [countCalls(db, isLive(which, now), { now, calls })] : []
  const [found, counted] = await db.batch([selectSession(db, which, now, organizationId), ...counting])
  return withCalls(activeSession(found.results[0]), calls, counted)
}

function withCalls(session: ActiveSession | null, calls: number, answer: { results?: unknown[] } = {}) {
  const counted = calls > 0 && countedCalls(answer, calls)
  return session && counted ? { ...session, calls: counted } : session
}

/** Matches a session by its current token, or by the one replaced some seconds ago. */
function ofToken(tokenHash: string, now: number): SQL {
  return sql`(sessions.token_hash = +${tokenHash}
    OR (sessions.previous_token_hash = +${tokenHash} AND sessions.previous_valid_until > +${now}))`
}

function isLive(which: SQL, now: number): SQL {
  return sql`(${which} AND sessions.expires_at > +${now} AND sessions.last_activity_at + ${SESSION_IDLE_MS} > +${now})`
}

interface SessionRow {
  id: string
  aal: 'aal1' | 'aal2'
  /** Methods of the sign-in, as a JSON list. */
  amr: string
  authenticatedAt: number
  factorAt: number | null
  lastActivityAt: number
  expiresAt: number
  keepUntil: number | null
  userId: string
  email: string
  fullName: string
  mustChangePassword: 0 | 1
  emailVerifiedAt: number | null
  profileTier: string
  organizationId: string
  organizationName: string
  organizationTier: string
  role: string
  businessIds: string | null
  suggestsOnly: 0 | 1
  liveBusinesses: string | null
  plan: string | null
  hasFactor: 0 | 1
}

/**
 * Reads a session with its organization, or with another one of its user, `organizationId`. Keep it fast: nearly every
 * screen and call runs it.
 */
function selectSession(db: Database, which: SQL, now: number, organizationId?: string) {
  return db.statement<SessionRow>(sql`
    SELECT sessions.id AS id, sessions.aal AS aal, sessions.amr AS amr, sessions.authenticated_at AS authenticatedAt,
      sessions.factor_at AS factorAt, sessions.last_activity_at AS lastActivityAt, sessions.expires_at AS expiresAt,
      sessions.keep_until AS keepUntil, users.id AS userId, users.email AS email, profiles.full_name AS fullName,
      users.must_change_password AS mustChangePassword, users.email_verified_at AS emailVerifiedAt,
      profiles.subscription_tier AS profileTier, organizations.id AS organizationId, organizations.name AS organizationName,
      organizations.subscription_tier AS organizationTier, member.role AS role, member.business_ids AS businessIds,
      member.suggests_only AS suggestsOnly,
      ${LIVE_BUSINESSES} AS liveBusinesses, subscription.plan_type AS plan,
      EXISTS (SELECT 1 FROM mfa_factors
        WHERE mfa_factors.user_id = sessions.user_id AND mfa_factors.status = 'verified') AS hasFactor
    FROM sessions
    JOIN users ON users.id = sessions.user_id
    JOIN profiles ON profiles.id = users.id
    JOIN organizations ON organizations.id = ${organizationId === undefined ? OWN_ORGANIZATION : sql`+${organizationId}`}
    JOIN organization_users AS member ON member.organization_id = organizations.id AND member.user_id = users.id
      AND member.is_active
    LEFT JOIN organization_subscriptions AS subscription ON subscription.organization_id = organizations.id
    WHERE ${isLive(which, now)}`)
}

const LIVE_BUSINESSES = liveBusinesses(sql`organizations.id`)
const OWN_ORGANIZATION = sql`sessions.organization_id`

function activeSession(row: SessionRow | undefined): ActiveSession | null {
  const role = ROLES.find((known) => known === row?.role)
  if (!row || !role) return null
  const { id, aal, authenticatedAt, factorAt, lastActivityAt, expiresAt, keepUntil, hasFactor } = row
  // The session was opened with the password alone while the second factor was being set up.
  if (hasFactor && aal === 'aal1') return null
  return {
    id,
    aal,
    amr: JSON.parse(row.amr),
    authenticatedAt,
    factorAt,
    lastActivityAt,
    expiresAt,
    keepUntil,
    nextLevel: hasFactor ? 'aal2' : 'aal1',
    user: {
      id: row.userId,
      email: row.email,
      fullName: row.fullName,
      isVerified: row.emailVerifiedAt !== null,
      mustChangePassword: row.mustChangePassword === 1,
    },
    organization: {
      id: row.organizationId,
      name: row.organizationName,
      role,
      plan: row.plan ?? 'free',
      businessIds: reachOf(role, row.businessIds, row.liveBusinesses),
      suggestsOnly: row.suggestsOnly === 1 && canNeedApproval(role),
    },
    unknownTier: [row.profileTier, row.organizationTier].find((tier) => !isPlan(tier)) ?? null,
  }
}
