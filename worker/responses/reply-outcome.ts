import { eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { onlyReview, reviewQuery } from '../reviews/require-review.ts'
import type { ResponseView, ShownReview } from '../reviews/review-view.ts'
import { isHealthCare } from '../rules/health-care.ts'
import { checkReply, type ReplyIssue } from '../rules/reply-check.ts'

interface ReplyOutcome {
  /** A sentence: whether guests can read the reply. */
  outcome: string
  issues: Pick<ReplyIssue, 'found' | 'why'>[]
}

/** Sentence and warnings for the owner about a reply that a program has just stored. Doesn't compare former replies. */
export async function replyOutcome(ctx: MemberContext, response: ResponseView): Promise<ReplyOutcome> {
  const review = onlyReview(await reviewQuery(ctx, response.reviewId))
  const [business] = await ctx.db
    .select(columns(businesses, 'name', 'industry'))
    .from(businesses)
    .where(eq(businesses.id, review.businessId))
  const { name, industry } = business ?? { name: '', industry: null }
  const issues = checkReply(response.text, {
    platform: review.platformName,
    isHealthCare: isHealthCare({ name, industry }),
    authorName: review.authorName,
    businessName: name,
    formerReplies: [],
  })
  return { outcome: outcomeText(review), issues: issues.map(({ found, why }) => ({ found, why })) }
}

function outcomeText({ platformName, canPost, responsePosted }: ShownReview): string {
  if (responsePosted) return `Guests can read it on ${platformName}.`
  return canPost
    ? `On its way to ${platformName}, where guests can’t read it yet.`
    : `Saved here, not on ${platformName} yet. Guests can’t read it until somebody posts it there.`
}
