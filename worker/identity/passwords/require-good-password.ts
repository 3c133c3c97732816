import { DomainError } from '../../errors.ts'
import { COMMON_PASSWORD_FEEDBACK, type PasswordOwner, scorePassword } from '../../rules/passwords.ts'
import { isBlockedPassword } from './blocklist.ts'

/**
 * Refuses a new password that does not meet the policy or is on the blocklist.
 *
 * @param lead begins the message, where a screen wants it to
 * @throws DomainError `invalid_input` with the specified sentences beside `password`
 */
export function requireGoodPassword(password: string, owner: PasswordOwner, lead = ''): void {
  const { feedback } = scorePassword(password, owner)
  if (isBlockedPassword(password) && !feedback.includes(COMMON_PASSWORD_FEEDBACK)) {
    feedback.push(COMMON_PASSWORD_FEEDBACK)
  }
  if (feedback.length === 0) return
  const message = `${lead}${feedback.join(', ')}`
  throw new DomainError('invalid_input', message, { fields: { password: message } })
}
