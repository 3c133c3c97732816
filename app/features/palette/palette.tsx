import { useEffect, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'

const OpenPalette = onDemand(() => import('./open-palette.client.tsx'))

/** Opens the palette with Ctrl or ⌘ K, on every screen. Its code is loaded when it is first asked for. */
export function Palette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen((was) => !was)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return isOpen && <OpenPalette onClose={() => setOpen(false)} onFailure={() => setOpen(false)} />
}
