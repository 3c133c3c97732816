import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationSubscriptions, organizations, organizationUsers, sessions } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext, SignedInContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { defaultOrganization, newOrganization } from '../identity/accounts/home.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { enterOrganization } from '../identity/sessions/session-store.ts'
import { ifRolledBack, onlyWhile, wasRolledBack } from '../platform/all-or-nothing.ts'
import { isInReach } from '../platform/business-access.ts'
import {
  type CreateOrganizationInput,
  MAX_OWNED_ORGANIZATIONS,
  ORGANIZATION_GONE,
  type OrganizationId,
  type OrganizationItem,
  type OrganizationStats,
  type UpdateOrganizationInput,
} from '../rules/organizations.ts'
import { ROLES } from '../rules/permissions.ts'
import { planLimits } from '../rules/plans.ts'
import { averageRating } from '../rules/statistics.ts'

function changeOrganization(
  { db, now }: BackgroundContext,
  organizationId: string,
  change: UpdateOrganizationInput,
) {
  return db
    .update(organizations)
    .set({ ...change, updatedAt: now() })
    .where(eq(organizations.id, organizationId))
}

/**
 * Statement that updates the plan displayed for an organization, if a condition is true. What the organization may do
 * depends only on `organization_subscriptions`.
 */
export function recordTier(
  { db }: BackgroundContext,
  { organizationId, plan, status }: { organizationId: string; plan: SQL; status: SQL },
  condition: SQL,
) {
  return db.statement(sql`UPDATE organizations SET subscription_tier = ${plan}, subscription_status = ${status}
    WHERE id = ${organizationId} AND ${condition}`)
}

/** Deletes an organization and, by foreign keys, all its data, in one statement; large tables are emptied before. */
export function removeOrganization({ db }: BackgroundContext, organizationId: string) {
  return db.delete(organizations).where(eq(organizations.id, organizationId))
}

/**
 * Creates an organization owned by the caller and switches to it.
 *
 * @throws DomainError `email_not_verified`; `plan_limit` if the caller owns the maximum per account
 */
export async function createOrganization(
  ctx: SignedInContext,
  input: CreateOrganizationInput,
): Promise<{ id: string }> {
  requireVerified(ctx)
  const { id: userId, email } = ctx.session.user
  const { billingEmail = email, ...details } = input
  const { id, statements } = newOrganization(ctx, userId, { ...details, billingEmail })
  const ownsFew = sql`(SELECT count(*) FROM organization_users
    WHERE user_id = ${userId} AND role = 'owner' AND is_active = 1) < ${MAX_OWNED_ORGANIZATIONS}`
  await ctx.db
    .batch([
      onlyWhile(ctx, ownsFew),
      ...statements,
      recordAction(ctx, { organizationId: id, action: 'organization_created', subject: details.name }),
      enterOrganization(ctx, id),
    ])
    .catch(
      ifRolledBack(
        () =>
          new DomainError(
            'plan_limit',
            `You already own ${MAX_OWNED_ORGANIZATIONS} organizations, the most one account can own.`,
          ),
      ),
    )
  await audit(ctx, 'organization_created', 'done', { organizationId: id })
  return { id }
}

/**
 * Returns the organization that the caller owns. Creates one if there is none, as after a transfer, or for an account
 * that joined by invitation. Idempotent, also for concurrent calls.
 */
export async function createDefaultOrganization(ctx: SignedInContext) {
  const known = await findOwn(ctx)
  if (known) return known
  const { id: userId, email, fullName } = ctx.session.user
  const made = defaultOrganization(ctx, { userId, email, fullName })
  const stopWhereOneIs = ctx.db.statement(sql`SELECT json('one is there') AS stop FROM organization_users
      WHERE user_id = ${userId} AND role = 'owner' AND is_active = 1 LIMIT 1`)
  try {
    await ctx.db.batch([stopWhereOneIs, ...made.statements])
  } catch (error) {
    if (!wasRolledBack(error)) throw error
  }
  const own = await findOwn(ctx)
  if (!own) throw new Error('the organization was made above')
  return own
}

