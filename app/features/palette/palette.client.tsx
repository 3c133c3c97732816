import { type ComponentType, useEffect, useState } from 'react'
import { toast } from '#app/components/ui/toast-store.ts'
import type { OpenPaletteProps } from './open-palette.client.tsx'

/** Opens the palette with Ctrl or ⌘ K, on every screen. Its code is loaded when it is first asked for. */
export default function Palette() {
  const [isOpen, setOpen] = useState(false)
  const [Open, setComponent] = useState<ComponentType<OpenPaletteProps> | null>(null)
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
  useEffect(() => {
    if (!isOpen || Open) return
    import('./open-palette.client.tsx').then(
      (module) => setComponent(() => module.default),
      () => {
        setOpen(false)
        toast.error('The list of screens could not be loaded. Please try again.')
      },
    )
  }, [isOpen, Open])
  return isOpen && Open ? <Open onClose={() => setOpen(false)} /> : null
}
