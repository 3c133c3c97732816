import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { reviewPage } from '../reviews/list.ts'
import { readEach } from '../reviews/read-each.ts'
import { reviewView } from '../reviews/review-view.ts'
import { planLimits } from '../rules/plans.ts'
import type { ListReviewsInput } from '../rules/reviews.ts'
import type { InboxView } from '../rules/views.ts'

/** The Reviews screen in one batch: a page of reviews and the businesses to filter by. */
export async function reviewsScreen(ctx: MemberContext, input: ListReviewsInput): Promise<InboxView> {
  const page = reviewPage(ctx, input)
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
