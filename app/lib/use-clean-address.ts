import { useEffect } from 'react'
import { BOUNCED_MARKER } from '#worker/rules/redirects.ts'

/** Takes the mark of an arrival from another site out of the address bar, so that nobody copies it along. */
export function useCleanAddress(): void {
  useEffect(() => {
    const url = new URL(window.location.href)
    if (!url.searchParams.has(BOUNCED_MARKER)) return
    url.searchParams.delete(BOUNCED_MARKER)
    window.history.replaceState(window.history.state, '', url)
  }, [])
}
