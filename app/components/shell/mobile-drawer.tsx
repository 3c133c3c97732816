import { useLocation } from '@remix-run/react'
import { Menu } from 'lucide'
import { useEffect, useState, useTransition } from 'react'
import { ButtonOrLink } from '#app/components/button-or-link.tsx'
import { onDemand, usePreload } from '#app/components/on-demand.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { SIDEBAR_ID } from './sidebar.tsx'

const DrawerPanel = onDemand(() => import('./drawer-panel.client.tsx'))

/** The navigation on phones. Its panel is loaded on first use. */
export function MobileDrawer({ plan }: { plan: string }) {
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
  // Opened before the scripts were there: the sidebar shows in its place until now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once an address; `open` is for the one that is shown.
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
