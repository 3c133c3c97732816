import { startTransition, useEffect, useState } from 'react'
import { SECOND_MS } from '#worker/rules/durations.ts'

let isPageHydrated = false

/**
 * False on the server and in the first paint, before handlers are attached. What it changes then is rendered in pieces, so
 * that nobody who touches the page meanwhile waits for it.
 */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(isPageHydrated)
  useEffect(() => {
    isPageHydrated = true
    startTransition(() => setHydrated(true))
  }, [])
  return isHydrated
}

/**
 * Calls the function once the browser has nothing else to do. Safari can't tell; there it is a second later.
 *
 * @returns calls it off
 */
export function whenIdle(work: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, SECOND_MS)
    return () => clearTimeout(timer)
  }
  const wait = window.requestIdleCallback(() => work())
  return () => window.cancelIdleCallback(wait)
}

/** Of whoever was signed in here last, until they log out: logging out empties the browser's storage. */
const EMAIL_KEY = 'signed-in-as'

export function rememberEmail(email: string): void {
  window.localStorage.setItem(EMAIL_KEY, email)
}

export function forgetEmail(): void {
  window.localStorage.removeItem(EMAIL_KEY)
}

/** The address for the sign-in page to fill in; undefined where this browser knows none, and until hydration. */
export function useKnownEmail(): string | undefined {
  return useHydrated() ? (window.localStorage.getItem(EMAIL_KEY) ?? undefined) : undefined
}
