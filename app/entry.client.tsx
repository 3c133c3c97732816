import { RemixBrowser } from '@remix-run/react'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { whenIdle } from './lib/browser-state.ts'
import { eraseFragmentTokens } from './lib/clean-address.ts'
import { watchConnection } from './lib/connection.ts'
import { waitForScreens } from './patches/patient-requests.ts'

declare global {
  interface Window {
    __webpack_nonce__?: string | undefined
  }
}

// Radix locks scrolling behind a dialog with a style element. Its library takes the nonce from this global.
window.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce

eraseFragmentTokens()
watchConnection()
waitForScreens()

/**
 * Remix suspends its first render until the page's data is decoded. React can't suspend while it answers an event: a key
 * typed into a field at that moment would end hydration for good, and leave a page that never reacts. So decoding comes first.
 */
async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (suspension) {
    await suspension
  }
}

/** Says on `html` that the page reacts from now on. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return children
}

decodePageData().then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Hydrated>
          <RemixBrowser />
        </Hydrated>
      </StrictMode>,
    )
  })
  // Nothing on screen waits for it. Where it can't be loaded, all works without copies.
  whenIdle(() =>
    import('./lib/start-service-worker.client.ts').then(
      ({ startServiceWorker }) => startServiceWorker(),
      () => {},
    ),
  )
  whenIdle(() =>
    import('./lib/web-vitals.client.ts').then(
      ({ reportWebVitals }) => reportWebVitals(),
      () => {},
    ),
  )
})
