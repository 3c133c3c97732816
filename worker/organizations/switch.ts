import { sql } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import type { SignedInContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { enterOrganization } from '../identity/sessions/session-store.ts'
import { ORGANIZATION_GONE, type OrganizationId } from '../rules/organizations.ts'

/** The session goes on in another organization. @throws DomainError `not_found` for one the caller is no member of */
export async function switchOrganization(ctx: SignedInContext, { id }: OrganizationId): Promise<void> {
  const isMember = sql`EXISTS (SELECT 1 FROM organization_users
    WHERE organization_id = ${id} AND user_id = ${ctx.session.user.id} AND is_active = 1)`
  const moved = await enterOrganization(ctx, id, isMember).returning({ id: sessions.id })
  if (moved.length === 0) throw new DomainError('not_found', ORGANIZATION_GONE)
}
