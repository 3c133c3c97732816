import type { SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { MINUTE_MS } from '../../rules/durations.ts'

const RECENT_LOGIN_MS = 10 * MINUTE_MS

/**
 * Requires that the caller entered a credential in the last 10 minutes.
 *
 * @param factor `second`: a code of the second factor, or a recovery code
 * @throws DomainError `recent_login_needed`
 */
export function requireRecentLogin(ctx: SignedInContext, factor: 'any' | 'second' = 'any'): void {
  const { authenticatedAt, factorAt } = ctx.session
  const enteredAt = factor === 'second' ? (factorAt ?? 0) : Math.max(authenticatedAt, factorAt ?? 0)
  if (enteredAt > ctx.now() - RECENT_LOGIN_MS) return
  const what = factor === 'second' ? 'a code' : 'your password'
  throw new DomainError('recent_login_needed', `Please confirm it’s you: enter ${what} again.`)
}

/** @throws DomainError `email_not_verified` until the caller's address is proven */
export function requireVerified(ctx: SignedInContext): void {
  if (!ctx.session.user.isVerified) throw emailNotVerified()
}

export function emailNotVerified(): DomainError {
  return new DomainError(
    'email_not_verified',
    'Please confirm your e-mail address first: open the link in the e-mail we sent you. You can have it sent again from Profile.',
  )
}
