import type { Context } from '../../context.ts'
import { logEvent } from '../../platform/log.ts'
import { LIMITS, takeTry } from '../limits/tries.ts'
import { storeEvent } from './audit.ts'

export interface Report {
  /** `browser`: a security event; `policy`: a violation of the Content-Security-Policy. */
  source: 'browser' | 'policy'
  type: string
  detail: string
}

/**
 * Stores a browser's report, at most 30 a minute from a session or a network. Reports aren't trustworthy: anyone may
 * send them.
 */
export async function recordReport(ctx: Context, { source, type, detail }: Report): Promise<void> {
  const { session } = ctx
  const { isAllowed } = await takeTry(ctx, LIMITS.securityLogSource, session?.id ?? ctx.network.prefix)
  if (!isAllowed) return
  const userId = session?.user.id
  logEvent('reported', { source, type, requestId: ctx.requestId, userId })
  const organizationId = session?.organization.id
  await storeEvent(ctx, { userId, organizationId, source, type, outcome: 'reported', detail })
}
