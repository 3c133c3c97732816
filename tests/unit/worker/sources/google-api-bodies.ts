import { placeIdOf } from '#worker/sources/google-public/locate.ts'
import { reviewId } from './google-bodies.ts'

/** Bodies in the formats of Google's official APIs, about invented people. */

export const LOCATION = 'accounts/100000000000000000001/locations/2000000000000000002'
export const PLACE_ID = placeIdOf('0x1a2b3c4d5e6f7081:0x9182a3b4c5d6e7f8')

/** An invented id of Business Profile, 76 characters long. */
export function profileReviewId(number: number): string {
  return `AbFvOq${`profile-review-${number}_`.padEnd(70, 'x')}`
}

/** A review of Business Profile; `parts` replaces fields, undefined takes one away. */
export function profileReview(number: number, parts: Record<string, unknown> = {}): Record<string, unknown> {
  const id = profileReviewId(number)
  return {
    reviewId: id,
    reviewer: { profilePhotoUrl: 'https://example.com/a.png', displayName: `Guest ${number}` },
    starRating: 'FOUR',
    comment: `Visit number ${number} was fine.`,
    createTime: `2026-03-02T10:47:32.80${number % 10}Z`,
    updateTime: `2026-03-02T10:47:32.80${number % 10}Z`,
    name: `${LOCATION}/reviews/${id}`,
    ...parts,
  }
}

export const PROFILE_REPLY = {
  comment: 'Thank you.',
  updateTime: '2026-04-17T06:49:49.916Z',
  reviewReplyState: 'APPROVED',
}

/** A page of a location's reviews, indented as Google writes it. */
export function profileBody(reviews: unknown, frame: Record<string, unknown> = {}): string {
  const numbers = { averageRating: 4, totalReviewCount: 140 }
  return JSON.stringify({ reviews, ...numbers, ...frame }, null, 2)
}

/** A review of the Places API (New). */
export function placesReview(number: number, parts: Record<string, unknown> = {}): Record<string, unknown> {
  const id = reviewId(number)
  return {
    name: `places/${PLACE_ID}/reviews/${id}`,
    relativePublishTimeDescription: '2 months ago',
    rating: 4,
    text: { text: `Visit number ${number} was fine.`, languageCode: 'en' },
    originalText: { text: `Visit number ${number} was fine.`, languageCode: 'en' },
    authorAttribution: {
      displayName: `Guest ${number}`,
      uri: 'https://www.google.com/maps/contrib/100000000000000000001/reviews',
      photoUri: 'https://example.com/a.png',
    },
    publishTime: '2026-04-30T16:17:29.806781Z',
    flagContentUri: `https://www.google.com/local/review/rap/report?postId=${id}&t=1`,
    googleMapsUri: `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${id}!2m1!1s0x1a:0x2b`,
    ...parts,
  }
}

export function placesBody(reviews: unknown, frame: Record<string, unknown> = {}): string {
  const place = {
    id: PLACE_ID,
    displayName: { text: 'Harbour Inn', languageCode: 'en' },
    rating: 4.4,
    userRatingCount: 1010,
    googleMapsUri: 'https://maps.google.com/?cid=1',
  }
  return JSON.stringify({ ...place, reviews, ...frame }, null, 2)
}

/** A review of the legacy Places API, which has no id. */
export function legacyReview(number: number, parts: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    author_name: `Guest ${number}`,
    author_url: `https://www.google.com/maps/contrib/10000000000000000000${number}/reviews`,
    language: 'en',
    original_language: 'en',
    profile_photo_url: 'https://example.com/a.png',
    rating: 4,
    relative_time_description: '2 months ago',
    text: `Visit number ${number} was fine.`,
    time: 1_772_266_947 + number,
    translated: false,
    ...parts,
  }
}

export function legacyBody(reviews: unknown, status = 'OK'): string {
  const result = { name: 'Harbour Inn', rating: 4.4, user_ratings_total: 1010, reviews }
  return JSON.stringify({ html_attributions: [], result, status })
}

/** An error of one of Google's APIs. */
export function apiErrorBody(
  code: number,
  status: string,
  details: { reason?: string; message?: string; quotaLimit?: string; quotaUnit?: string } = {},
): string {
  const { reason, message = 'Words for developers.', quotaLimit, quotaUnit = '1/min/{project}' } = details
  const metadata = quotaLimit === undefined ? {} : { quota_limit_value: quotaLimit, quota_unit: quotaUnit }
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata,
  }
  const help = { '@type': 'type.googleapis.com/google.rpc.Help', links: [] }
  return JSON.stringify({ error: { code, message, status, ...(reason && { details: [help, info] }) } })
}
