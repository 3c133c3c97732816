import { securityEvents } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { logEvent } from '../../platform/log.ts'
import { LIMITS, takeTry } from '../limits/tries.ts'
import { MAX_USER_AGENT_CHARS } from './audit.ts'

export interface Report {
  /** `browser`: a security event; `policy`: a refusal by the Content-Security-Policy. */
  source: 'browser' | 'policy'
  type: string
  detail: string
}

/**
 * Keeps what a browser reports, at most 30 a minute from a session or a network, with our own time. What it says is a
 * hint: it may come from anyone.
 */
export async function noteReport(ctx: Context, { source, type, detail }: Report): Promise<void> {
  const from = ctx.session?.id ?? ctx.network.prefix
  const { isAllowed } = await takeTry(ctx, LIMITS.securityLogSource, from)
  if (!isAllowed) return
  logEvent('reported', { source, type, requestId: ctx.requestId, userId: ctx.session?.user.id })
  await ctx.db.insert(securityEvents).values({
    id: ctx.createId(),
    userId: ctx.session?.user.id ?? null,
    organizationId: ctx.session?.organization.id ?? null,
    source,
    type,
    outcome: 'reported',
    detail,
    userAgent: ctx.userAgent.slice(0, MAX_USER_AGENT_CHARS),
    network: ctx.network.shown,
    createdAt: ctx.now(),
  })
}
