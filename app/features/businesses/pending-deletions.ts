import { useSyncExternalStore } from 'react'

/** Businesses that are gone from the screen and not from the store yet. Written to in the browser only. */
let pending: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** Takes a business off the screens, or puts it back. */
export function setBeingDeleted(id: string, isBeingDeleted: boolean): void {
  const others = [...pending].filter((other) => other !== id)
  pending = new Set(isBeingDeleted ? [...others, id] : others)
  for (const listener of listeners) listener()
}

const NONE: ReadonlySet<string> = new Set()

/** The ids of businesses that are being deleted: screens leave them out. */
export function usePendingDeletions(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pending,
    () => NONE,
  )
}
