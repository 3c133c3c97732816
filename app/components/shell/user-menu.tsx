import { useState, useTransition } from 'react'
import { onDemand, usePreload } from '#app/components/on-demand.tsx'
import type { Viewer } from '#app/lib/viewer.ts'
import { UserMenuButton } from './user-menu-button.tsx'

const OpenUserMenu = onDemand(() => import('./open-user-menu.client.tsx'))

/** A plain button until it is pressed: then the menu's code is loaded and the menu opens. */
export function UserMenu({ user }: Pick<Viewer, 'user'>) {
  usePreload(OpenUserMenu.preload)
  const [isUsed, setIsUsed] = useState(false)
  const [isOpening, startOpening] = useTransition()
  if (!isUsed) {
    return (
      <UserMenuButton
        user={user}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={isOpening}
        onPointerDown={OpenUserMenu.preload}
        onClick={() => startOpening(() => setIsUsed(true))}
      />
    )
  }
  return (
    <OpenUserMenu
      user={user}
      fallback={<UserMenuButton user={user} aria-haspopup="menu" aria-busy />}
      onFailure={() => setIsUsed(false)}
    />
  )
}
