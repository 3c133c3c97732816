import * as v from 'valibot'
import { uuid } from './ids.ts'

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
