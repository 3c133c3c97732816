import { securityEvents } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { keyedHash } from '../../platform/keyed-hash.ts'
import { logEvent, logFault } from '../../platform/log.ts'
import { type AuditEvent, type AuditOutcome, isShownToOwner } from '../../rules/security-events.ts'

const MAX_DETAIL_CHARS = 200
export const MAX_USER_AGENT_CHARS = 300

export interface AuditFields {
  /** Whose account it is about; the signed-in person's where left out, nobody's where null. */
  userId?: string | null | undefined
  organizationId?: string | null | undefined
  /** Logged as a keyed hash only. */
  email?: string | undefined
  /** A name from our own code, such as a limit's or a provider's: never what somebody typed. */
  detail?: string | undefined
}

/**
 * Notes an outcome that matters for security: one line in the log, and a row where the account's owner should read it.
 * What an unknown address brought about gets a row too, of nobody: so an answer takes as long as for a known one. A row
 * that can't be written does not undo what happened, it is reported.
 */
export async function audit(
  ctx: Context,
  event: AuditEvent,
  outcome: AuditOutcome,
  fields: AuditFields = {},
): Promise<void> {
  const userId = fields.userId === undefined ? ctx.session?.user.id : fields.userId
  const organizationId =
    fields.organizationId === undefined ? ctx.session?.organization.id : fields.organizationId
  const { SESSION_SECRET } = ctx.settings
  logEvent(event, {
    outcome,
    requestId: ctx.requestId,
    route: ctx.route,
    userId,
    organizationId,
    detail: fields.detail,
    network: await keyedHash(SESSION_SECRET, 'network', ctx.network.prefix),
    email: fields.email && (await keyedHash(SESSION_SECRET, 'email', fields.email.toLowerCase())),
  })
  if (!isShownToOwner(event)) return
  try {
    await ctx.db.insert(securityEvents).values({
      id: ctx.createId(),
      userId: userId ?? null,
      organizationId: organizationId ?? null,
      source: 'server',
      type: event,
      outcome,
      detail: (fields.detail ?? '').slice(0, MAX_DETAIL_CHARS),
      userAgent: ctx.userAgent.slice(0, MAX_USER_AGENT_CHARS),
      network: ctx.network.shown,
      createdAt: ctx.now(),
    })
  } catch (cause) {
    logFault('security_event_not_stored', cause, { requestId: ctx.requestId, type: event })
  }
}
