import { securityEvents } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { logEvent, logFault } from '../../platform/log.ts'
import { keyedHash } from '../../platform/seal.ts'
import { type AuditEvent, type AuditOutcome, isShownToOwner } from '../../rules/security-events.ts'

const MAX_DETAIL_CHARS = 200
export const MAX_USER_AGENT_CHARS = 300

interface AuditFields {
  /** Whose account it is about; the signed-in person's where left out, nobody's where null. */
  userId?: string | null | undefined
  organizationId?: string | null | undefined
  /** Logged as a keyed hash only. */
  email?: string | undefined
  /** A name from our own code, such as a limit's or a provider's: never what somebody typed. */
  detail?: string | undefined
}

/**
 * Records an outcome that matters for security: a line in the log, and a row where the account's owner should read it.
 * An unknown address gets a row as well, of nobody, so that its answer takes as long as a known one's. A row that can't
 * be written does not undo what happened; it is reported.
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

/** Stores an event with the browser, the network and the time of this request. */
export async function storeEvent(ctx: Context, event: NewEvent): Promise<void> {
  await ctx.db.insert(securityEvents).values({
    ...event,
    id: ctx.createId(),
    userAgent: ctx.userAgent.slice(0, MAX_USER_AGENT_CHARS),
    network: ctx.network.shown,
    createdAt: ctx.now(),
  })
}
