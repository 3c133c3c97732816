import { flushSync } from 'react-dom'

/** Closes what has taken a button's place, and gives the focus to the button, which is there again. */
export function closeAndRefocus(button: () => HTMLElement | null, close: () => void): void {
  flushSync(close)
  button()?.focus()
}
