import { and, eq } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isPublicAddress } from '../platform/public-address.ts'
import { ENDPOINT_GONE } from '../rules/webhooks.ts'

const ADDRESS_REFUSED =
  'Enter an https address on the internet: a host name, without a port, a user name or an IP address.'

/** An endpoint of the caller's organization, as a condition. */
export function ownEndpoint({ organization }: MemberContext, id: string) {
  return and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.organizationId, organization.id))
}

/** @throws DomainError `not_found` */
export async function requireEndpoint(ctx: MemberContext, id: string) {
  const [endpoint] = await ctx.db.select().from(webhookEndpoints).where(ownEndpoint(ctx, id))
  if (!endpoint) throw endpointNotFound()
  return endpoint
}

export function endpointNotFound(): DomainError {
  return new DomainError('not_found', ENDPOINT_GONE)
}

/**
 * The address in its one spelling, without a fragment.
 *
 * @throws DomainError `invalid_input` for one that is not on the internet, or is our own
 */
export function requireAddress({ settings }: Pick<BackgroundContext, 'settings'>, address: string): string {
  const url = URL.parse(address)
  if (!url || !isPublicAddress(url) || url.host === new URL(settings.APP_ORIGIN).host) {
    throw new DomainError('invalid_input', ADDRESS_REFUSED, { fields: { url: ADDRESS_REFUSED } })
  }
  url.hash = ''
  return url.href
}
