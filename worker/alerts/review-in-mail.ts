import type { MailBlock } from '../platform/mail-layout.ts'
import { type AnyPlatform, isOwnPlatform } from '../rules/platforms.ts'
import { isReviewPage } from '../sources/review-address.ts'

const MAX_QUOTE_CHARS = 300
const MAX_NAME_CHARS = 60

export interface ReviewInMail {
  id: number
  businessName: string
  platform: AnyPlatform
  platformName: string
  authorName: string
  rating: number
  reviewText: string
  url: string | null
}

export function starsFrom({ rating, authorName }: ReviewInMail): string {
  return `${rating} ${rating === 1 ? 'star' : 'stars'} from ${shortened(authorName, MAX_NAME_CHARS)}`
}

export function placeOf({ businessName, platformName }: ReviewInMail): string {
  return `${shortened(businessName, MAX_NAME_CHARS)}, ${platformName}`
}

export function quoteOf({ reviewText }: ReviewInMail): string {
  return shortened(reviewText, MAX_QUOTE_CHARS)
}

export const REVIEW_PATH = '/app/reviews/'

export function reviewPath({ id }: ReviewInMail): string {
  return `${REVIEW_PATH}${id}`
}

/**
 * @param origin of the app where the reader signs in and replies; null for somebody without an account, who gets the
 * link to the review on its platform, if known
 */
export function reviewBlock(review: ReviewInMail, origin: string | null): MailBlock {
  const isAnswerable = origin !== null
  return {
    about: placeOf(review),
    title: starsFrom(review),
    quote: quoteOf(review),
    label: isAnswerable ? 'Reply' : `Read it on ${review.platformName}`,
    url: isAnswerable ? origin + reviewPath(review) : platformPage(review),
  }
}

/** Returns the review's URL if it belongs to its platform; a stored URL may come from anyone. */
function platformPage({ url, platform }: ReviewInMail): string | null {
  const page = url === null ? null : URL.parse(url)
  return page && !isOwnPlatform(platform) && isReviewPage(page, platform) ? page.href : null
}

function shortened(text: string, maxChars: number): string {
  const chars = [...text]
  return chars.length > maxChars
    ? `${chars
        .slice(0, maxChars - 1)
        .join('')
        .trimEnd()}…`
    : text
}
