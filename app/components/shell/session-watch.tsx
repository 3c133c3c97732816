import { useLocation, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { sessionEndsAt } from '#worker/rules/sessions.ts'

/** Allowance for clock differences between server and browser. */
const GRACE_MS = 5 * SECOND_MS

/**
 * Reloads once the session must have ended (`expiresAt`: milliseconds, UTC). The layout's loader then redirects to
 * /login, so that no data stays on an unattended screen.
 */
export function SessionWatch({ expiresAt }: { expiresAt: number }) {
  // Every navigation makes a request, which resets the idle time.
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
