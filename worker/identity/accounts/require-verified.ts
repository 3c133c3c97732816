import type { SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'

/** @throws DomainError `email_not_verified` until the caller's address is proven */
export function requireVerified(ctx: SignedInContext): void {
  if (!ctx.session.user.isVerified) throw emailNotVerified()
}

export function emailNotVerified(): DomainError {
  return new DomainError(
    'email_not_verified',
    'Please confirm your e-mail address first: open the link in the mail we sent you. Under Profile you can have it sent again.',
  )
}
