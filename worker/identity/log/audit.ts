import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { securityEvents } from '#db/schema/accounts.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { logEvent, logFault } from '../../platform/log.ts'
import { keyedHash } from '../../platform/seal.ts'
import { iso } from '../../rules/durations.ts'
import {
  type AuditEvent,
  type AuditOutcome,
  isShownToOwner,
  LISTED_EVENTS,
  type ListSecurityEventsInput,
} from '../../rules/security-events.ts'
import { deviceName } from '../../rules/sessions.ts'

const MAX_DETAIL_CHARS = 200
export const MAX_USER_AGENT_CHARS = 300

interface AuditFields {
  /** Account the event is about: the signed-in person's by default; null for none. */
  userId?: string | null | undefined
  organizationId?: string | null | undefined
  /** Logged as a keyed hash only. */
  email?: string | undefined
  /** A name from our own code, such as a limit's or a provider's; never user input. */
  detail?: string | undefined
}

/**
 * Records a security event: a line in the log, and a row if the account's owner should see it. An unknown address gets
 * a row without an account, so that its response takes as long as a known one's. If the row can't be written, the error
 * is reported but the action isn't undone.
 */
export async function audit(
  ctx: Context,
  event: AuditEvent,
  outcome: AuditOutcome,
  fields: AuditFields = {},
) {
  const { user, organization } = ctx.session ?? {}
  const { userId = user?.id, organizationId = organization?.id, detail, email } = fields
  const { SESSION_SECRET } = ctx.settings
  logEvent(event, {
    outcome,
    requestId: ctx.requestId,
    route: ctx.route,
    userId,
    organizationId,
    detail,
    network: keyedHash(SESSION_SECRET, 'network', ctx.network.prefix),
    email: email && keyedHash(SESSION_SECRET, 'email', email.toLowerCase()),
  })
  if (!isShownToOwner(event)) return
  try {
    const shown = (detail ?? '').slice(0, MAX_DETAIL_CHARS)
    await storeEvent(ctx, { userId, organizationId, source: 'server', type: event, outcome, detail: shown })
  } catch (cause) {
    logFault('security_event_not_stored', cause, { requestId: ctx.requestId, type: event })
  }
}

type NewEvent = Omit<typeof securityEvents.$inferInsert, 'id' | 'userAgent' | 'network' | 'createdAt'>

export async function storeEvent(ctx: Context, event: NewEvent): Promise<void> {
  await ctx.db.insert(securityEvents).values({
    ...event,
    id: ctx.createId(),
    userAgent: ctx.userAgent.slice(0, MAX_USER_AGENT_CHARS),
    network: ctx.network.shown,
    createdAt: ctx.now(),
  })
}

const PAGE_SIZE = 25

export type SecurityEventPage = ReturnType<typeof eventPage>

/** Newest first. */
export async function listSecurityEvents(ctx: SignedInContext, { cursor }: ListSecurityEventsInput) {
  return eventPage(await eventsQuery(ctx, cursor))
}

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
    /** Such as 'Firefox on Android'. */
    device: deviceName(userAgent),
    at: iso(createdAt),
  }))
  return { items, nextCursor: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
}
