import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import {
  modelAgreements,
  organizationInvitations,
  organizations,
  organizationUsers,
} from '#db/schema/index.ts'
import { businessChoicesQuery } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { agreementView } from '../insights/drafts/rewrite/agreement.ts'
import { auditPage, auditQuery, peopleQuery } from '../organizations/audit-log.ts'
import { membersOf, membersQuery } from '../organizations/list-members.ts'
import { organizationsOf, organizationsQuery } from '../organizations/organization.ts'
import { limitOf } from '../platform/business-access.ts'
import type { AuditFilters, AuditLogView } from '../rules/audit-log.ts'
import { iso } from '../rules/durations.ts'
import type { TeamAccess, TeamView } from '../rules/organizations.ts'
import { can } from '../rules/permissions.ts'
import { planLimits } from '../rules/plans.ts'

export async function teamScreen(ctx: MemberContext): Promise<TeamView> {
  const { id, role, plan } = ctx.organization
  const managesMembers = can(role, 'members.manage')
  const [[organization], members, invitations, own, limits, businesses] = await ctx.db.batch([
    organizationQuery(ctx),
    membersQuery(ctx),
    ctx.db
      .select(columns(organizationInvitations, 'id', 'email', 'role', 'businessIds', 'expiresAt'))
      .from(organizationInvitations)
      .where(and(eq(organizationInvitations.organizationId, id), managesMembers ? undefined : sql`0`))
      .orderBy(asc(organizationInvitations.createdAt)),
    organizationsQuery(ctx),
    limitsQuery(ctx),
    businessChoicesQuery(ctx),
  ])
  if (!organization) throw new Error('a member of an organization that is not there')
  const { billingEmail, agreedTo, voice, open, ...details } = organization
  return {
    organization: { ...details, billingEmail: managesMembers ? billingEmail : null, role, plan },
    members: membersOf(ctx, members),
    invitations: managesMembers
      ? invitations.map(({ businessIds, expiresAt, ...invitation }) => ({
          ...invitation,
          businessIds: limitOf(invitation.role, businessIds),
          expiresAt: iso(expiresAt),
          isExpired: expiresAt <= ctx.now(),
        }))
      : null,
    seats: { included: planLimits(plan).seats, used: members.length + open, open },
    organizations: organizationsOf(ctx, own),
    access: managesMembers ? { businesses, limits: limitsOf(limits) } : null,
    modelAgreement: can(role, 'organization.own') ? agreementView(ctx, { agreedTo, voice }) : null,
  }
}

function limitsQuery(ctx: MemberContext) {
  const { organizationId, isActive, businessIds } = organizationUsers
  return ctx.db
    .select(columns(organizationUsers, 'userId', 'role', 'businessIds'))
    .from(organizationUsers)
    .where(and(eq(organizationId, ctx.organization.id), eq(isActive, true), isNotNull(businessIds)))
}

function limitsOf(rows: Awaited<ReturnType<typeof limitsQuery>>): TeamAccess['limits'] {
  const limits: Record<string, readonly string[]> = {}
  for (const { userId, role, businessIds } of rows) {
    const limit = limitOf(role, businessIds)
    if (limit) limits[userId] = limit
  }
  return limits
}

function organizationQuery(ctx: MemberContext) {
  return ctx.db
    .select({
      ...columns(organizations, 'id', 'name', 'website', 'industry', 'billingEmail', 'replyDelayMinutes'),
      agreedTo: modelAgreements.model,
      ...columns(modelAgreements, 'voice'),
      open: sql<number>`(SELECT count(*) FROM ${organizationInvitations} AS invitation
        WHERE invitation.organization_id = ${organizations.id} AND invitation.expires_at > ${ctx.now()})`.as(
        'open',
      ),
    })
    .from(organizations)
    .leftJoin(modelAgreements, eq(modelAgreements.organizationId, organizations.id))
    .where(eq(organizations.id, ctx.organization.id))
}

export async function auditLogScreen(ctx: MemberContext, input: AuditFilters): Promise<AuditLogView> {
  const [entries, people] = await ctx.db.batch([auditQuery(ctx, input), peopleQuery(ctx)])
  return { log: auditPage(entries), people, historyDays: planLimits(ctx.organization.plan).historyDays }
}
