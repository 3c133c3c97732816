import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import { casesQuery, caseViews, outcomesQuery, outcomeViews } from '../cases/list.ts'
import type { MemberContext } from '../context.ts'
import { reviewQuery } from '../reviews/require-review.ts'
import { type ShownReview, UNKNOWN_BUSINESS } from '../reviews/review-view.ts'
import type { CaseSubject, CasesInput, CasesView } from '../rules/cases.ts'
import { can } from '../rules/permissions.ts'
import { historyCutoff, planLimits } from '../rules/plans.ts'
import { isOwnPlatform } from '../rules/platforms.ts'

export async function casesScreen(ctx: MemberContext, { reviewId }: CasesInput): Promise<CasesView> {
  const [rows, outcomes, named, choices] = await ctx.db.batch([
    casesQuery(ctx),
    outcomesQuery(ctx),
    reviewQuery(ctx, reviewId ?? '0'),
    businessChoicesQuery(ctx),
  ])
  const { plan } = ctx.organization
  const cases = caseViews(rows.results, historyCutoff(plan, ctx.now()))
  const mayEdit = can(ctx.organization.role, 'reviews.answer')
  return {
    cases,
    outcomes: outcomeViews(outcomes.results),
    subject: mayEdit ? subjectOf(named.results[0], namesOf(choices), cases) : null,
    mayEdit,
    historyDays: planLimits(plan).historyDays,
  }
}

/**
 * The review to be reported. Null if the caller can't see the review, if the owner added its platform, if the platform
 * no longer shows it, or if it already has a case that wasn't dropped.
 */
function subjectOf(
  review: ShownReview | undefined,
  names: ReturnType<typeof namesOf>,
  cases: CasesView['cases'],
): CaseSubject | null {
  if (!review) return null
  const { id, businessId, platform, authorName, rating, reviewText, removedAt } = review
  const known = cases.find((one) => one.reviewId === String(id))
  if (isOwnPlatform(platform) || removedAt !== null || (known && known.state !== 'dropped')) return null
  return {
    reviewId: String(id),
    businessName: names.get(businessId) ?? UNKNOWN_BUSINESS,
    platform,
    authorName,
    rating,
    text: reviewText,
  }
}
