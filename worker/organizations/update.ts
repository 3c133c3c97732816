import { eq } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import type { UpdateOrganizationInput } from '../rules/organizations.ts'

/** Changes what is given. The slug stays: others may have kept it. */
export async function updateOrganization(ctx: MemberContext, input: UpdateOrganizationInput): Promise<void> {
  const { id, name } = ctx.organization
  await ctx.db.batch([
    ctx.db
      .update(organizations)
      .set({ ...input, updatedAt: ctx.now() })
      .where(eq(organizations.id, id)),
    recordAction(ctx, { organizationId: id, action: 'organization_changed', subject: input.name ?? name }),
  ])
  await audit(ctx, 'organization_changed', 'done', { organizationId: id })
}
