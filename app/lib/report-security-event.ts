import type { ErrorCode } from '#worker/errors.ts'
import type { ReportedEvent } from '#worker/rules/security-events.ts'
import { suspicionOf } from '#worker/rules/suspicion.ts'
import { recordInBrowserLog } from './browser-logs.ts'

/** Tells the security log, and this browser's own. Failures are ignored: nobody waits for it. */
function reportSecurityEvent(type: ReportedEvent): void {
  recordInBrowserLog(window.localStorage, 'security', type, new Date())
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), userAgent: navigator.userAgent })
  const headers = { 'content-type': 'application/json' }
  fetch('/api/security-log', { method: 'POST', body, headers, keepalive: true }).catch(() => {})
}

/** What people typed is checked here and stays here; the server only learns that it looked like an attack. */
export function reportSuspicions(fields: FormData): void {
  for (const [name, value] of fields) {
    if (typeof value !== 'string' || /password|current|code/i.test(name)) continue
    const suspicion = suspicionOf(value)
    if (suspicion) reportSecurityEvent(suspicion.type)
  }
}

/** Refusals that say something of security; a password that has to be entered again is none. */
const EVENT_OF_REASON: Partial<Record<ErrorCode, ReportedEvent>> = {
  foreign_origin: 'CSRF_TOKEN_INVALID',
  not_permitted: 'UNAUTHORIZED_ACCESS',
  too_many: 'RATE_LIMIT_EXCEEDED',
}

/** Records what the API answered to a call, where that is an error. */
export async function recordAnswer(response: Response): Promise<void> {
  if (response.ok) return
  recordInBrowserLog(window.localStorage, 'errors', `HTTP ${response.status}`, new Date())
  try {
    // A copy, taken before the first wait: whoever made the call reads the body itself.
    const { error } = JSON.parse(await response.clone().text())
    const event = Object.entries(EVENT_OF_REASON).find(([reason]) => reason === error.data.reason)?.[1]
    if (event) reportSecurityEvent(event)
  } catch {
    // No answer of ours.
  }
}
