import { lazy, Suspense, useState } from 'react'
import { BellButton } from './bell-button.tsx'
import { useNotifications } from './use-notifications.ts'

const loadMenu = () => import('./notification-menu.client.tsx')
const NotificationMenu = lazy(loadMenu)

/** The notifications, with the count of unread ones. A plain button until it is pressed: then its list is loaded. */
export function NotificationBell() {
  const notifications = useNotifications()
  const [isUsed, setIsUsed] = useState(false)
  const unreadCount = notifications.page?.unreadCount ?? 0
  return (
    <>
      {isUsed ? (
        <Suspense fallback={<BellButton unreadCount={unreadCount} aria-haspopup="menu" aria-busy />}>
          <NotificationMenu notifications={notifications} />
        </Suspense>
      ) : (
        <BellButton
          unreadCount={unreadCount}
          aria-haspopup="menu"
          aria-expanded={false}
          onPointerDown={() => void loadMenu()}
          onClick={() => setIsUsed(true)}
        />
      )}
      <span role="status" className="sr-only">
        {notifications.newest && `New notification: ${notifications.newest}`}
      </span>
    </>
  )
}
