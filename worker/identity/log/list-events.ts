import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { securityEvents } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { deviceName } from '../../rules/devices.ts'
import { LISTED_EVENTS, type ListSecurityEventsInput } from '../../rules/security-events.ts'

/** An entry of the owner's security log. */
interface SecurityEventView {
  id: string
  /** One of rules/security-events.ts. */
  type: string
  outcome: string
  detail: string
  /** 'Firefox on Android' */
  device: string
  network: string
  /** ISO 8601, UTC. */
  at: string
}

const PAGE_SIZE = 25

export interface SecurityEventPage {
  items: SecurityEventView[]
  nextCursor: string | null
}

/** What happened to the caller's account in the last 90 days, newest first. */
export async function listSecurityEvents(
  ctx: SignedInContext,
  { cursor }: ListSecurityEventsInput,
): Promise<SecurityEventPage> {
  return eventPage(await eventsQuery(ctx, cursor))
}

/** What `eventPage` is made of, for a batch. */
export function eventsQuery(ctx: SignedInContext, cursor?: string) {
  return ctx.db
    .select({
      id: securityEvents.id,
      type: securityEvents.type,
      outcome: securityEvents.outcome,
      detail: securityEvents.detail,
      userAgent: securityEvents.userAgent,
      network: securityEvents.network,
      createdAt: securityEvents.createdAt,
    })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.userId, ctx.session.user.id),
        inArray(securityEvents.type, [...LISTED_EVENTS]),
        // Ids grow with time.
        cursor === undefined ? undefined : lt(securityEvents.id, cursor),
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(PAGE_SIZE + 1)
}

export function eventPage(rows: Awaited<ReturnType<typeof eventsQuery>>): SecurityEventPage {
  const items = rows.slice(0, PAGE_SIZE).map(({ userAgent, createdAt, ...row }) => ({
    ...row,
    device: deviceName(userAgent),
    at: new Date(createdAt).toISOString(),
  }))
  return { items, nextCursor: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
}
