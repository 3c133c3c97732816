import type { BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isPublicAddress } from '../platform/public-address.ts'

const REFUSED =
  'Enter an https address on the internet: a host name, without a port, a user name or an IP address.'

/**
 * The address in its one spelling, without a fragment.
 *
 * @throws DomainError `invalid_input` for one that is not on the internet, or is our own
 */
export function requireAddress({ settings }: Pick<BackgroundContext, 'settings'>, address: string): string {
  const url = URL.parse(address)
  if (!url || !isPublicAddress(url) || url.host === new URL(settings.APP_ORIGIN).host) {
    throw new DomainError('invalid_input', REFUSED, { fields: { url: REFUSED } })
  }
  url.hash = ''
  return url.href
}
