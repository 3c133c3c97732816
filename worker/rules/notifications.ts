import * as v from 'valibot'
import { uuid } from './fields.ts'
import { PLATFORM_NAMES, type Platform } from './platforms.ts'
import type { TroubleKind } from './source-health.ts'

export const NOTIFICATION_KINDS = [
  'new_reviews',
  'source_needs_owner',
  'credits_low',
  'system_update',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** A notification as its reader sees it. */
export interface NotificationView {
  id: string
  kind: NotificationKind
  message: string
  /** Path of the screen it leads to. */
  link: string
  isRead: boolean
  /** ISO 8601 in UTC. */
  createdAt: string
}

export interface NotificationPage {
  items: NotificationView[]
  nextCursor: string | null
  /** Unread ones of all pages; counted no further than `UNREAD_COUNTED`. */
  unreadCount: number
}

/** Above it the badge says only that there are more. */
export const BADGE_MAX = 9
/** One more than the badge can say. */
export const UNREAD_COUNTED = BADGE_MAX + 1
/** A platform may refuse once or twice and then answer again. */
const FAILURES_BEFORE_NEWS = 3

/** What the badge shows; nothing where all is read. */
export function badgeText(unreadCount: number): string | null {
  if (unreadCount === 0) return null
  return unreadCount > BADGE_MAX ? `${BADGE_MAX}+` : String(unreadCount)
}

/**
 * What a collection brought.
 *
 * @param found reviews that are news, at least one
 * @param waiting those of them that have no answer
 */
export function newReviewsText(platform: Platform, found: number, waiting: number): string {
  const reviews = `${found} new ${PLATFORM_NAMES[platform]} ${found === 1 ? 'review' : 'reviews'}`
  const need = waiting === 1 ? 'needs an answer' : 'need an answer'
  if (waiting === 0) return `${reviews}.`
  return waiting === found ? `${reviews} ${need}.` : `${reviews}, ${waiting} ${need}.`
}

/**
 * What is told about a source that fails, where its owner can do something about it; null for what passes by itself or
 * is ours to repair.
 *
 * @param failures failed collections in a row, this one included
 */
export function sourceTroubleText(platform: Platform, kind: TroubleKind, failures: number): string | null {
  const name = PLATFORM_NAMES[platform]
  switch (kind) {
    case 'reconnect':
      return `The connection to ${name} no longer holds. Connect it again.`
    case 'wrong_listing':
      return `The ${name} link leads to no listing. Correct it.`
    case 'not_found':
      return `${name} no longer knows this listing. Check its link.`
    case 'not_allowed':
    case 'not_offered':
      return `${name} doesn't let us ask for reviews. See why.`
    case 'limited_view':
      return `${name} shows this place to visitors without its reviews. There is a better way in.`
    case 'blocked':
    case 'consent':
      return failures < FAILURES_BEFORE_NEWS
        ? null
        : `${name} refused ${FAILURES_BEFORE_NEWS} collections in a row. See what can be done.`
    case 'unavailable':
    case 'rate_limited':
    case 'quota':
    case 'cursor_expired':
    case 'format_changed':
    case 'own_fault':
      return null
    default:
      return kind satisfies never
  }
}

const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 50

const NOT_THERE = 'This notification is no longer there.'
const LIMIT = `Ask for 1 to ${MAX_PAGE_SIZE} notifications at a time.`

export const NotificationId = v.object({ id: uuid(NOT_THERE) })
export type NotificationId = v.InferOutput<typeof NotificationId>

export const ListNotificationsInput = v.optional(
  v.object({
    cursor: v.optional(uuid('This page is no longer there. Start again at the first one.')),
    limit: v.optional(
      v.pipe(v.number(LIMIT), v.integer(LIMIT), v.minValue(1, LIMIT), v.maxValue(MAX_PAGE_SIZE, LIMIT)),
      PAGE_SIZE,
    ),
  }),
  { limit: PAGE_SIZE },
)
export type ListNotificationsInput = v.InferOutput<typeof ListNotificationsInput>
