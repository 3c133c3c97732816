import { Link } from '@remix-run/react'
import {
  BellIcon,
  LifeBuoyIcon,
  LogOutIcon,
  MonitorIcon,
  MoonIcon,
  ShieldIcon,
  SunIcon,
  UserIcon,
  UsersIcon,
} from 'lucide-react'
import { useState } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#app/components/ui/dropdown-menu.tsx'
import { forgetDrafts } from '#app/features/replies/use-draft.ts'
import { api } from '#app/lib/api.ts'
import { clearBrowserLogs } from '#app/lib/browser-logs.ts'
import { outboxOf } from '#app/lib/reply-outbox.ts'
import { chooseTheme, THEME_NAMES, THEMES, type Theme, themeOf } from '#app/lib/theme.ts'
import type { Viewer } from '#app/lib/viewer.ts'
import { planKey } from '#worker/rules/plan-state.ts'
import { UserMenuButton } from './user-menu-button.tsx'

const THEME_ICONS: Record<Theme, typeof SunIcon> = { system: MonitorIcon, light: SunIcon, dark: MoonIcon }

/** The user menu. It is open from the start: it is rendered because its button was pressed. */
export default function OpenUserMenu({ user }: Pick<Viewer, 'user'>) {
  const [theme, setTheme] = useState(() => themeOf(document.documentElement.dataset.theme ?? null))
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <UserMenuButton user={user} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel className="max-w-64 truncate">{user.email}</DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to="/app/profile">
            <UserIcon aria-hidden />
            Profile
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/notifications">
            <BellIcon aria-hidden />
            Notifications
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/team">
            <UsersIcon aria-hidden />
            Team
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/security">
            <ShieldIcon aria-hidden />
            Security
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/help">
            <LifeBuoyIcon aria-hidden />
            Help
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup
          aria-label="Theme"
          value={theme}
          onValueChange={(value) => {
            const chosen = themeOf(value)
            setTheme(chosen)
            chooseTheme(chosen)
          }}
        >
          {THEMES.map((choice) => {
            const Icon = THEME_ICONS[choice]
            return (
              <DropdownMenuRadioItem key={choice} value={choice}>
                <Icon aria-hidden />
                {THEME_NAMES[choice]}
              </DropdownMenuRadioItem>
            )
          })}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void logOut(user.id)}>
          <LogOutIcon aria-hidden />
          Logout
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Ends the session and forgets what this browser kept for the person. A failure is only logged. */
async function logOut(userId: string): Promise<void> {
  try {
    outboxOf(userId).clear()
    forgetDrafts(userId)
    clearBrowserLogs(window.localStorage)
    window.localStorage.removeItem(planKey(userId))
    await api.auth.signOut.mutate()
  } catch (error) {
    console.error('Logout failed', error)
  }
  // A full navigation, so that nothing of the session stays in memory.
  window.location.assign('/')
}
