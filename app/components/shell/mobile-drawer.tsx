import { NavLink, useLocation } from '@remix-run/react'
import { MenuIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { cn } from '#app/lib/cn.ts'
import { NAV_ITEMS } from './nav-items.ts'
import { PlanBox } from './plan-box.tsx'

const loadPanel = () => import('./drawer-panel.client.tsx')
const DrawerPanel = lazy(loadPanel)

/** The navigation on phones. Its panel is loaded when it is first opened. */
export function MobileDrawer({ plan }: { plan: string }) {
  const { key } = useLocation()
  // Open on the history entry it was opened on, so every navigation closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const [isUsed, setIsUsed] = useState(false)
  const isOpen = openOn === key

  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="md:hidden"
        aria-label="Open navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerDown={() => void loadPanel()}
        onClick={() => {
          setIsUsed(true)
          setOpenOn(key)
        }}
      >
        <MenuIcon className="size-5" aria-hidden />
      </Button>
      {isUsed && (
        <Suspense fallback={null}>
          <DrawerPanel isOpen={isOpen} onOpenChange={(open) => setOpenOn(open ? key : null)}>
            <nav aria-label="Main" className="px-3">
              <ul className="grid gap-1">
                {NAV_ITEMS.map(({ label, to, end, icon: Icon }) => (
                  <li key={to}>
                    <NavLink
                      to={to}
                      end={end}
                      className={({ isActive }) =>
                        cn(
                          'flex h-12 items-center gap-3 rounded-lg px-3 font-medium',
                          isActive ? 'bg-accent text-accent-foreground' : 'text-muted-foreground',
                        )
                      }
                    >
                      <Icon className="size-5" aria-hidden />
                      {label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="mt-auto border-t">
              <PlanBox plan={plan} />
            </div>
          </DrawerPanel>
        </Suspense>
      )}
    </>
  )
}
