import { DomainError } from '../../errors.ts'

/** How many businesses an organization gets from someone whose e-mail address is not proven yet. */
export const UNVERIFIED_BUSINESSES = 1

/** The refusal of what waits for the address to be proven: further businesses, and whatever leaves the account. */
export function emailNotVerified(): DomainError {
  return new DomainError(
    'email_not_verified',
    'Please confirm your e-mail address first: open the link in the mail we sent you. Under Profile you can have it sent again.',
  )
}
