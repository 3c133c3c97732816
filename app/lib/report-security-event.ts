import type { ErrorCode } from '#worker/errors.ts'
import type { ReportedEvent } from '#worker/rules/security-events.ts'
import { suspicionOf } from '#worker/rules/suspicion.ts'

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

/** An error recorded in this browser: its type and time only, never content of the screen. */
interface LogEntry {
  type: string
  /** ISO 8601, UTC. */
  at: string
}

const LOGS = {
  errors: { key: 'error-log', max: 100 },
  security: { key: 'security-log', max: 1_000 },
} as const
type LogName = keyof typeof LOGS

type LogStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Entries, newest last. Storage may contain anything; invalid content is read as an empty log. */
export function readBrowserLog(storage: LogStorage, name: LogName): LogEntry[] {
  try {
    const entries: unknown = JSON.parse(storage.getItem(LOGS[name].key) ?? '[]')
    return Array.isArray(entries) ? entries : []
  } catch {
    return []
  }
}

/** Adds an entry and drops the oldest ones above the limit. The entry is lost if storage is full or locked. */
export function recordInBrowserLog(storage: LogStorage, name: LogName, type: string, now: Date): void {
  const { key, max } = LOGS[name]
  const entries = [...readBrowserLog(storage, name), { type, at: now.toISOString() }].slice(-max)
  try {
    storage.setItem(key, JSON.stringify(entries))
  } catch {
    return
  }
}

export function clearBrowserLogs(storage: LogStorage): void {
  for (const { key } of Object.values(LOGS)) storage.removeItem(key)
}
