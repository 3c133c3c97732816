import * as v from 'valibot'
import { PAGE_GONE, pageLimit, uuid } from './fields.ts'

const NOTIFICATION_KINDS = [
  'new_reviews',
  'source_needs_owner',
  'review_assigned',
  'note_mention',
  'alarm',
  'credits_low',
  'reply_written',
  'reply_due',
  'review_case',
  'system_update',
  'billing',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export interface NotificationView {
  id: string
  kind: NotificationKind
  message: string
  link: string
  isRead: boolean
  /** ISO 8601 in UTC. */
  createdAt: string
}

export interface NotificationPage {
  items: NotificationView[]
  nextCursor: string | null
  /** Unread notifications on all pages, counted up to `UNREAD_COUNTED`. */
  unreadCount: number
}

/** Highest number shown; the badge shows '9+' for more. */
export const BADGE_MAX = 9
export const UNREAD_COUNTED = BADGE_MAX + 1

/** Text of the badge; null if everything is read. */
export function badgeText(unreadCount: number): string | null {
  if (unreadCount === 0) return null
  return unreadCount > BADGE_MAX ? `${BADGE_MAX}+` : String(unreadCount)
}

/** `found` is at least 1; `waiting` of them need an answer. */
export function newReviewsText(platformName: string, found: number, waiting: number): string {
  const reviews = `${found} new ${platformName} ${found === 1 ? 'review' : 'reviews'}`
  const need = waiting === 1 ? 'needs an answer' : 'need an answer'
  if (waiting === 0) return `${reviews}.`
  return waiting === found ? `${reviews} ${need}.` : `${reviews}, ${waiting} ${need}.`
}

const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 50

export const NotificationId = v.object({ id: uuid('This notification no longer exists.') })
export type NotificationId = v.InferOutput<typeof NotificationId>

export const ListNotificationsInput = v.optional(
  v.object({
    cursor: v.optional(uuid(PAGE_GONE)),
    limit: pageLimit(MAX_PAGE_SIZE, 'notifications', PAGE_SIZE),
  }),
  { limit: PAGE_SIZE },
)
export type ListNotificationsInput = v.InferOutput<typeof ListNotificationsInput>
