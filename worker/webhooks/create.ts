import { sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/api-access.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireRecentLogin, requireVerified } from '../identity/sessions/require-proof.ts'
import {
  type CreateWebhookInput,
  MAX_ENDPOINTS,
  type NewWebhookSecret,
  type WebhookProof,
} from '../rules/webhooks.ts'
import { recordProof } from './prove.ts'
import { requireAddress } from './require-endpoint.ts'
import { newSecret, sealSecret } from './secrets.ts'

/**
 * Makes an endpoint, and asks it to prove itself. The storing statement counts the others, so that two at once can't pass the
 * limit.
 *
 * @returns its secret, which is shown this once; why it is not proven yet
 * @throws DomainError `plan_limit`, `email_not_verified`, `recent_login_needed`; `invalid_input` for an address that is not
 *   on the internet; `conflict` where there are too many endpoints
 */
export async function createWebhook(
  ctx: MemberContext,
  input: CreateWebhookInput,
): Promise<NewWebhookSecret & WebhookProof> {
  requireApiAccess(ctx)
  requireVerified(ctx)
  requireRecentLogin(ctx)
  const url = requireAddress(ctx, input.url)
  const { id: organizationId } = ctx.organization
  const id = ctx.createId()
  const secret = newSecret()
  const [{ results }] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO webhook_endpoints (id, organization_id, url, events, sealed_secret, created_at, created_by)
      SELECT ${id}, ${organizationId}, ${url}, ${JSON.stringify(input.events)},
        ${await sealSecret(ctx, id, secret)}, ${ctx.now()}, ${ctx.session.user.id}
      WHERE (SELECT count(*) FROM webhook_endpoints WHERE organization_id = ${organizationId}) < ${MAX_ENDPOINTS}
      RETURNING id`),
    recordAction(ctx, { organizationId, action: 'webhook_created', subject: url }),
  ])
  if (results.length === 0) {
    throw new DomainError('conflict', `You already have ${MAX_ENDPOINTS} endpoints. Delete one first.`)
  }
  return { id, secret, ...(await recordProof(ctx, { id, url, secret })) }
}
