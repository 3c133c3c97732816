import type { ErrorCode } from '#worker/errors.ts'
import type { ReportedEvent } from '#worker/rules/security-events.ts'
import { suspicionOf } from '#worker/rules/suspicion.ts'
import { recordInBrowserLog } from './browser-logs.ts'

/** Reports to the server's security log and this browser's own. Ignores failures. */
function reportSecurityEvent(type: ReportedEvent): void {
  recordInBrowserLog(window.localStorage, 'security', type, new Date())
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), userAgent: navigator.userAgent })
  const headers = { 'content-type': 'application/json' }
  fetch('/api/security-log', { method: 'POST', body, headers, keepalive: true }).catch(() => {})
}

/**
 * Checks input for attack patterns in the browser. What people typed stays here; the server learns only the kind of
 * attack.
 */
export function reportSuspicions(fields: FormData): void {
  for (const [name, value] of fields) {
    if (typeof value !== 'string' || /password|current|code/i.test(name)) continue
    const suspicion = suspicionOf(value)
    if (suspicion) reportSecurityEvent(suspicion.type)
  }
}

/** Errors to report as security events (re-authentication prompts excluded). */
const EVENT_OF_REASON: Partial<Record<ErrorCode, ReportedEvent>> = {
  foreign_origin: 'CSRF_TOKEN_INVALID',
  not_permitted: 'UNAUTHORIZED_ACCESS',
  too_many: 'RATE_LIMIT_EXCEEDED',
}

/** Records the response to a call if it is an error. */
export async function recordAnswer(response: Response): Promise<void> {
  if (response.ok) return
  recordInBrowserLog(window.localStorage, 'errors', `HTTP ${response.status}`, new Date())
  try {
    // Clone before the first await, because the caller reads the body too.
    const { error } = JSON.parse(await response.clone().text())
    const event = Object.entries(EVENT_OF_REASON).find(([reason]) => reason === error.data.reason)?.[1]
    if (event) reportSecurityEvent(event)
  } catch {
    // Not a response of ours.
  }
}
