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
