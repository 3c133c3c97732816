import { Link } from '@remix-run/react'
import {
  Bell,
  Coins,
  CreditCard,
  Database,
  type IconNode,
  LifeBuoy,
  LogOut,
  Monitor,
  Moon,
  Shield,
  Sun,
  User,
  Users,
} from 'lucide'
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
import { Icon } from '#app/components/ui/icon.tsx'
import { chooseTheme, THEME_NAMES, THEMES, type Theme, themeOf } from '#app/lib/theme.ts'
import type { Viewer } from '#app/lib/viewer.ts'
import { can } from '#worker/rules/permissions.ts'
import { titleOf } from '#worker/rules/titles.ts'
import { useLogOut } from './use-log-out.client.tsx'
import { UserMenuButton } from './user-menu-button.tsx'

const THEME_ICONS: Record<Theme, IconNode> = { system: Monitor, light: Sun, dark: Moon }

/** Open from the start, because it is rendered when its button is pressed. */
export default function OpenUserMenu({ user }: Pick<Viewer, 'user'>) {
  const { logOut, question } = useLogOut(user.id)
  const [theme, setTheme] = useState(() => themeOf(document.documentElement.dataset.theme ?? null))

  const menu = (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <UserMenuButton user={user} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel className="max-w-64 truncate">{user.email}</DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to="/app/profile">
            <Icon of={User} />
            Profile
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/notifications">
            <Icon of={Bell} />
            Notifications
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/team">
            <Icon of={Users} />
            Team
          </Link>
        </DropdownMenuItem>
        {can(user.role, 'organization.own') && (
          <DropdownMenuItem asChild>
            <Link to="/app/billing">
              <Icon of={CreditCard} />
              Billing
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <Link to="/app/credits">
            <Icon of={Coins} />
            AI Credits
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/security">
            <Icon of={Shield} />
            Security
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/data-management">
            <Icon of={Database} />
            {titleOf('data-management')}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/help">
            <Icon of={LifeBuoy} />
            {titleOf('help')}
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
            const icon = THEME_ICONS[choice]
            return (
              <DropdownMenuRadioItem key={choice} value={choice}>
                <Icon of={icon} />
                {THEME_NAMES[choice]}
              </DropdownMenuRadioItem>
            )
          })}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void logOut()}>
          <Icon of={LogOut} />
          Logout
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
  return (
    <>
      {menu}
      {question}
    </>
  )
}
