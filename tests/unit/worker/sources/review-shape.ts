import { expect } from 'vitest'
import type { ScrapedReview, SourcePage } from '#worker/sources/source.ts'

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** What holds for every page whatever its body was; fails the test with the review that breaks it. */
export function expectSoundPage(page: SourcePage): void {
  const unsound = page.reviews.filter((review) => !isSound(review))
  expect(unsound).toEqual([])
  expect(new Set(page.reviews.map((review) => review.reviewId)).size).toBe(page.reviews.length)
  expect(page.nextCursor === null || page.nextCursor.length > 0).toBe(true)
  expect(page.total === null || (Number.isSafeInteger(page.total) && page.total >= 0)).toBe(true)
  expect(page.warnings.every((warning) => /^.+\.$/.test(warning))).toBe(true)
}

/** The same without assertions, where many pages are looked at. */
export function isSoundPage(page: SourcePage): boolean {
  const ids = new Set(page.reviews.map((review) => review.reviewId))
  return (
    page.reviews.every(isSound) &&
    ids.size === page.reviews.length &&
    page.nextCursor !== '' &&
    (page.total === null || (Number.isSafeInteger(page.total) && page.total >= 0)) &&
    page.warnings.every((warning) => /^.+\.$/.test(warning))
  )
}

function isSound(review: ScrapedReview): boolean {
  const texts = [review.authorName, review.reviewText, review.ownerResponse?.text ?? 'x']
  return (
    // Each platform's own form is stricter; Facebook's is not known.
    /^[!-~]{1,200}$/.test(review.reviewId) &&
    texts.every((text) => typeof text === 'string' && !/\p{Cs}|\0/u.test(text)) &&
    review.authorName.trim() !== '' &&
    [1, 2, 3, 4, 5].includes(review.rating) &&
    isDate(review.reviewDate) &&
    isDate(review.ownerResponse?.date ?? null) &&
    review.ownerResponse?.text !== '' &&
    Number.isSafeInteger(review.helpfulVotes) &&
    review.helpfulVotes >= 0 &&
    review.userVerified === false &&
    (review.language === null || /^[A-Za-z][A-Za-z0-9_-]+$/.test(review.language)) &&
    (review.url === null || /^https:\/\/([a-z]+\.)?(google|yelp|tripadvisor)\.[a-z.]+\//.test(review.url))
  )
}

function isDate(date: string | null): boolean {
  return date === null || (ISO.test(date) && new Date(date).toISOString() === date)
}
