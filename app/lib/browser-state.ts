import { useSyncExternalStore } from 'react'

const NOTHING_TO_WATCH = () => () => {}

/** False on the server and in the first paint, before handlers are attached. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    NOTHING_TO_WATCH,
    () => true,
    () => false,
  )
}
