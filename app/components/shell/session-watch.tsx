import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { sessionEndsAt } from '#worker/rules/sessions.ts'

/** The server's clock and this one need not agree to the second. */
const GRACE_MS = 5 * SECOND_MS

/**
 * Asks the server again when the session must have ended (`expiresAt`: milliseconds, UTC). The layout's loader then redirects
 * to /login, so that nothing stays on a screen nobody is looking at.
 */
export function SessionWatch({ expiresAt }: { expiresAt: number }) {
  // Every navigation is a request, which restarts the idle time.
  return <Timer key={useLocation().key} expiresAt={expiresAt} />
}

function Timer({ expiresAt }: { expiresAt: number }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const now = Date.now()
    const wait = Math.max(sessionEndsAt({ lastActivityAt: now, expiresAt }) - now, 0) + GRACE_MS
    const timer = setInterval(revalidate, wait)
    return () => clearInterval(timer)
  }, [expiresAt, revalidate])
  return null
}
