import { requireAnyPlatform } from '../businesses/own-platforms.ts'
import { businessNotFound, requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { futureDates, type ImportCounts, type PasteReviewInput } from '../rules/imports.ts'
import { countsOf, openAtOnce } from './import-run.ts'
import { storeStep } from './store-step.ts'

/** @throws DomainError `not_found`, `plan_limit`, `invalid_input` for a future date */
export async function pasteReview(ctx: MemberContext, input: PasteReviewInput): Promise<ImportCounts> {
  const { businessId, platform, ...fields } = input
  const business = await requireBusiness(ctx, businessId)
  await requireAnyPlatform(ctx, platform)
  const review = { ...fields, reviewId: null, url: null, language: null, ownerResponse: null }
  const [ahead] = futureDates(review, ctx.now())
  if (ahead)
    throw new DomainError('invalid_input', ahead.message, { fields: { [ahead.field]: ahead.message } })
  const { organization } = ctx
  const organizationId = organization.id
  const [[run]] = await ctx.db.batch([
    openAtOnce(ctx, { organizationId, businessId: business.id, platform, source: 'paste' }),
    recordAction(ctx, { organizationId, action: 'review_added', subject: business.name }),
  ])
  const done = run && (await storeStep(ctx, run, organization.plan, [review]))
  if (!done) throw businessNotFound()
  return countsOf(done)
}
