import { eq, type SQL, sql } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { UpdateOrganizationInput } from '../rules/organizations.ts'

/** The statement that changes what is given. */
export function changeOrganization(
  { db, now }: BackgroundContext,
  organizationId: string,
  change: UpdateOrganizationInput,
) {
  return db
    .update(organizations)
    .set({ ...change, updatedAt: now() })
    .where(eq(organizations.id, organizationId))
}

/** The statement that shows which plan an organization has, under a condition; what it may do, `organization_subscriptions` says. */
export function recordTier(
  { db }: BackgroundContext,
  { organizationId, plan, status }: { organizationId: string; plan: SQL; status: SQL },
  condition: SQL,
) {
  return db.statement(sql`UPDATE organizations SET subscription_tier = ${plan}, subscription_status = ${status}
    WHERE id = ${organizationId} AND ${condition}`)
}

/** Deletes an organization with all that hangs on it by foreign keys, in one statement: what is long goes before. */
export function removeOrganization({ db }: BackgroundContext, organizationId: string) {
  return db.delete(organizations).where(eq(organizations.id, organizationId))
}
