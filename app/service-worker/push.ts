import type { PushMessage } from '#worker/rules/alerts.ts'
import type { PushEvent, ServiceWorkerScope } from './scope.ts'

/** Replaces an unreadable message: browsers insist that something is shown. */
const UNREADABLE: PushMessage = {
  title: 'You have something new',
  body: 'Open your reviews to see what.',
  path: '/app/reviews',
  tag: 'unreadable',
}

const ACTION = 'open'

export function receivePushes(scope: ServiceWorkerScope): void {
  scope.addEventListener('push', (event) => {
    const { title, body, path, tag, action } = messageOf(event)
    const buttons = action && { actions: [{ action: ACTION, title: action.label }] }
    const data = { path, actionPath: action?.path }
    event.waitUntil(scope.registration.showNotification(title, { body, tag, data, ...buttons }))
  })
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path, actionPath } = event.notification.data as { path: string; actionPath?: string }
    const chosen = event.action === ACTION ? (actionPath ?? path) : path
    event.waitUntil(open(scope, new URL(chosen, scope.location.origin).href))
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
