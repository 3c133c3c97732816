import { securityEvents } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { logEvent, logFault } from '../../platform/log.ts'
import { keyedHash } from '../../platform/seal.ts'
import { type AuditEvent, type AuditOutcome, isShownToOwner } from '../../rules/security-events.ts'

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

/** Stores an event with the browser, network and time of this request. */
export async function storeEvent(ctx: Context, event: NewEvent): Promise<void> {
  await ctx.db.insert(securityEvents).values({
    ...event,
    id: ctx.createId(),
    userAgent: ctx.userAgent.slice(0, MAX_USER_AGENT_CHARS),
    network: ctx.network.shown,
    createdAt: ctx.now(),
  })
}
