import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { logFault } from '../platform/log.ts'
import { ERROR_CATALOGUE } from '../rules/error-catalogue.ts'
import { LIMITS, requireAttempt, tooMany } from './limits.ts'

/**
 * Refuses what a session or a token asks beyond 100 calls a minute. A session's calls were counted when it was looked
 * up; a token's are counted here. Where counting fails, reading goes on, and changing does not.
 *
 * @throws DomainError `too_many`, `unavailable`
 */
export async function requireCallsLeft(
  ctx: Context,
  type: 'query' | 'mutation' | 'subscription',
): Promise<void> {
  const { session } = ctx
  if (session?.calls && session.calls.count > LIMITS.callsSession.max) {
    throw await tooMany(ctx, LIMITS.callsSession, session.calls.endsAt)
  }
  if (session?.calls === null && type !== 'query') {
    throw new DomainError('unavailable', ERROR_CATALOGUE.SERVER.text)
  }
  if (!session?.token) return
  try {
    await requireAttempt(ctx, LIMITS.callsSession, session.id)
  } catch (cause) {
    if (cause instanceof DomainError || type !== 'query') throw cause
    logFault('calls_not_counted', cause, { requestId: ctx.requestId })
  }
}
