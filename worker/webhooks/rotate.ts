import { and, eq, sql } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/api-access.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireRecentLogin } from '../identity/sessions/require-proof.ts'
import { HOUR_MS } from '../rules/durations.ts'
import type { NewWebhookSecret, RotateWebhookInput } from '../rules/webhooks.ts'
import { ownEndpoint, requireEndpoint } from './require-endpoint.ts'
import { newSecret, sealSecret } from './secrets.ts'

/**
 * Gives an endpoint a new secret. The former one signs as well for the hours asked for, so that the receiver can be changed
 * over without a gap. Of calls at once that name the same secret, one replaces it.
 *
 * @returns the new secret, which is shown this once
 * @throws DomainError `not_found`, `plan_limit`, `recent_login_needed`; `conflict` where that secret was replaced already
 */
export async function rotateWebhook(
  ctx: MemberContext,
  { id, secretNumber, overlapHours }: RotateWebhookInput,
): Promise<NewWebhookSecret> {
  requireApiAccess(ctx)
  requireRecentLogin(ctx)
  const { url } = await requireEndpoint(ctx, id)
  const secret = newSecret()
  const isFormerKept = overlapHours > 0
  const [rotated] = await ctx.db.batch([
    ctx.db
      .update(webhookEndpoints)
      .set({
        sealedSecret: await sealSecret(ctx, id, secret),
        secretNumber: sql`secret_number + 1`,
        sealedFormerSecret: isFormerKept ? sql`sealed_secret` : null,
        formerSecretUntil: isFormerKept ? ctx.now() + overlapHours * HOUR_MS : null,
      })
      .where(and(ownEndpoint(ctx, id), eq(webhookEndpoints.secretNumber, secretNumber)))
      .returning({ id: webhookEndpoints.id }),
    recordAction(ctx, { organizationId: ctx.organization.id, action: 'webhook_rotated', subject: url }),
  ])
  if (rotated.length === 0) {
    throw new DomainError('conflict', 'This secret has since been replaced. Reload the page.')
  }
  return { id, secret }
}
