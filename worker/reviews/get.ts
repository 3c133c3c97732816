import { and, desc, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { reviewRevisions } from '#db/schema/index.ts'
import { type BusinessNames, businessChoicesQuery, namesOf } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { actualAddress } from '../platform/outbound.ts'
import { iso } from '../rules/durations.ts'
import { isOwnPlatform, type Platform } from '../rules/platforms.ts'
import type { ReviewId } from '../rules/reviews.ts'
import { isGoogleReplyPage, isReviewPage } from '../sources/review-address.ts'
import { onlyReview, requireReview, reviewQuery } from './require-review.ts'
import { type ReviewDetail, reviewView, type ShownResult } from './review-view.ts'

const MAX_REVISIONS = 50

/**
 * A review with at most 50 former versions, latest first. Its photo URLs take `UPSTREAM_ORIGIN` into account.
 *
 * @throws DomainError `not_found`
 */
export async function getReview(ctx: MemberContext, input: ReviewId): Promise<ReviewDetail> {
  const [answer, choices, revisions] = await ctx.db.batch([
    reviewQuery(ctx, input.id),
    businessChoicesQuery(ctx),
    revisionsQuery(ctx, input.id),
  ])
  const detail = reviewDetail(answer, revisions, namesOf(choices))
  const loaded = (url: string) => actualAddress(new URL(url), ctx.settings.UPSTREAM_ORIGIN)
  return {
    ...detail,
    photos: detail.photos.map(({ thumbnailUrl, url, isVideo }) => ({
      thumbnailUrl: loaded(thumbnailUrl),
      url: loaded(url),
      isVideo,
    })),
  }
}

export function reviewDetail(
  answer: ShownResult,
  revisions: Awaited<ReturnType<typeof revisionsQuery>>,
  names: BusinessNames,
): ReviewDetail {
  return {
    ...reviewView(onlyReview(answer), names),
    revisions: revisions.map(({ rating, reviewText, replacedAt }) => ({
      rating,
      review: reviewText,
      replacedAt: iso(replacedAt),
    })),
  }
}

export function revisionsQuery(ctx: MemberContext, id: string) {
  return ctx.db
    .select(columns(reviewRevisions, 'rating', 'reviewText', 'replacedAt'))
    .from(reviewRevisions)
    .where(
      and(eq(reviewRevisions.reviewId, Number(id)), eq(reviewRevisions.organizationId, ctx.organization.id)),
    )
    .orderBy(desc(reviewRevisions.replacedAt))
    .limit(MAX_REVISIONS)
}

const OWNER_PAGES: Record<Platform, string> = {
  google: 'https://business.google.com/reviews',
  yelp: 'https://biz.yelp.com/',
  facebook: 'https://www.facebook.com/pages/',
  tripadvisor: 'https://www.tripadvisor.com/Owners',
}

/**
 * Finds the page where the owner can answer a review on its platform. Falls back to the review's own page, then to the
 * platform's page for owners. Anyone may have provided the stored URL, so it is used only if it belongs to the review's
 * platform. Platforms that the owner has added have unknown hosts, so any https URL is used for them.
 *
 * @throws DomainError `not_found`
 */
export async function findPlatformPage(ctx: MemberContext, input: ReviewId): Promise<{ url: string }> {
  const { url, replyUrl, platform } = await requireReview(ctx, input.id)
  if (platform === 'google' && replyUrl !== null && isGoogleReplyPage(replyUrl)) return { url: replyUrl }
  const page = url === null ? null : URL.parse(url)
  if (isOwnPlatform(platform)) {
    if (page?.protocol !== 'https:')
      throw new DomainError('not_found', 'This review came without its address.')
    return { url: page.href }
  }
  return { url: page && isReviewPage(page, platform) ? page.href : OWNER_PAGES[platform] }
}
