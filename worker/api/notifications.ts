import { listNotifications } from '../notifications/list.ts'
import { markAllRead, markRead } from '../notifications/mark-read.ts'
import { ListNotificationsInput, NotificationId } from '../rules/notifications.ts'
import { member, router, verb } from './init.ts'

export const notificationsRouter = router({
  list: member.input(ListNotificationsInput).query(verb(listNotifications)),
  markRead: member.input(NotificationId).mutation(verb(markRead)),
  markAllRead: member.mutation(verb(markAllRead)),
})
