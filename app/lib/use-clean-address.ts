import { useEffect } from 'react'
import { ARRIVAL_MARKER } from '#worker/rules/redirects.ts'

/** Takes the mark of an arrival from another site out of the address bar, so that nobody copies it along. */
export function useCleanAddress(): void {
  useEffect(() => {
    const url = new URL(window.location.href)
    if (!url.searchParams.has(ARRIVAL_MARKER)) return
    url.searchParams.delete(ARRIVAL_MARKER)
    window.history.replaceState(window.history.state, '', url)
  }, [])
}
