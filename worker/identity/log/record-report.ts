import type { Context } from '../../context.ts'
import { logEvent } from '../../platform/log.ts'
import { LIMITS, takeTry } from '../limits/tries.ts'
import { storeEvent } from './audit.ts'

export interface Report {
  /** `browser`: a security event; `policy`: a refusal by the Content-Security-Policy. */
  source: 'browser' | 'policy'
  type: string
  detail: string
}

/** Stores what a browser reports, at most 30 a minute from a session or a network. It is a hint: anyone may send it. */
export async function recordReport(ctx: Context, { source, type, detail }: Report): Promise<void> {
  const { session } = ctx
  const { isAllowed } = await takeTry(ctx, LIMITS.securityLogSource, session?.id ?? ctx.network.prefix)
  if (!isAllowed) return
  const userId = session?.user.id
  logEvent('reported', { source, type, requestId: ctx.requestId, userId })
  const organizationId = session?.organization.id
  await storeEvent(ctx, { userId, organizationId, source, type, outcome: 'reported', detail })
}
