import { forwardRef } from 'react'
import { ButtonOrLink } from '#app/components/button-or-link.tsx'
import type { ButtonProps } from '#app/components/ui/button.tsx'
import type { Viewer } from '#app/lib/viewer.ts'

export const UserMenuButton = forwardRef<HTMLButtonElement, ButtonProps & Pick<Viewer, 'user'>>(
  function UserMenuButton({ user, ...props }, ref) {
    const initial = [...(user.fullName || user.email)][0]?.toUpperCase()
    return (
      <ButtonOrLink
        ref={ref}
        to="/app/profile"
        variant="ghost"
        className="px-2"
        aria-label={`Account of ${user.email}`}
        {...props}
      >
        {/* Decoration drawn by CSS: as text it would have to be part of the button's name. */}
        <span
          aria-hidden
          data-initial={initial}
          className="grid size-7 place-items-center rounded-full bg-primary text-sm font-semibold text-primary-foreground before:content-[attr(data-initial)]"
        />
        <span className="max-w-48 truncate max-lg:hidden">{user.email}</span>
      </ButtonOrLink>
    )
  },
)
