import type { MemberContext } from '../context.ts'
import type { Platform } from '../rules/platforms.ts'
import type { ReviewId } from '../rules/reviews.ts'
import { isReviewPage } from '../sources/review-address.ts'
import { requireReview } from './require-review.ts'

/** Page where owners answer on each platform, if the review's own URL is unknown. */
const OWNER_PAGES: Record<Platform, string> = {
  google: 'https://business.google.com/reviews',
  yelp: 'https://biz.yelp.com/',
  facebook: 'https://www.facebook.com/pages/',
  tripadvisor: 'https://www.tripadvisor.com/Owners',
}

/**
 * The review's own page on its platform, or the platform's page for owners. Always an address of that platform: what is
 * stored with a review may have come from anyone. @throws DomainError `not_found`
 */
export async function findPlatformPage(ctx: MemberContext, input: ReviewId): Promise<{ url: string }> {
  const { url, platform } = await requireReview(ctx, input.id)
  const page = url === null ? null : URL.parse(url)
  return { url: page && isReviewPage(page, platform) ? page.href : OWNER_PAGES[platform] }
}
