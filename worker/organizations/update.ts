import { eq } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { audit } from '../identity/log/audit.ts'
import type { UpdateOrganizationInput } from '../rules/organizations.ts'

/** Changes what is given. The slug stays: others may have kept it. */
export async function updateOrganization(ctx: MemberContext, input: UpdateOrganizationInput): Promise<void> {
  await ctx.db
    .update(organizations)
    .set({ ...input, updatedAt: ctx.now() })
    .where(eq(organizations.id, ctx.organization.id))
  await audit(ctx, 'organization_changed', 'done', { organizationId: ctx.organization.id })
}
