const TOKEN_FIELDS = ['access_token', 'id_token', 'refresh_token', 'provider_token', 'code']

/**
 * Returns the fragment, or '' if it contains a token. We never accept tokens in fragments, so none should stay visible.
 */
export function fragmentWithoutTokens(fragment: string): string {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  return TOKEN_FIELDS.some((name) => fields.has(name)) ? '' : fragment
}

/** Removes tokens from the address bar and the history entry before anything else reads the address. */
export function eraseFragmentTokens(): void {
  const { hash, pathname, search } = window.location
  if (fragmentWithoutTokens(hash) === hash) return
  window.history.replaceState(window.history.state, '', pathname + search)
}
