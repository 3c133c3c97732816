import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { readEach } from '../platform/read-each.ts'
import { reviewPage } from '../reviews/list.ts'
import { reviewView } from '../reviews/review-view.ts'
import { planLimits } from '../rules/plans.ts'
import type { ListReviewsInput, ReviewSort } from '../rules/reviews.ts'
import type { InboxView } from '../rules/views.ts'

/** What people read as time is when a review was posted, not when we first saw it. */
const POSTED_ORDER = {
  newest: 'posted',
  oldest: 'posted_oldest',
  posted: 'posted',
  posted_oldest: 'posted_oldest',
} as const satisfies Record<ReviewSort, ReviewSort>

/** The Reviews screen in one batch: a page of reviews in posted order and the businesses to filter by. */
export async function reviewsScreen(ctx: MemberContext, input: ListReviewsInput): Promise<InboxView> {
  const page = reviewPage(ctx, { ...input, sort: POSTED_ORDER[input.sort] })
  const [rows, businesses] = await readEach(ctx, [page.query, businessChoicesQuery(ctx)])
  const { shown, nextCursor, failed } = page.read(rows)
  const names = namesOf(businesses ?? [])
  return {
    items: shown.map((row) => reviewView(row, names)),
    nextCursor,
    businesses,
    historyDays: planLimits(ctx.organization.plan).historyDays,
    failed,
  }
}
