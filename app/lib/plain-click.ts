import type { MouseEvent } from 'react'

/** True if the router should handle the click; the browser handles clicks that open a tab or window. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
