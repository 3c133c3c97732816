import { sql } from 'drizzle-orm'
import type { SignedInContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { newOrganization } from '../identity/accounts/home.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { enterOrganization } from '../identity/sessions/session-store.ts'
import { ifRolledBack, onlyWhile } from '../platform/all-or-nothing.ts'
import { type CreateOrganizationInput, MAX_OWNED_ORGANIZATIONS } from '../rules/organizations.ts'

/**
 * Makes an organization that the caller owns, and goes on in it.
 *
 * @throws DomainError `email_not_verified`; `plan_limit` for who owns as many as an account can
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
