import { and, eq } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { ENDPOINT_GONE } from '../rules/webhooks.ts'

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
