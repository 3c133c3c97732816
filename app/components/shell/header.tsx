import { Link, useLocation, useNavigate } from '@remix-run/react'
import { ArrowLeft, Menu } from 'lucide'
import { useEffect, useState, useTransition } from 'react'
import { ButtonOrLink } from '#app/components/button-or-link.tsx'
import { onDemand, usePreload } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import type { Viewer } from '#app/lib/viewer.ts'
import { breadcrumbsOf } from '#worker/rules/titles.ts'
import { BellButton } from './notifications/bell-button.tsx'
import { useNotifications } from './notifications/use-notifications.ts'
import { SIDEBAR_ID } from './sidebar.tsx'
import { UserMenuButton } from './user-menu-button.tsx'

export function Header({ user, plan }: Pick<Viewer, 'user' | 'plan'>) {
  const { pathname } = useLocation()
  return (
    <header className="sticky top-0 z-40 flex h-16 items-center gap-1 border-b bg-background px-2 md:gap-2 md:px-6">
      <MobileDrawer plan={plan} />
      {pathname !== '/app' && <GoBack />}
      <Breadcrumbs pathname={pathname} />
      <div className="ml-auto flex items-center">
        {/* Hidden while a password change is required: nothing else is allowed until then. */}
        {!user.mustChangePassword && <NotificationBell />}
        <UserMenu user={user} />
      </div>
    </header>
  )
}

function GoBack() {
  const navigate = useNavigate()
  function goBack() {
    // Remix numbers its history entries. Before the first one there is no page of ours.
    const state: unknown = window.history.state
    const isFirst = !(typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0)
    if (isFirst) navigate('/app')
    else navigate(-1)
  }
  return (
    <Button variant="ghost" className="min-w-11 px-3" onClick={goBack} aria-label="Go back">
      <Icon of={ArrowLeft} />
      <span className="max-sm:hidden">Go back</span>
    </Button>
  )
}

/** Empty on Home itself. */
function Breadcrumbs({ pathname }: { pathname: string }) {
  const crumbs = breadcrumbsOf(pathname)
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 text-sm">
      <ol className="flex items-center gap-2">
        {crumbs.map(({ label, path }, index) => {
          const isHere = index === crumbs.length - 1
          return (
            <li
              key={path}
              className={
                isHere ? 'truncate font-medium' : 'whitespace-nowrap text-muted-foreground max-lg:hidden'
              }
            >
              {isHere && <span aria-current="page">{label}</span>}
              {!isHere && (
                <Link to={path} className="rounded-sm hover:text-foreground hover:underline">
                  {label}
                </Link>
              )}
              {!isHere && (
                <span aria-hidden className="ml-2">
                  /
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const NotificationMenu = onDemand(() => import('./notifications/notification-menu.client.tsx'))

/** The list's code is loaded when the button is first pressed. */
function NotificationBell() {
  const notifications = useNotifications()
  usePreload(NotificationMenu.preload)
  const [isUsed, setIsUsed] = useState(false)
  const [isOpening, startOpening] = useTransition()
  const unreadCount = notifications.page?.unreadCount ?? 0
  return (
    <>
      {isUsed ? (
        <NotificationMenu
          notifications={notifications}
          fallback={<BellButton unreadCount={unreadCount} aria-haspopup="menu" aria-busy />}
          onFailure={() => setIsUsed(false)}
        />
      ) : (
        <BellButton
          unreadCount={unreadCount}
          aria-haspopup="menu"
          aria-expanded={false}
          aria-busy={isOpening}
          onPointerDown={NotificationMenu.preload}
          onClick={() => startOpening(() => setIsUsed(true))}
        />
      )}
      <span role="status" className="sr-only">
        {notifications.newest && `New notification: ${notifications.newest}`}
      </span>
    </>
  )
}

const OpenUserMenu = onDemand(() => import('./open-user-menu.client.tsx'))

/** The menu's code is loaded when the button is first pressed. */
function UserMenu({ user }: Pick<Viewer, 'user'>) {
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

const DrawerPanel = onDemand(() => import('./drawer-panel.client.tsx'))

function MobileDrawer({ plan }: { plan: string }) {
  const { key } = useLocation()
  // Bound to the history entry on which it was opened, so every navigation closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const [isUsed, setIsUsed] = useState(false)
  const [isOpening, startOpening] = useTransition()
  const isOpen = openOn === key
  usePreload(DrawerPanel.preload)
  function open() {
    startOpening(() => {
      setIsUsed(true)
      setOpenOn(key)
    })
  }
  // The navigation was opened as the sidebar before hydration; switch to the drawer now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per address; `open` belongs to the current one.
  useEffect(() => {
    if (window.location.hash === `#${SIDEBAR_ID}`) open()
  }, [key])

  return (
    <>
      <ButtonOrLink
        to={`#${SIDEBAR_ID}`}
        variant="ghost"
        size="icon"
        className="md:hidden"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerDown={DrawerPanel.preload}
        aria-busy={isOpening}
        onClick={open}
      >
        <Icon of={Menu} className="size-5" />
      </ButtonOrLink>
      {isUsed && (
        <DrawerPanel
          plan={plan}
          isOpen={isOpen}
          onOpenChange={(open) => setOpenOn(open ? key : null)}
          onFailure={() => {
            setIsUsed(false)
            setOpenOn(null)
          }}
        />
      )}
    </>
  )
}
