import { eq } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'

export async function countBusinesses(ctx: MemberContext): Promise<number> {
  return ctx.db.$count(businesses, eq(businesses.organizationId, ctx.organization.id))
}
