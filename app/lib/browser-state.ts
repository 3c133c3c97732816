import { useSyncExternalStore } from 'react'
import { onWindow } from './events.ts'

const NOTHING_TO_WATCH = () => () => {}
const watchConnection = (onChange: () => void) => onWindow(['online', 'offline'], onChange)

/** False on the server and in the first paint, before handlers are attached. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    NOTHING_TO_WATCH,
    () => true,
    () => false,
  )
}

/** False while the browser knows that it has no connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  )
}
