import { flushSync } from 'react-dom'

/** Closes the element that replaced a button, then focuses the button, which is rendered again. */
export function closeAndRefocus(button: () => HTMLElement | null, close: () => void): void {
  flushSync(close)
  button()?.focus()
}
