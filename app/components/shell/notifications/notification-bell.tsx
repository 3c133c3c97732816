import { useState, useTransition } from 'react'
import { onDemand, usePreload } from '#app/components/on-demand.tsx'
import { BellButton } from './bell-button.tsx'
import { useNotifications } from './use-notifications.ts'

const NotificationMenu = onDemand(() => import('./notification-menu.client.tsx'))

/** The bell with the number of unread notifications. A plain button until it is pressed: then its list is loaded. */
export function NotificationBell() {
  const notifications = useNotifications()
  usePreload(NotificationMenu.preload)
  const [isUsed, setIsUsed] = useState(false)
  const [isOpening, startOpening] = useTransition()
  const unreadCount = notifications.page?.unreadCount ?? 0
  return (
    <>
      {isUsed ? (
        <NotificationMenu
          notifications={notifications}
          fallback={<BellButton unreadCount={unreadCount} aria-haspopup="menu" aria-busy />}
          onFailure={() => setIsUsed(false)}
        />
      ) : (
        <BellButton
          unreadCount={unreadCount}
          aria-haspopup="menu"
          aria-expanded={false}
          aria-busy={isOpening}
          onPointerDown={NotificationMenu.preload}
          onClick={() => startOpening(() => setIsUsed(true))}
        />
      )}
      <span role="status" className="sr-only">
        {notifications.newest && `New notification: ${notifications.newest}`}
      </span>
    </>
  )
}
