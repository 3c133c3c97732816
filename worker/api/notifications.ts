import { listNotifications } from '../notifications/list.ts'
import { markAllRead, markRead } from '../notifications/mark-read.ts'
import { ListNotificationsInput, NotificationId } from '../rules/notifications.ts'
import { member, router } from './init.ts'

export const notificationsRouter = router({
  list: member.input(ListNotificationsInput).query(({ ctx, input }) => listNotifications(ctx, input)),
  markRead: member.input(NotificationId).mutation(({ ctx, input }) => markRead(ctx, input)),
  markAllRead: member.mutation(({ ctx }) => markAllRead(ctx)),
})
