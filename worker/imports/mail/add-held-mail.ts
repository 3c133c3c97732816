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
 * Takes the review of a mail that waited. Where the month has no room for it, it goes on waiting.
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
  // After it is stored: whoever is interrupted in between adds it again, which changes nothing.
  if (counts.overQuota === 0) {
    await ctx.db
      .delete(heldMails)
      .where(and(eq(heldMails.id, held.id), eq(heldMails.organizationId, organization.id)))
  }
  return counts
}
