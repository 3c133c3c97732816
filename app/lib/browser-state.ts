import { startTransition, useEffect, useState } from 'react'
import { SECOND_MS } from '#worker/rules/durations.ts'

let isPageHydrated = false

/**
 * False on the server and in the first paint, before handlers are attached. The update that follows is a transition, so
 * that interactions needn't wait for it.
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
 * Runs the function once the browser is idle; after a second in Safari, which lacks `requestIdleCallback`.
 *
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, SECOND_MS)
    return () => clearTimeout(timer)
  }
  const wait = window.requestIdleCallback(() => work())
  return () => window.cancelIdleCallback(wait)
}

/** Email address of the last person signed in here, until logout, which clears the storage. */
const EMAIL_KEY = 'signed-in-as'

export function rememberEmail(email: string): void {
  window.localStorage.setItem(EMAIL_KEY, email)
}

export function forgetEmail(): void {
  window.localStorage.removeItem(EMAIL_KEY)
}

/** Email address to prefill on the sign-in page; undefined if unknown, and until hydration. */
export function useKnownEmail(): string | undefined {
  return useHydrated() ? (window.localStorage.getItem(EMAIL_KEY) ?? undefined) : undefined
}
