import { and, desc, eq, gt, or } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { sessions } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { deviceName } from '../../rules/devices.ts'
import { iso } from '../../rules/durations.ts'
import { SESSION_IDLE_MS } from '../../rules/sessions.ts'

/** A session as its owner sees it. */
export type SessionListItem = ReturnType<typeof sessionItems>[number]

/** The caller's sessions that are live or can be reopened by their device, most recently used first. */
export async function listSessions(ctx: SignedInContext) {
  return { items: sessionItems(ctx, await sessionsQuery(ctx)), nextCursor: null }
}

/** Query for `sessionItems`, for a batch. */
export function sessionsQuery(ctx: SignedInContext) {
  const now = ctx.now()
  const { userId, lastActivityAt, expiresAt, keepUntil } = sessions
  return ctx.db
    .select(
      columns(
        sessions,
        'id',
        'userAgent',
        'network',
        'place',
        'createdAt',
        'lastActivityAt',
        'expiresAt',
        'keepUntil',
      ),
    )
    .from(sessions)
    .where(
      and(
        eq(userId, ctx.session.user.id),
        or(and(gt(expiresAt, now), gt(lastActivityAt, now - SESSION_IDLE_MS)), gt(keepUntil, now)),
      ),
    )
    .orderBy(desc(sessions.lastActivityAt), desc(sessions.createdAt))
}

export function sessionItems(ctx: SignedInContext, rows: Awaited<ReturnType<typeof sessionsQuery>>) {
  return rows.map(({ userAgent, keepUntil, ...row }) => ({
    ...row,
    /** 'Firefox on Android' */
    device: deviceName(userAgent),
    createdAt: iso(row.createdAt),
    lastActivityAt: iso(row.lastActivityAt),
    expiresAt: iso(row.expiresAt),
    /** Until when this device stays signed in; null if it doesn't. */
    keptUntil: keepUntil !== null && keepUntil > ctx.now() ? iso(keepUntil) : null,
    isCurrent: row.id === ctx.session.id,
  }))
}
