import { member, router } from '../api/init.ts'
import { ListNotificationsInput, NotificationId } from '../rules/notifications-input.ts'
import { listNotifications } from './list.ts'
import { markAllRead } from './mark-all-read.ts'
import { markRead } from './mark-read.ts'

export const notificationsRouter = router({
  list: member.input(ListNotificationsInput).query(({ ctx, input }) => listNotifications(ctx, input)),
  markRead: member.input(NotificationId).mutation(({ ctx, input }) => markRead(ctx, input)),
  markAllRead: member.mutation(({ ctx }) => markAllRead(ctx)),
})
