import { sql } from 'drizzle-orm'
import { organizationSubscriptions, organizations, organizationUsers } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { slugFrom } from '../../rules/organizations.ts'

/**
 * The statements that give a new user an organization to own, on the free plan with one seat. They go into the batch
 * that creates the user.
 */
export function defaultOrganization(
  ctx: Context,
  owner: { userId: string; email: string; fullName: string },
) {
  const id = ctx.createId()
  const now = ctx.now()
  const name = owner.fullName || owner.email.slice(0, owner.email.indexOf('@'))
  return {
    id,
    statements: [
      ctx.db.insert(organizations).values({
        id,
        name,
        slug: freeSlug(slugFrom(name) || 'organization'),
        billingEmail: owner.email,
        createdAt: now,
        updatedAt: now,
      }),
      ctx.db
        .insert(organizationUsers)
        .values({ organizationId: id, userId: owner.userId, role: 'owner', joinedAt: now, createdAt: now }),
      ctx.db.insert(organizationSubscriptions).values({ organizationId: id, createdAt: now, updatedAt: now }),
    ] as const,
  }
}

/** `slug`, or the first of `slug-1`, `slug-2`, … that nobody has, decided inside the inserting statement. */
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
