import type { HashingContext, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { emailKey } from '../../rules/auth.ts'
import { loginSucceeded, takeLoginAttempt } from '../limits/login-tries.ts'
import { audit } from '../log/audit.ts'
import { verifyPassword } from './password-hash.ts'

/**
 * Checks the password of who is signed in, under the limits of a login: a stolen session is no place to guess it.
 *
 * @param field of the form, for the message
 * @throws DomainError `bad_credentials` beside the field, `too_many`
 */
export async function requireCurrentPassword(
  ctx: SignedInContext & HashingContext,
  record: string,
  password: string,
  field: string,
): Promise<void> {
  const { id: userId, email } = ctx.session.user
  const attempt = await takeLoginAttempt(ctx, { emailKey: emailKey(email), userId })
  if (!(await verifyPassword(password, record, ctx))) {
    await audit(ctx, 'password_confirmed', 'refused')
    const message = 'This is not your current password.'
    throw new DomainError('bad_credentials', message, { fields: { [field]: message } })
  }
  await loginSucceeded(ctx, attempt)
}
