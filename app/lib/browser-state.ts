import { startTransition, useEffect, useState } from 'react'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { LOG_OUT_COOKIE } from '#worker/rules/sessions.ts'

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

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Preferences of this browser that the server needs for the first paint. They identify nobody. */
type PreferenceCookie = 'theme' | 'sidebar' | 'tz' | 'locale'

/** Reads a cookie from a Cookie header or `document.cookie`; null if absent or unreadable. */
export function readCookie(header: string | null, name: PreferenceCookie): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=')
    if (key !== name || value === undefined) continue
    try {
      return decodeURIComponent(value)
    } catch {
      return null
    }
  }
  return null
}

export function forgetCookie(name: PreferenceCookie): void {
  document.cookie = `${name}=; Path=/; Max-Age=0`
}

export function rememberInCookie(name: PreferenceCookie, value: string): void {
  write(name, value, 'Lax')
}

/** Logs the user out with the browser's next request, even if this page has been closed by then. */
export function rememberLogOut(userId: string): void {
  // The server's prefix for cookies on https (`worker/platform/host-cookie.ts`).
  write(isSecure() ? `__Host-${LOG_OUT_COOKIE}` : LOG_OUT_COOKIE, userId, 'Strict')
}

function write(name: string, value: string, sameSite: 'Lax' | 'Strict'): void {
  const secure = isSecure() ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=${sameSite}${secure}`
}

function isSecure(): boolean {
  return location.protocol === 'https:'
}
