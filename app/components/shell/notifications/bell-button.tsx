import { Bell } from 'lucide'
import { forwardRef } from 'react'
import { ButtonOrLink } from '#app/components/button-or-link.tsx'
import type { ButtonProps } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { badgeText } from '#worker/rules/notifications.ts'

export const BellButton = forwardRef<HTMLButtonElement, ButtonProps & { unreadCount: number }>(
  function BellButton({ unreadCount, ...props }, ref) {
    const badge = badgeText(unreadCount)
    return (
      <ButtonOrLink
        ref={ref}
        to="/app/notifications"
        variant="ghost"
        size="icon"
        className="relative"
        aria-label={badge ? `Notifications, ${badge} unread` : 'Notifications'}
        {...props}
      >
        <Icon of={Bell} className="size-5" />
        {badge && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-destructive px-1 text-[0.6875rem] leading-none font-semibold text-destructive-foreground"
          >
            {badge}
          </span>
        )}
      </ButtonOrLink>
    )
  },
)
