import { useEffect } from 'react'
import { BOUNCED_MARKER } from '#worker/rules/paths.ts'

const TOKEN_FIELDS = ['access_token', 'id_token', 'refresh_token', 'provider_token', 'code']

/** The fragment, or '' where it contains a token: this product takes none from there, so none should stay in sight. */
export function fragmentWithoutTokens(fragment: string): string {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  return TOKEN_FIELDS.some((name) => fields.has(name)) ? '' : fragment
}

/** Takes tokens out of the address bar and this entry of the history, before anything else reads the address. */
export function eraseFragmentTokens(): void {
  const { hash, pathname, search } = window.location
  if (fragmentWithoutTokens(hash) === hash) return
  window.history.replaceState(window.history.state, '', pathname + search)
}

/** Takes the marker of a visit from another site out of the address bar, so that nobody copies it along. */
export function useCleanAddress(): void {
  useEffect(() => {
    const url = new URL(window.location.href)
    if (!url.searchParams.has(BOUNCED_MARKER)) return
    url.searchParams.delete(BOUNCED_MARKER)
    window.history.replaceState(window.history.state, '', url)
  }, [])
}
