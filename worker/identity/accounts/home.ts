import { and, eq, sql } from 'drizzle-orm'
import {
  creditAccounts,
  organizationSubscriptions,
  organizations,
  organizationUsers,
  profiles,
  users,
} from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { beginAlerts } from '../../notifications/recipients.ts'
import { onlyWhile, wasRolledBack } from '../../platform/all-or-nothing.ts'
import { slugFrom } from '../../rules/organizations.ts'
import { addMissingProfile } from './account-store.ts'

export type Home = Awaited<ReturnType<typeof homeOf>>

/**
 * Chooses the organization that a session opens in: the one the account has belonged to for the longest time,
 * preferring those with a business, so that invited people don't start in an empty organization of their own. Creates
 * the organization and profile first if they are missing.
 */
export async function homeOf(ctx: Context, userId: string) {
  const organizationId = (await findHome(ctx, userId)) ?? (await makeHome(ctx, userId))
  return { userId, organizationId }
}

async function findHome(ctx: Context, userId: string): Promise<string | null> {
  const [home] = await ctx.db
    .select({ id: organizations.id })
    .from(organizationUsers)
    .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
    .innerJoin(profiles, eq(profiles.id, organizationUsers.userId))
    .where(and(eq(organizationUsers.userId, userId), eq(organizationUsers.isActive, true)))
    .orderBy(
      sql`EXISTS (SELECT 1 FROM businesses WHERE businesses.organization_id = ${organizations.id}
        AND businesses.deleted_at IS NULL) DESC`,
      organizationUsers.joinedAt,
    )
    .limit(1)
  return home?.id ?? null
}

async function makeHome(ctx: Context, userId: string): Promise<string> {
  const [user] = await ctx.db
    .select({ email: users.email, fullName: profiles.fullName })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId))
  if (!user) throw new DomainError('not_signed_in', 'Please sign in to continue.')
  const { email } = user
  await addMissingProfile(ctx, userId, email)
  const homeless = sql`NOT EXISTS (SELECT 1 FROM organization_users WHERE user_id = ${userId} AND is_active = 1)`
  const { statements } = defaultOrganization(ctx, { userId, email, fullName: user.fullName ?? '' })
  try {
    await ctx.db.batch([onlyWhile(ctx, homeless), ...statements])
  } catch (error) {
    // Either another sign-in created the organization at the same time, or only the profile was missing.
    if (!wasRolledBack(error)) throw error
  }
  const home = await findHome(ctx, userId)
  if (home === null) throw new Error('an account has no organization right after it got one')
  return home
}

export function defaultOrganization(ctx: Context, owner: Record<'userId' | 'email' | 'fullName', string>) {
  const name = owner.fullName || owner.email.slice(0, owner.email.indexOf('@'))
  return newOrganization(ctx, owner.userId, { name, billingEmail: owner.email })
}

type NewOrganization = Omit<typeof organizations.$inferInsert, 'id' | 'slug' | 'createdAt' | 'updatedAt'>

/**
 * Statements that create an organization with its owner, on the free plan with one seat; the next tick adds its
 * credits.
 */
export function newOrganization(ctx: Context, ownerId: string, details: NewOrganization) {
  const id = ctx.createId()
  const now = ctx.now()
  return {
    id,
    statements: [
      ctx.db
        .insert(organizations)
        .values({ ...details, id, slug: freeSlug(slugFrom(details.name)), createdAt: now, updatedAt: now }),
      ctx.db.insert(organizationSubscriptions).values({ organizationId: id, createdAt: now, updatedAt: now }),
      ctx.db
        .insert(organizationUsers)
        .values({ organizationId: id, userId: ownerId, role: 'owner', joinedAt: now, createdAt: now }),
      ctx.db.insert(creditAccounts).values({ organizationId: id }),
      beginAlerts(ctx, { organizationId: id, userId: ownerId }),
    ] as const,
  }
}

export function countSeats({ db }: Pick<Context, 'db'>, organizationId: string) {
  return db.statement(sql`
    UPDATE organization_subscriptions SET seats_used = (SELECT count(*) FROM organization_users
      WHERE organization_id = ${organizationId} AND is_active = 1)
    WHERE organization_id = ${organizationId}`)
}

/** `slug`, or the first of `slug-1`, `slug-2`, … that is free. Evaluated inside the INSERT. */
function freeSlug(slug: string) {
  return sql<string>`(
    WITH RECURSIVE candidate (n, slug) AS (
      SELECT 0, ${slug}
      UNION ALL SELECT n + 1, ${slug} || '-' || (n + 1) FROM candidate
      WHERE EXISTS (SELECT 1 FROM organizations WHERE organizations.slug = candidate.slug)
    )
    SELECT slug FROM candidate ORDER BY n DESC LIMIT 1
  )`
}
