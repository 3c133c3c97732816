import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { sessionEndsAt } from '#worker/rules/sessions.ts'

/** The server's clock and this one need not agree to the second. */
const GRACE_MS = 5 * SECOND_MS

/**
 * Looks again when the session must have ended, if nothing was asked of the server until then: the layout's loader then
 * sends to /login, and nothing is left standing on a screen nobody sits at.
 *
 * @param expiresAt milliseconds, UTC
 */
export function SessionWatch({ expiresAt }: { expiresAt: number }) {
  // Every navigation is a request, from which the idle time begins anew.
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
