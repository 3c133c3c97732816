import { NavLink } from '@remix-run/react'
import { X } from 'lucide'
import * as Dialog from 'radix-ui/dialog'
import { BrandMark } from '#app/components/brand-mark.tsx'
import { OVERLAY_CLASSES, useReturnFocus } from '#app/components/ui/dialog.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { cn } from '#app/lib/cn.ts'
import { BRAND_NAME } from '#app/lib/page-meta.ts'
import { NAV_ITEMS } from './nav-items.ts'
import { PlanBox } from './plan-box.tsx'

export interface DrawerPanelProps {
  plan: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export default function DrawerPanel({ plan, isOpen, onOpenChange }: DrawerPanelProps) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_CLASSES} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto border-r bg-card text-card-foreground shadow-lg data-[state=open]:animate-in data-[state=open]:slide-in-from-left data-[state=closed]:animate-out data-[state=closed]:slide-out-to-left"
        >
          <div className="flex items-center gap-3 p-5 pr-14 pb-0">
            <BrandMark />
            <Dialog.Title className="text-base font-semibold tracking-tight whitespace-nowrap">
              {BRAND_NAME}
            </Dialog.Title>
          </div>
          <nav aria-label="Main" className="px-3">
            <ul className="grid gap-1">
              {NAV_ITEMS.map(({ label, to, end, icon }) => (
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
                    <Icon of={icon} className="size-5" />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="mt-auto border-t">
            <PlanBox plan={plan} />
          </div>
          <Dialog.Close
            aria-label="Close"
            className="absolute top-2 right-2 grid size-11 place-items-center rounded-lg text-muted-foreground hover:bg-accent"
          >
            <Icon of={X} className="size-4" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
