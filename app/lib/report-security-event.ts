import type { ReportedEvent } from '#worker/rules/security-events.ts'
import { suspicionOf } from '#worker/rules/suspicion.ts'
import { noteInBrowserLog } from './browser-logs.ts'

/** Tells the security log, and this browser's own. Failures are ignored: nobody waits for it. */
export function reportSecurityEvent(type: ReportedEvent): void {
  noteInBrowserLog(window.localStorage, 'security', type, new Date())
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), userAgent: navigator.userAgent })
  const headers = { 'content-type': 'application/json' }
  fetch('/api/security-log', { method: 'POST', body, headers, keepalive: true }).catch(() => {})
}

/** What people typed is looked at here and stays here; only that it looked like an attack is told. */
export function reportSuspicions(fields: FormData): void {
  for (const [name, value] of fields) {
    if (typeof value !== 'string' || /password|current|code/i.test(name)) continue
    const suspicion = suspicionOf(value)
    if (suspicion) reportSecurityEvent(suspicion.type)
  }
}

const EVENT_OF_STATUS = new Map<number, ReportedEvent>([
  [403, 'UNAUTHORIZED_ACCESS'],
  [429, 'RATE_LIMIT_EXCEEDED'],
])

/** Notes what the API answered to a call, where that is an error. */
export function noteAnswer(response: Response): void {
  if (response.ok) return
  noteInBrowserLog(window.localStorage, 'errors', `HTTP ${response.status}`, new Date())
  const event = EVENT_OF_STATUS.get(response.status)
  // Every procedure answers in JSON; what refuses in plain text stands before them and looks at the origin.
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (event) reportSecurityEvent(response.status === 403 && !isJson ? 'CSRF_TOKEN_INVALID' : event)
}
