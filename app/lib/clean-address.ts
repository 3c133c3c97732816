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
