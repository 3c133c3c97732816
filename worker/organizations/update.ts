import type { MemberContext } from '../context.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import type { UpdateOrganizationInput } from '../rules/organizations.ts'
import { changeOrganization } from './organization-store.ts'

/** Changes what is given. The slug stays: others may have kept it. */
export async function updateOrganization(ctx: MemberContext, input: UpdateOrganizationInput): Promise<void> {
  const { id, name } = ctx.organization
  await ctx.db.batch([
    changeOrganization(ctx, id, input),
    recordAction(ctx, { organizationId: id, action: 'organization_changed', subject: input.name ?? name }),
  ])
  await audit(ctx, 'organization_changed', 'done', { organizationId: id })
}
