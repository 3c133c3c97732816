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
import { Link } from '#app/components/link.tsx'
import { onDemand } from '#app/components/on-demand.tsx'
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
import { toast } from '#app/components/ui/toast-store.ts'
import { draftIdsOf, forgetDrafts, forgetSavedDrafts } from '#app/features/replies/use-draft.ts'
import { api } from '#app/lib/api.ts'
import { clearBrowserLogs } from '#app/lib/browser-logs.ts'
import { forgetEmail } from '#app/lib/browser-state.ts'
import { untilServerIsThere } from '#app/lib/connection.ts'
import { outboxOf } from '#app/lib/reply-outbox.ts'
import { chooseTheme, THEME_NAMES, THEMES, type Theme, themeOf } from '#app/lib/theme.ts'
import type { Viewer } from '#app/lib/viewer.ts'
import { SCREENS_PREFIX } from '#worker/rules/kept-screens.ts'
import { can } from '#worker/rules/permissions.ts'
import { planKey } from '#worker/rules/plan-state.ts'
import { UserMenuButton } from './user-menu-button.tsx'

const ConfirmAction = onDemand(() => import('#app/components/ui/confirm-action.client.tsx'))

const THEME_ICONS: Record<Theme, IconNode> = { system: Monitor, light: Sun, dark: Moon }

/** The user menu. It is open from the start: it is rendered because its button was pressed. */
export default function OpenUserMenu({ user }: Pick<Viewer, 'user'>) {
  const [unsent, setUnsent] = useState(0)
  const [theme, setTheme] = useState(() => themeOf(document.documentElement.dataset.theme ?? null))

  async function askBeforeLogOut() {
    await forgetStoredDrafts(user.id)
    const count = outboxOf(user.id).list().length + draftIdsOf(user.id).length
    if (count > 0) setUnsent(count)
    else void logOut(user.id)
  }

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
            Data
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/app/help">
            <Icon of={LifeBuoy} />
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
        <DropdownMenuItem onSelect={() => void askBeforeLogOut()}>
          <Icon of={LogOut} />
          Logout
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
  return (
    <>
      {menu}
      {unsent > 0 && (
        <ConfirmAction
          title="Log out and delete unsent replies?"
          text={
            unsent === 1
              ? 'One of your replies hasn’t been sent yet. It is stored only in this browser, and logging out deletes it.'
              : `${unsent} of your replies haven’t been sent yet. They are stored only in this browser, and logging out deletes them.`
          }
          action="Log out"
          cancel="Cancel"
          isDestructive
          onAction={() => void logOut(user.id)}
          onClose={() => setUnsent(0)}
          onFailure={() => setUnsent(0)}
        />
      )}
    </>
  )
}

/** Asks the server which drafts it has as replies. Without an answer all of them count as unsaved. */
async function forgetStoredDrafts(userId: string): Promise<void> {
  const replies = draftIdsOf(userId).map(async (reviewId) => {
    const stored = await api.responses.forReview.query({ reviewId }).catch(() => null)
    return { reviewId, text: stored?.text }
  })
  forgetSavedDrafts(userId, await Promise.all(replies))
}

/** Ends the session and forgets what this browser kept for the person. A failure is only logged. */
async function logOut(userId: string): Promise<void> {
  try {
    outboxOf(userId).clear()
    forgetDrafts(userId)
    clearBrowserLogs(window.localStorage)
    window.localStorage.removeItem(planKey(userId))
    forgetEmail()
    await forgetScreens()
    await untilServerIsThere(() =>
      toast.warning('You’ll be logged out as soon as you’re back online.', {
        title: 'No connection',
        duration: 0,
      }),
    )
    await api.auth.signOut.mutate()
  } catch (error) {
    console.error('Logout failed', error)
  }
  // A full navigation, so that nothing of the session stays in memory.
  window.location.assign('/')
}

/** Drops the copies of screens, when somebody signs out. */
async function forgetScreens(): Promise<void> {
  if (!('caches' in window)) return
  const names = (await window.caches.keys()).filter((name) => name.startsWith(SCREENS_PREFIX))
  await Promise.all(names.map((name) => window.caches.delete(name)))
}
