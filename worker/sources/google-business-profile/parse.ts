import { knownPhotos, type ReviewPhoto } from '../../rules/photos.ts'
import { originalOf } from '../../rules/translated-text.ts'
import { failure } from '../failure.ts'
import { requireSomeKey } from '../google-api.ts'
import { isoFromInstant } from '../instants.ts'
import { at, averageAt, countAt, listAt, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf, reviewCount } from '../page.ts'
import { isGoogleReplyPage } from '../review-address.ts'
import type { ScrapedReview, SourcePage } from '../source.ts'
import { requireAnswer } from './refusal.ts'
import { replyStateOf } from './reply-state.ts'

const KEYS = ['reviews', 'averageRating', 'totalReviewCount', 'nextPageToken']

/**
 * Every key may be missing; `{}` is a page without reviews, and the run decides whether that is plausible. Reviews
 * without stars are skipped with a warning.
 */
export function parse(body: string): SourcePage {
  const answer = requireAnswer(body)
  requireSomeKey(answer, KEYS)
  const records = at(answer, 'reviews') ?? []
  if (!Array.isArray(records)) throw failure('google', 'format_changed')
  const rated = records.filter((record) => !isUnrated(record))
  const unrated = records.length - rated.length
  return pageOf('google', rated, readReview, {
    nextCursor: textAt(answer, 'nextPageToken') || null,
    total: countAt(answer, 'totalReviewCount'),
    rating: averageAt(answer, 'averageRating'),
    warnings:
      unrated > 0 ? [`Left out because Google does not show their stars: ${reviewCount(unrated)}.`] : [],
    leftOut: unrated,
  })
}

/** Index is the number of stars. */
const STARS: readonly unknown[] = ['STAR_RATING_UNSPECIFIED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']
/** 76 or 78 characters in every response seen; opaque and case-sensitive. */
const REVIEW_ID = /^[A-Za-z0-9_-]{20,190}$/
const ANONYMOUS = 'Anonymous'

function isUnrated(record: unknown): boolean {
  return at(record, 'starRating') === STARS[0]
}

function readReview(record: unknown): Reading {
  const stated = at(record, 'reviewId')
  const reviewId = isReviewId(stated) ? stated : textAt(record, 'name').split('/').at(-1)
  const rating = STARS.indexOf(at(record, 'starRating'))
  if (!isReviewId(reviewId) || rating < 1) return 'unreadable'
  const reviewDate = isoFromInstant(at(record, 'createTime'))
  const editedDate = isoFromInstant(at(record, 'updateTime'))
  const photos = photosOf(record)
  const replyUrl = textAt(record, 'reviewReplyUrl')
  return readingOf(
    {
      reviewId,
      authorName: authorOf(record),
      rating,
      reviewText: originalOf(textAt(record, 'comment')),
      reviewDate,
      // Both times are equal if the review was never edited.
      ...(editedDate !== reviewDate && { editedDate }),
      ownerResponse: responseOf(record),
      ...(photos.length > 0 && { photos }),
      ...(isGoogleReplyPage(replyUrl) && { replyUrl }),
    },
    reviewId !== stated,
  )
}

function isReviewId(value: unknown): value is string {
  return typeof value === 'string' && REVIEW_ID.test(value)
}

function authorOf(record: unknown): string {
  if (at(record, 'reviewer', 'isAnonymous') === true) return ANONYMOUS
  return textAt(record, 'reviewer', 'displayName').trim() || ANONYMOUS
}

/** Videos, each with a preview picture. Google has sent them since April 2026. */
function photosOf(record: unknown): ReviewPhoto[] {
  return knownPhotos(
    listAt(record, 'reviewMediaItems').map((item) => ({
      thumbnailUrl: textAt(item, 'thumbnailUrl'),
      url: textAt(item, 'videoUrl'),
      isVideo: true,
    })),
  )
}

/** A pending reply counts, because it will probably appear; a rejected one doesn't, because nobody will see it. */
function responseOf(record: unknown): ScrapedReview['ownerResponse'] {
  const reply = at(record, 'reviewReply')
  const text = originalOf(textAt(reply, 'comment'))
  if (text.trim() === '' || replyStateOf(reply).state === 'refused') return null
  return { text, date: isoFromInstant(at(reply, 'updateTime')) }
}
