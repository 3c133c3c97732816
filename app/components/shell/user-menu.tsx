import { forwardRef, lazy, Suspense, useState } from 'react'
import { Button, type ButtonProps } from '#app/components/ui/button.tsx'

export interface MenuUser {
  id: string
  email: string
  fullName: string
}

const loadMenu = () => import('./open-user-menu.client.tsx')
const OpenUserMenu = lazy(() => loadMenu().then((module) => ({ default: module.OpenUserMenu })))

/** A plain button until it is pressed: the menu's code is loaded then, and opens at once. */
export function UserMenu({ user }: { user: MenuUser }) {
  const [isUsed, setIsUsed] = useState(false)
  if (!isUsed) {
    return (
      <UserMenuButton
        user={user}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerDown={() => void loadMenu()}
        onClick={() => setIsUsed(true)}
      />
    )
  }
  return (
    <Suspense fallback={<UserMenuButton user={user} aria-haspopup="menu" aria-busy />}>
      <OpenUserMenu user={user} />
    </Suspense>
  )
}

export const UserMenuButton = forwardRef<HTMLButtonElement, ButtonProps & { user: MenuUser }>(
  function UserMenuButton({ user, ...props }, ref) {
    const initial = [...(user.fullName || user.email)][0]?.toUpperCase()
    return (
      <Button ref={ref} variant="ghost" className="px-2" aria-label={`Account of ${user.email}`} {...props}>
        <span className="grid size-7 place-items-center rounded-full bg-primary text-sm font-semibold text-primary-foreground">
          {initial}
        </span>
        <span className="max-w-48 truncate max-md:hidden">{user.email}</span>
      </Button>
    )
  },
)
