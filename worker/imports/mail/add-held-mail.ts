import { and, eq } from 'drizzle-orm'
import { heldMails } from '#db/schema/index.ts'
import { requirePlatform } from '../../businesses/plan-platforms.ts'
import { businessNotFound } from '../../businesses/require-business.ts'
import type { MemberContext } from '../../context.ts'
import type { HeldMailId, ImportCounts } from '../../rules/imports.ts'
import { countsOf, openAtOnce } from '../import-run.ts'
import { storeStep } from '../store-step.ts'
import { requireHeldMail } from './held-mails.ts'

/**
 * Adds the review of a held email. If the monthly limit leaves no room, the email stays held.
 * @throws DomainError `not_found`, `plan_limit`
 */
export async function addHeldMail(ctx: MemberContext, input: HeldMailId): Promise<ImportCounts> {
  const { organization } = ctx
  const held = await requireHeldMail(ctx, input)
  const { businessId, platform, review, isExcerpt } = held
  requirePlatform(ctx, platform)
  const [run] = await openAtOnce(ctx, {
    organizationId: organization.id,
    businessId,
    platform,
    source: 'mail',
  })
  const done =
    run && (await storeStep(ctx, run, organization.plan, [review], isExcerpt ? 'excerpts' : 'full'))
  if (!done) throw businessNotFound()
  const counts = countsOf(done)
  // Delete only after storing: if interrupted in between, adding it again changes nothing.
  if (counts.overQuota === 0) {
    await ctx.db
      .delete(heldMails)
      .where(and(eq(heldMails.id, held.id), eq(heldMails.organizationId, organization.id)))
  }
  return counts
}
