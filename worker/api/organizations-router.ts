import { transferOwnership } from '../billing/customer.ts'
import { acceptInvitation, joinByInvitation, lookAtInvitation } from '../organizations/accept-invitation.ts'
import { auditLog, exportAuditLog } from '../organizations/audit-log.ts'
import { invite, resendInvitation, withdrawInvitation } from '../organizations/invite.ts'
import { limitMember, requireApproval } from '../organizations/limit-member.ts'
import { listMembers } from '../organizations/list-members.ts'
import { changeRole, leaveOrganization, removeMember } from '../organizations/members.ts'
import { requireMembership } from '../organizations/membership.ts'
import {
  createDefaultOrganization,
  createOrganization,
  listOrganizations,
  organizationStats,
  switchOrganization,
  updateOrganization,
} from '../organizations/organization.ts'
import { freeReviews } from '../reviews/assign.ts'
import { AuditFilters, AuditLogInput } from '../rules/audit-log.ts'
import { JoinInput, LinkToken } from '../rules/auth.ts'
import {
  ChangeRoleInput,
  CreateOrganizationInput,
  InvitationId,
  InviteInput,
  LimitMemberInput,
  MemberId,
  OrganizationChoice,
  OrganizationId,
  RequireApprovalInput,
  UpdateOrganizationInput,
} from '../rules/organizations.ts'
import type { Action } from '../rules/permissions.ts'
import {
  allowedTo,
  anyone,
  anyoneHashing,
  failsWith,
  member,
  requireAllowed,
  router,
  signedIn,
  verb,
} from './init.ts'

/** Runs on the current organization, or on the one with the given `id`; the caller must be a member of it. */
function inOrganization(action: Action) {
  return member.input(OrganizationChoice).use(async ({ ctx, input: { id }, next }) => {
    const organization =
      id === undefined || id === ctx.organization.id ? ctx.organization : await requireMembership(ctx, id)
    await requireAllowed(ctx, organization, action)
    return next({ ctx: { ...ctx, organization } })
  })
}

const reading = inOrganization('organization.read')
const managing = inOrganization('members.manage')

export const organizationsRouter = router({
  list: signedIn.use(failsWith('Failed to load organizations')).query(verb(listOrganizations)),
  create: signedIn.input(CreateOrganizationInput).mutation(verb(createOrganization)),
  createDefault: signedIn
    .use(failsWith('Failed to load organizations'))
    .mutation(verb(createDefaultOrganization)),
  update: inOrganization('organization.update')
    .input(UpdateOrganizationInput)
    .mutation(verb(updateOrganization)),
  switch: signedIn.input(OrganizationId).mutation(verb(switchOrganization)),
  stats: reading.query(verb(organizationStats)),
  members: reading.query(verb(listMembers)),
  invite: managing.input(InviteInput).mutation(verb(invite)),
  resendInvitation: managing.input(InvitationId).mutation(verb(resendInvitation)),
  withdrawInvitation: managing.input(InvitationId).mutation(verb(withdrawInvitation)),
  invitation: anyone.input(LinkToken).query(verb(lookAtInvitation)),
  acceptInvitation: signedIn.input(LinkToken).mutation(verb(acceptInvitation)),
  joinByInvitation: anyoneHashing.input(JoinInput).mutation(verb(joinByInvitation)),
  changeRole: managing
    .input(ChangeRoleInput)
    .mutation(({ ctx, input }) => changeRole(ctx, input, freeReviews)),
  limitMember: managing
    .input(LimitMemberInput)
    .mutation(({ ctx, input }) => limitMember(ctx, input, freeReviews)),
  requireApproval: managing.input(RequireApprovalInput).mutation(verb(requireApproval)),
  removeMember: managing.input(MemberId).mutation(({ ctx, input }) => removeMember(ctx, input, freeReviews)),
  leave: reading.mutation(({ ctx }) => leaveOrganization(ctx, freeReviews)),
  auditLog: allowedTo('organization.own').input(AuditLogInput).query(verb(auditLog)),
  exportAuditLog: allowedTo('organization.own').input(AuditFilters).query(verb(exportAuditLog)),
  transfer: inOrganization('organization.own').input(MemberId).mutation(verb(transferOwnership)),
})
