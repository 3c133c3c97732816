import { useState } from 'react'
import { flushSync } from 'react-dom'

/** Calls `close`, then focuses the button, which exists only once the closed form has made way for it. */
export function closeAndRefocus(button: () => HTMLElement | null, close: () => void): void {
  flushSync(close)
  button()?.focus()
}

/**
 * State of a list whose items are edited in place. `open` is the id of the item whose form is open; 'new' for a new
 * item, null for none. Closing the form focuses the button with the id `<prefix>-<open>`.
 */
export function useOpenForm(prefix: string, initial: string | null = null) {
  const [open, setOpen] = useState(initial)
  const close = () =>
    closeAndRefocus(
      () => document.getElementById(`${prefix}-${open}`),
      () => setOpen(null),
    )
  return { open, setOpen, close }
}
