import { addRecipient, confirmRecipient, lookAtQuestion, removeRecipient } from '../alerts/add-recipient.ts'
import { addDevice, removeDevice } from '../alerts/push/devices.ts'
import { getAlerts, saveAlerts, sendTest, tellTimeZone } from '../alerts/settings.ts'
import { getSubscription, setSubscription } from '../alerts/unsubscribe.ts'
import { listNotifications, markAllRead, markRead } from '../notifications/bell.ts'
import {
  AddDeviceInput,
  AddRecipientInput,
  DeviceId,
  RecipientId,
  SaveAlertsInput,
  SetSubscriptionInput,
  SubscriptionToken,
  TimeZoneInput,
} from '../rules/alerts.ts'
import { ListNotificationsInput, NotificationId } from '../rules/notifications.ts'
import { allowedTo, anyone, member, router, verb } from './init.ts'

export const alertsRouter = router({
  get: member.query(verb(getAlerts)),
  save: member.input(SaveAlertsInput).mutation(verb(saveAlerts)),
  tellTimeZone: member.input(TimeZoneInput).mutation(verb(tellTimeZone)),
  sendTest: member.mutation(verb(sendTest)),
  addDevice: member.input(AddDeviceInput).mutation(verb(addDevice)),
  removeDevice: member.input(DeviceId).mutation(verb(removeDevice)),
  addRecipient: allowedTo('recipients.manage').input(AddRecipientInput).mutation(verb(addRecipient)),
  removeRecipient: allowedTo('recipients.manage').input(RecipientId).mutation(verb(removeRecipient)),
  question: anyone.input(SubscriptionToken).query(verb(lookAtQuestion)),
  confirm: anyone.input(SubscriptionToken).mutation(verb(confirmRecipient)),
  subscription: anyone.input(SubscriptionToken).query(verb(getSubscription)),
  setSubscription: anyone.input(SetSubscriptionInput).mutation(verb(setSubscription)),
})

export const notificationsRouter = router({
  list: member.input(ListNotificationsInput).query(verb(listNotifications)),
  markRead: member.input(NotificationId).mutation(verb(markRead)),
  markAllRead: member.mutation(verb(markAllRead)),
})
