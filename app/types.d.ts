import '@remix-run/cloudflare'
import 'react'
import type { ApiCaller } from '#worker/api/router.ts'
import type { SessionView } from '#worker/identity/sessions/active-session.ts'

declare module '@remix-run/cloudflare' {
  /** What the worker hands to every loader and to the document renderer. */
  interface AppLoadContext {
    api: ApiCaller
    session: SessionView | null
    /** Whether this browser came with a session that has ended. */
    hasSessionEnded: boolean
    /** The answer's Content-Security-Policy nonce. */
    nonce: string
    requestId: string
    /** Scheme, host and port, without a slash. */
    appOrigin: string
    /** Where to write for help; null where the operator names no address. */
    supportEmail: string | null
    /** Whether plans can be bought here. */
    isOnSale: boolean
  }
}

declare module 'react' {
  interface CSSProperties {
    [customProperty: `--${string}`]: string | number | undefined
  }
}
