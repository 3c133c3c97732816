import { and, eq } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { CountBusinessesInput } from '../rules/businesses.ts'

/** How many businesses the organization has, or how many of them are active or not. */
export async function countBusinesses(ctx: MemberContext, input: CountBusinessesInput = {}): Promise<number> {
  return ctx.db.$count(
    businesses,
    and(
      eq(businesses.organizationId, ctx.organization.id),
      input.isActive === undefined ? undefined : eq(businesses.isActive, input.isActive),
    ),
  )
}
