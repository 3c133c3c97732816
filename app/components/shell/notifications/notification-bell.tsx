import { BellIcon } from 'lucide-react'
import { forwardRef, lazy, Suspense, useState } from 'react'
import { Button, type ButtonProps } from '#app/components/ui/button.tsx'
import { badgeText } from '#worker/rules/notifications.ts'
import { useNotifications } from './use-notifications.ts'

const loadMenu = () => import('./notification-menu.client.tsx')
const NotificationMenu = lazy(() => loadMenu().then((module) => ({ default: module.NotificationMenu })))

/** What happened, with the count of what is unread. A plain button until it is pressed: its list is loaded then. */
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
        {notifications.arrived && `New notification: ${notifications.arrived}`}
      </span>
    </>
  )
}

export const BellButton = forwardRef<HTMLButtonElement, ButtonProps & { unreadCount: number }>(
  function BellButton({ unreadCount, ...props }, ref) {
    const badge = badgeText(unreadCount)
    return (
      <Button
        ref={ref}
        variant="ghost"
        size="icon"
        className="relative"
        aria-label={badge ? `Notifications, ${badge} unread` : 'Notifications'}
        {...props}
      >
        <BellIcon className="size-5" aria-hidden />
        {badge && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-destructive px-1 text-[0.6875rem] leading-none font-semibold text-destructive-foreground"
          >
            {badge}
          </span>
        )}
      </Button>
    )
  },
)
