import { useSyncExternalStore } from 'react'

/** Ids of businesses, each with what deletes it without waiting any longer. */
type Deletions = ReadonlyMap<string, () => Promise<void>>

const NONE: Deletions = new Map()

/**
 * Businesses that are gone from the screen and not from the store yet. Written to in the browser only. None is the object that
 * hydration takes: with another one, React renders all that depends on it again at once.
 */
let pending = NONE
const listeners = new Set<() => void>()

/** Takes a business off the screens; with null it is put back. */
export function setBeingDeleted(id: string, deleteNow: (() => Promise<void>) | null): void {
  const others = [...pending].filter(([other]) => other !== id)
  pending = new Map(deleteNow ? [...others, [id, deleteNow]] : others)
  for (const listener of listeners) listener()
}

/** Waits for no second thoughts any more: whoever logs out could not delete afterwards. */
export async function finishDeletions(): Promise<void> {
  await Promise.all([...pending.values()].map((deleteNow) => deleteNow()))
}

/** The ids of businesses that are being deleted: screens leave them out. */
export function usePendingDeletions(): Pick<Deletions, 'has'> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pending,
    () => NONE,
  )
}
