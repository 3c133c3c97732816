import { Link, NavLink } from '@remix-run/react'
import { ChevronsLeft, ChevronsRight, Lock } from 'lucide'
import { useState } from 'react'
import { BrandMark } from '#app/components/brand-mark.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { rememberInCookie, useHydrated } from '#app/lib/browser-state.ts'
import { cn } from '#app/lib/cn.ts'
import { ASK_ITEM, lockedItems, NAV_ITEMS, type NavItem, openItems } from './nav-items.ts'
import { PlanBox } from './plan-box.tsx'

export const SIDEBAR_ID = 'navigation'

/**
 * The navigation from the `md` width up. On narrower screens the drawer contains the navigation; until hydration, the
 * sidebar opens in place of the drawer.
 */
export function Sidebar({ plan, startsCollapsed }: { plan: string; startsCollapsed: boolean }) {
  const isHydrated = useHydrated()
  const [isCollapsed, setIsCollapsed] = useState(startsCollapsed)
  function toggle() {
    rememberInCookie('sidebar', isCollapsed ? 'expanded' : 'collapsed')
    setIsCollapsed(!isCollapsed)
  }
  return (
    <aside
      id={SIDEBAR_ID}
      data-early={!isHydrated || undefined}
      className={cn(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-r bg-card transition-[width] md:flex',
        isCollapsed ? 'w-16' : 'w-64',
      )}
    >
      <div className={cn('flex h-16 items-center px-4', isCollapsed ? 'justify-center' : 'justify-between')}>
        {!isCollapsed && (
          <Link to="/app" aria-label="Dashboard" className="grid min-h-11 min-w-11 content-center">
            <BrandMark />
          </Link>
        )}
        <Button
          variant="ghost"
          size="icon"
          onClick={toggle}
          aria-expanded={!isCollapsed}
          aria-label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
        >
          <Icon of={isCollapsed ? ChevronsRight : ChevronsLeft} className="text-muted-foreground" />
        </Button>
      </div>
      <nav aria-label="Main" className="flex-1 overflow-y-auto px-3">
        <ul className="grid gap-1">
          {[...NAV_ITEMS, ASK_ITEM, ...openItems(plan)].map((item) => (
            <li key={item.to}>
              <SidebarLink item={item} isCollapsed={isCollapsed} />
            </li>
          ))}
          {lockedItems(plan).map(({ label, icon, text, to }) => (
            <li key={label}>
              <button
                type="button"
                disabled
                title={isCollapsed ? `${label}: ${text}` : undefined}
                className={cn(
                  'relative flex w-full gap-3 rounded-lg px-3 py-2 text-left text-sm text-muted-foreground',
                  isCollapsed && 'justify-center px-0',
                )}
              >
                <Icon of={icon} className="mt-0.5 size-4 shrink-0" />
                <span className={isCollapsed ? 'sr-only' : 'min-w-0 flex-1'}>
                  {label}
                  <span className="block text-xs">{text}</span>
                </span>
                <Icon
                  of={Lock}
                  className={cn(
                    'shrink-0',
                    isCollapsed ? 'absolute right-0 bottom-0 size-3' : 'mt-0.5 size-4',
                  )}
                  aria-label="Locked"
                />
              </button>
              {!isCollapsed && (
                <Link
                  to={to}
                  aria-label={`See a preview of ${label}`}
                  className="ml-10 flex min-h-11 w-fit items-center text-xs font-medium text-primary hover:underline dense:min-h-6"
                >
                  See a preview
                </Link>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <PlanBox plan={plan} isCollapsed={isCollapsed} />
    </aside>
  )
}

function SidebarLink({ item, isCollapsed }: { item: NavItem; isCollapsed: boolean }) {
  const icon = item.icon
  return (
    <NavLink
      to={item.to}
      end={item.end}
      title={isCollapsed ? item.label : undefined}
      className={({ isActive }) =>
        cn(
          'flex h-11 items-center dense:h-10 gap-3 rounded-lg px-3 text-sm font-medium hover:bg-accent',
          isActive ? 'bg-accent text-accent-foreground' : 'text-muted-foreground',
          isCollapsed && 'justify-center px-0',
        )
      }
    >
      <Icon of={icon} className="size-4 shrink-0" />
      <span className={isCollapsed ? 'sr-only' : undefined}>{item.label}</span>
      {!isCollapsed && item.badge && <span className="ml-auto text-xs">{item.badge}</span>}
    </NavLink>
  )
}

/** Navigation on screens too narrow for the sidebar. Locked screens open as previews. */
export function TabBar({ plan }: { plan: string }) {
  const items = [
    ...[...NAV_ITEMS, ...openItems(plan)].map((item) => ({ ...item, isLocked: false })),
    ...lockedItems(plan).map((item) => ({ ...item, end: false, isLocked: true })),
  ]
  return (
    <nav
      aria-label="Screens"
      className="sticky bottom-0 z-30 border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid grid-cols-5">
        {items.map(({ to, label, end, icon, isLocked }) => (
          <li key={to} className="min-w-0">
            <NavLink
              to={to}
              end={end}
              className={({ isActive }) =>
                cn(
                  'flex min-h-14 flex-col items-center justify-center gap-0.5 py-1 text-center text-xs',
                  isActive ? 'font-medium text-foreground' : 'text-muted-foreground',
                )
              }
            >
              <span className="relative">
                <Icon of={icon} className="size-5" />
                {isLocked && (
                  <Icon of={Lock} className="absolute -top-1 -right-3 size-3" aria-label="Locked" />
                )}
              </span>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
