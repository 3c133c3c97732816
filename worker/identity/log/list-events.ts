import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { securityEvents } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { deviceName } from '../../rules/devices.ts'
import { iso } from '../../rules/durations.ts'
import { LISTED_EVENTS, type ListSecurityEventsInput } from '../../rules/security-events.ts'

const PAGE_SIZE = 25

export type SecurityEventPage = ReturnType<typeof eventPage>

/** Lists the security events of the caller's account, newest first. */
export async function listSecurityEvents(ctx: SignedInContext, { cursor }: ListSecurityEventsInput) {
  return eventPage(await eventsQuery(ctx, cursor))
}

/** Query for `eventPage`, for a batch. */
export function eventsQuery(ctx: SignedInContext, cursor?: string) {
  const own = eq(securityEvents.userId, ctx.session.user.id)
  // Ids increase over time.
  const isAfterCursor = cursor === undefined ? undefined : lt(securityEvents.id, cursor)
  return ctx.db
    .select(columns(securityEvents, 'id', 'type', 'outcome', 'detail', 'userAgent', 'network', 'createdAt'))
    .from(securityEvents)
    .where(and(own, inArray(securityEvents.type, [...LISTED_EVENTS]), isAfterCursor))
    .orderBy(desc(securityEvents.id))
    .limit(PAGE_SIZE + 1)
}

export function eventPage(rows: Awaited<ReturnType<typeof eventsQuery>>) {
  const items = rows.slice(0, PAGE_SIZE).map(({ userAgent, createdAt, ...row }) => ({
    ...row,
    /** 'Firefox on Android' */
    device: deviceName(userAgent),
    at: iso(createdAt),
  }))
  return { items, nextCursor: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
}
