import { startTransition, useEffect, useState } from 'react'

let isPageHydrated = false

/**
 * False on the server and in the first paint, before handlers are attached. What it changes then is rendered in pieces, so
 * that nobody who touches the page meanwhile waits for it.
 */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(isPageHydrated)
  useEffect(() => {
    isPageHydrated = true
    startTransition(() => setHydrated(true))
  }, [])
  return isHydrated
}
