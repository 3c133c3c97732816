import { NavLink } from '@remix-run/react'
import { Lock } from 'lucide'
import { Icon } from '#app/components/ui/icon.tsx'
import { cn } from '#app/lib/cn.ts'
import { lockedItems, NAV_ITEMS, openItems } from './nav-items.ts'

/** Bottom navigation for widths without the sidebar. Locked screens open as previews. */
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
