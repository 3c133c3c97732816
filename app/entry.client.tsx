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
 * Decodes the page's data before hydration. Remix suspends its first render until it is decoded, and React can't
 * suspend while handling an event: a key typed into a field at that moment would abort hydration and leave a page that
 * never reacts.
 */
async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({})
  } catch (suspension) {
    await suspension
  }
}

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
  // Not needed on screen. If it can't be loaded, everything works without offline copies.
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
