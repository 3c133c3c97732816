import { and, desc, eq, gt } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { deviceName } from '../../rules/devices.ts'
import { SESSION_IDLE_MS } from '../../rules/sessions.ts'

/** A session as its owner sees it; times are ISO 8601, UTC. */
export interface SessionListItem {
  id: string
  /** 'Firefox on Android' */
  device: string
  /** The address without its last part; '' where unknown. */
  network: string
  /** Two-letter country code; '' where unknown. */
  place: string
  createdAt: string
  lastActivityAt: string
  expiresAt: string
  /** The one that asks. */
  isCurrent: boolean
}

/** The caller's live sessions, the one that was used last first. */
export async function listSessions(
  ctx: SignedInContext,
): Promise<{ items: SessionListItem[]; nextCursor: null }> {
  return { items: sessionItems(ctx, await sessionsQuery(ctx)), nextCursor: null }
}

/** What `sessionItems` is made of, for a batch. */
export function sessionsQuery(ctx: SignedInContext) {
  const now = ctx.now()
  return ctx.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      network: sessions.network,
      place: sessions.place,
      createdAt: sessions.createdAt,
      lastActivityAt: sessions.lastActivityAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, ctx.session.user.id),
        gt(sessions.expiresAt, now),
        gt(sessions.lastActivityAt, now - SESSION_IDLE_MS),
      ),
    )
    .orderBy(desc(sessions.lastActivityAt), desc(sessions.createdAt))
}

export function sessionItems(
  ctx: SignedInContext,
  rows: Awaited<ReturnType<typeof sessionsQuery>>,
): SessionListItem[] {
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    device: deviceName(userAgent),
    createdAt: new Date(row.createdAt).toISOString(),
    lastActivityAt: new Date(row.lastActivityAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
    isCurrent: row.id === ctx.session.id,
  }))
}