async function findOwn(ctx: SignedInContext) {
  const isOwner = and(
    eq(organizationUsers.userId, ctx.session.user.id),
    eq(organizationUsers.role, 'owner'),
    eq(organizationUsers.isActive, true),
  )
  const [own] = await ctx.db
    .select(columns(organizations, 'id', 'name'))
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .where(isOwner)
    .orderBy(asc(organizationUsers.joinedAt))
    .limit(1)
  return own
}

/** Longest membership first. */
export async function listOrganizations(ctx: SignedInContext) {
  return { items: organizationsOf(ctx, await organizationsQuery(ctx)), nextCursor: null }
}

export function organizationsQuery(ctx: SignedInContext) {
  return ctx.db
    .select({
      ...columns(organizations, 'id', 'name', 'slug'),
      role: organizationUsers.role,
      plan: organizationSubscriptions.planType,
    })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .leftJoin(organizationSubscriptions, eq(organizationSubscriptions.organizationId, organizations.id))
    .where(and(eq(organizationUsers.userId, ctx.session.user.id), eq(organizationUsers.isActive, true)))
    .orderBy(asc(organizationUsers.joinedAt))
}

export function organizationsOf(
  ctx: SignedInContext,
  rows: Awaited<ReturnType<typeof organizationsQuery>>,
): OrganizationItem[] {
  return rows.flatMap(({ plan, ...row }) => {
    const role = ROLES.find((known) => known === row.role)
    if (!role) return []
    return [{ ...row, role, plan: plan ?? 'free', isCurrent: row.id === ctx.session.organization.id }]
  })
}

/** @throws DomainError `not_found` if the caller isn't a member */
export async function switchOrganization(ctx: SignedInContext, { id }: OrganizationId): Promise<void> {
  const isMember = sql`EXISTS (SELECT 1 FROM organization_users
    WHERE organization_id = ${id} AND user_id = ${ctx.session.user.id} AND is_active = 1)`
  const moved = await enterOrganization(ctx, id, isMember).returning({ id: sessions.id })
  if (moved.length === 0) throw new DomainError('not_found', ORGANIZATION_GONE)
}

/** The slug stays, because others may have stored it. */
export async function updateOrganization(ctx: MemberContext, input: UpdateOrganizationInput): Promise<void> {
  const { id, name } = ctx.organization
  await ctx.db.batch([
    changeOrganization(ctx, id, input),
    recordAction(ctx, { organizationId: id, action: 'organization_changed', subject: input.name ?? name }),
  ])
  await audit(ctx, 'organization_changed', 'done', { organizationId: id })
}

/** The specification's get_organization_stats. Reads one row per business and day, never the reviews. */
export async function organizationStats(ctx: MemberContext): Promise<OrganizationStats> {
  const { id, plan } = ctx.organization
  const { results } = await ctx.db.statement<{
    users: number
    businesses: number
    reviews: number
    ratings: number
    status: string
  }>(sql`SELECT
      (SELECT count(*) FROM organization_users WHERE organization_id = organizations.id AND is_active = 1) AS users,
      (SELECT count(*) FROM businesses WHERE organization_id = organizations.id
        AND ${isInReach(ctx, sql`businesses.id`)}) AS businesses,
      subscription_status AS status, coalesce(sum(day.review_count), 0) AS reviews, coalesce(sum(day.rating_sum), 0) AS ratings
    FROM organizations
    LEFT JOIN businesses AS business ON business.organization_id = organizations.id
      AND ${isInReach(ctx, sql`business.id`)}
    LEFT JOIN review_daily_stats AS day ON day.business_id = business.id
    WHERE organizations.id = ${id}`)
  const [row] = results
  if (!row) throw new Error('a member of an organization that is not there')
  const { seats } = planLimits(plan)
  return {
    totalUsers: row.users,
    totalBusinesses: row.businesses,
    totalReviews: row.reviews,
    averageRating: averageRating(row.ratings, row.reviews),
    activeSubscription: row.status === 'active',
    seatsUsed: row.users,
    seatsRemaining: Math.max(0, seats - row.users),
  }
}
