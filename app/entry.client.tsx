import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { eraseFragmentTokens } from './lib/clean-address.ts'

declare global {
  interface Window {
    __webpack_nonce__?: string | undefined
  }
}

// Radix locks scrolling behind a dialog with a style element. Its library takes the nonce from this global.
window.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

eraseFragmentTokens()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
