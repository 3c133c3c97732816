import '@remix-run/cloudflare'
import 'react'
import type { ApiCaller } from '#worker/api/router.ts'
import type { SessionView } from '#worker/identity/sessions/active-session.ts'

declare module '@remix-run/cloudflare' {
  /** Context that the worker passes to every loader and to the document renderer. */
  interface AppLoadContext {
    api: ApiCaller
    session: SessionView | null
    /** True if this browser's session has ended. */
    hasSessionEnded: boolean
    /** CSP nonce of the response. */
    nonce: string
    requestId: string
    /** Scheme, host and port, without a slash. */
    appOrigin: string
    /** Null if the operator has no support email address. */
    supportEmail: string | null
    /** True if plans can be bought here. */
    isOnSale: boolean
  }
}

declare module 'react' {
  interface CSSProperties {
    [customProperty: `--${string}`]: string | number | undefined
  }
}
