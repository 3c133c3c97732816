import type { PushMessage } from '#worker/rules/alerts.ts'
import type { PushEvent, ServiceWorkerScope } from './scope.ts'

/** Replaces an unreadable message: browsers insist that something is shown. */
const UNREADABLE: PushMessage = {
  title: 'You have something new',
  body: 'Open your reviews to see what.',
  path: '/app/reviews',
  tag: 'unreadable',
}

/** Shows push messages, and opens the related screen. */
export function receivePushes(scope: ServiceWorkerScope): void {
  scope.addEventListener('push', (event) => {
    const { title, body, path, tag } = messageOf(event)
    event.waitUntil(scope.registration.showNotification(title, { body, tag, data: { path } }))
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path } = event.notification.data as Pick<PushMessage, 'path'>
    event.waitUntil(open(scope, new URL(path, scope.location.origin).href))
  })
}

function messageOf(event: PushEvent): PushMessage {
  try {
    return { ...UNREADABLE, ...(event.data?.json() as Partial<PushMessage>) }
  } catch {
    return UNREADABLE
  }
}

/**
 * Focuses or opens a window for the address. Windows with another screen stay as they are: somebody may be writing
 * there.
 */
async function open(scope: ServiceWorkerScope, address: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ url }) => url === address)
  await (shown ? shown.focus() : scope.clients.openWindow(address))
}
