import { and, eq, gt, lte, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { accountDeletions } from '#db/schema/accounts.ts'
import { sessions } from '#db/schema/users.ts'
import type { BackgroundContext, Context, SignedInContext } from '../../context.ts'
import { onlyWhile } from '../../platform/all-or-nothing.ts'
import { hostCookie } from '../../platform/host-cookie.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../rules/durations.ts'
import {
  FORMER_CREDENTIAL_MS,
  KEPT_DAYS,
  LOG_OUT_COOKIE,
  MAX_SESSIONS,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
} from '../../rules/sessions.ts'
import { beginVisit } from '../accounts/account-store.ts'
import { MAX_USER_AGENT_CHARS } from '../log/audit.ts'

export const sessionCookie = hostCookie('session', 'Strict', SESSION_LIFETIME_MS)
export const keptCookie = hostCookie('keep', 'Strict', KEPT_DAYS * DAY_MS)
/** Contains the id of the person who logged out in this browser without the server. */
export const logOutCookie = hostCookie(LOG_OUT_COOKIE, 'Strict', KEPT_DAYS * DAY_MS)
const KEPT_TOKEN = /^([\w-]{43})\.([\w-]{43})$/

interface SessionToOpen {
  userId: string
  organizationId: string
  aal: 'aal1' | 'aal2'
  amr: string[]
  /** Time at which the second factor was entered; now by default. */
  factorAt?: number | null
  /** Time until which this device may reopen the session, milliseconds; null or missing if it may not. */
  keepUntil?: number | null
}

/**
 * Statements that open a session and end all but the newest three, and the Set-Cookie values for the response. Run the
 * statements in one batch with the checks of the sign-in. Set the cookies only after the batch has run: a failed
 * sign-in must not replace a browser's cookies. This browser's former credential ends. The batch is rolled back if the
 * account is about to be erased.
 */
export async function openSession(ctx: Context, toOpen: SessionToOpen) {
  const { userId, organizationId, aal, amr, factorAt = ctx.now(), keepUntil = null } = toOpen
  const token = randomToken()
  const now = ctx.now()
  const former = ctx.db.delete(sessions).where(eq(sessions.keepSeries, await ownSeries(ctx)))
  const kept = keepUntil === null ? null : await newCredential(keepUntil)
  const insert = ctx.db.insert(sessions).values({
    id: ctx.createId(),
    tokenHash: await sha256Hex(token),
    userId,
    organizationId,
    authenticatedAt: now,
    factorAt: aal === 'aal2' ? factorAt : null,
    aal,
    amr,
    createdAt: now,
    lastActivityAt: now,
    expiresAt: now + SESSION_LIFETIME_MS,
    userAgent: ctx.userAgent.slice(0, MAX_USER_AGENT_CHARS),
    network: ctx.network.shown,
    place: ctx.network.place,
    ...kept?.columns,
  })
  const own = eq(sessions.userId, userId)
  // Make room by removing ended sessions first, starting with those that can't be reopened.
  const newest = ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(own)
    .orderBy(
      sql`CASE WHEN ${sessions.expiresAt} > ${now} AND ${sessions.lastActivityAt} > ${now - SESSION_IDLE_MS} THEN 2
        WHEN ${sessions.keepUntil} > ${now} THEN 1 ELSE 0 END DESC`,
      sql`${sessions.createdAt} DESC, ${sessions.id} DESC`,
    )
    .limit(MAX_SESSIONS)
  const endOldest = ctx.db.delete(sessions).where(and(own, notInArray(sessions.id, newest)))
  const isKept = onlyWhile(
    ctx,
    sql`NOT EXISTS (SELECT 1 FROM ${accountDeletions} WHERE ${accountDeletions.userId} = ${userId})`,
  )
  return {
    statements: [isKept, former, insert, endOldest, beginVisit(ctx, userId)] as const,
    cookies: signInCookies(ctx, token, kept?.token ?? null),
  }
}

/**
 * Set-Cookie values of a sign-in, also of one that only looks like it.
 *
 * @param keptToken null if the device doesn't stay signed in
 */
export function signInCookies(ctx: Context, token: string, keptToken: string | null): string[] {
  const { APP_ORIGIN } = ctx.settings
  return [
    sessionCookie.set(token, APP_ORIGIN),
    logOutCookie.clear(APP_ORIGIN),
    ...(keptToken === null ? withoutKept(ctx) : [keptCookie.set(keptToken, APP_ORIGIN)]),
  ]
}

/** Time until which a device that signs in now stays signed in, milliseconds. */
export function keptUntil({ now }: Context): number {
  return now() + KEPT_DAYS * DAY_MS
}

/** Set-Cookie values that end this browser's persistent sign-in. */
export function withoutKept({ keptToken, settings }: Context): string[] {
  return keptToken === null ? [] : [keptCookie.clear(settings.APP_ORIGIN)]
}

/** Hash of the series in this browser's credential (`keptParts`); matches no device if the browser has none. */
function ownSeries({ keptToken }: Context): Promise<string> {
  return sha256Hex(keptParts(keptToken)?.series ?? '')
}

async function newCredential(keepUntil: number) {
  const [series, secret] = [randomToken(), randomToken()]
  return {
    token: `${series}.${secret}`,
    columns: { keepSeries: await sha256Hex(series), keepHash: await sha256Hex(secret), keepUntil },
  }
}

/**
 * The parts of a device's credential: the series, which identifies the device, and the secret, which changes with each
 * use. Null if the token isn't one of ours.
 */
export function keptParts(token: string | null) {
  const [, series, secret] = KEPT_TOKEN.exec(token ?? '') ?? []
  return series !== undefined && secret !== undefined ? { series, secret } : null
}

interface KeptUse {
  seriesHash: string
  secretHash: string
}

function isPresent({ seriesHash, secretHash }: KeptUse, now: number): SQL | undefined {
  return and(
    eq(sessions.keepSeries, seriesHash),
    eq(sessions.keepHash, secretHash),
    gt(sessions.keepUntil, now),
  )
}

/**
 * Reopens a session for its device, with a new token and a new secret, if the presented secret is the current one. Only
 * one of concurrent requests succeeds. Keeps the time a credential was last entered.
 */
export function reopen(ctx: Context, use: KeptUse, next: Record<'tokenHash' | 'secretHash', string>) {
  const now = ctx.now()
  return ctx.db
    .update(sessions)
    .set({
      tokenHash: next.tokenHash,
      previousTokenHash: null,
      previousValidUntil: null,
      keepHash: next.secretHash,
      keepFormerHash: use.secretHash,
      keepFormerUntil: now + FORMER_CREDENTIAL_MS,
      lastActivityAt: now,
      expiresAt: now + SESSION_LIFETIME_MS,
      userAgent: ctx.userAgent.slice(0, MAX_USER_AGENT_CHARS),
      network: ctx.network.shown,
      place: ctx.network.place,
    })
    .where(isPresent(use, now))
    .returning({ id: sessions.id })
}

/**
 * Matches a device for which an old copy is presented: neither the current secret nor the previous one within its grace
 * period.
 */
export function isOldCopy({ seriesHash, secretHash }: KeptUse, now: number): SQL {
  return sql`${sessions.keepSeries} = ${seriesHash} AND ${sessions.keepHash} <> ${secretHash}
    AND (${sessions.keepFormerHash} IS NOT ${secretHash} OR ${sessions.keepFormerUntil} <= ${now})`
}

export function endCopied({ db, now }: BackgroundContext, use: KeptUse) {
  return db.delete(sessions).where(isOldCopy(use, now()))
}

export function endSessionOf({ db }: BackgroundContext, userId: string, sessionId: string) {
  const isIt = and(eq(sessions.id, sessionId), eq(sessions.userId, userId))
  return db.delete(sessions).where(isIt).returning({ id: sessions.id })
}

/** Statement that ends a person's sessions: all, all `but` one, or those `within` an organization. */
export function endSessionsOf(
  { db }: BackgroundContext,
  userId: string,
  { but, within }: { but?: string; within?: string } = {},
) {
  const areTheirs = and(
    eq(sessions.userId, userId),
    but === undefined ? undefined : ne(sessions.id, but),
    within === undefined ? undefined : eq(sessions.organizationId, within),
  )
  return db.delete(sessions).where(areTheirs).returning({ id: sessions.id })
}

/**
 * Moves the caller's session to another organization. `condition`, or another statement of the batch, must check that
 * they are a member.
 */
export function enterOrganization(ctx: SignedInContext, organizationId: string, condition?: SQL) {
  return ctx.db
    .update(sessions)
    .set({ organizationId })
    .where(and(eq(sessions.id, ctx.session.id), condition))
}

/** Records that a session's owner was just confirmed, if `condition` is true. */
export function recordLogin({ db, now }: BackgroundContext, sessionId: string, condition?: SQL) {
  return db
    .update(sessions)
    .set({ authenticatedAt: now() })
    .where(and(eq(sessions.id, sessionId), condition))
    .returning({ userId: sessions.userId })
}

/** Replaces a session's token if `former` is still the current one; only one of concurrent calls succeeds. */
export function replaceToken(
  { db }: BackgroundContext,
  sessionId: string,
  former: string,
  next: Record<'tokenHash', string> & Record<'previousValidUntil' | 'expiresAt', number>,
) {
  return db
    .update(sessions)
    .set({ ...next, previousTokenHash: former })
    .where(and(eq(sessions.id, sessionId), eq(sessions.tokenHash, former)))
    .returning({ id: sessions.id })
}

const ACTIVITY_WRITE_MS = MINUTE_MS

/**
 * True if `recordActivity` would write nothing, because the last use is recorded for this minute. Safe with cached
 * values, because the stored time only increases.
 */
export function isRecorded({ lastActivityAt }: { lastActivityAt: number }, now: number): boolean {
  return lastActivityAt + ACTIVITY_WRITE_MS > now
}

/** Writes at most once a minute. */
export function recordActivity(db: Database, isLive: SQL, now: number) {
  return db
    .update(sessions)
    .set({ lastActivityAt: now })
    .where(and(isLive, lte(sql`${sessions.lastActivityAt} + ${ACTIVITY_WRITE_MS}`, now)))
}
