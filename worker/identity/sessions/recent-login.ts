import type { SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { MINUTE_MS } from '../../rules/durations.ts'

const RECENT_LOGIN_MS = 10 * MINUTE_MS

/**
 * Requires that the caller has entered a credential in the last 10 minutes.
 *
 * @param factor `second`: a code of the second factor, or a recovery code
 * @throws DomainError `recent_login_needed`
 */
export function requireRecentLogin(ctx: SignedInContext, factor: 'any' | 'second' = 'any'): void {
  const since = ctx.now() - RECENT_LOGIN_MS
  const { authenticatedAt, factorAt } = ctx.session
  if (factor === 'second') {
    if (factorAt === null || factorAt <= since)
      throw new DomainError('recent_login_needed', 'Please confirm that it is you: enter a code again.')
  } else if (Math.max(authenticatedAt, factorAt ?? 0) <= since) {
    throw new DomainError('recent_login_needed', 'Please confirm that it is you: enter your password again.')
  }
}
