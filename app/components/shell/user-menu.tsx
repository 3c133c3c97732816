import { lazy, Suspense, useState } from 'react'
import type { Viewer } from '#app/lib/viewer.ts'
import { UserMenuButton } from './user-menu-button.tsx'

const loadMenu = () => import('./open-user-menu.client.tsx')
const OpenUserMenu = lazy(loadMenu)

/** A plain button until it is pressed: then the menu's code is loaded, and it opens at once. */
export function UserMenu({ user }: Pick<Viewer, 'user'>) {
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
