import type { MouseEvent } from 'react'

/** Whether the router follows a link; what opens a tab or a window of its own is left to the browser. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
