import { useSyncExternalStore } from 'react'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { onWindow } from './events.ts'

interface Connection {
  /** False from the first unanswered request until the server responds again. */
  isUp: boolean
  /** Time the data on screen was fetched if it's a cached copy (milliseconds, UTC); null if it's fresh. */
  readAt: number | null
}

const UP: Connection = { isUp: true, readAt: null }
export const SENT_LATER = 'No connection. This will be sent automatically once you’re back online.'

const FIRST_WAIT_MS = SECOND_MS
const LONGEST_WAIT_MS = 15 * SECOND_MS

/** Changed in browsers only; on the server it always says that the connection is up. */
let connection = UP
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function publish(next: Connection): void {
  connection = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentConnection(): Connection {
  return connection
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, currentConnection, () => UP)
}

/** Records that a request got no response, and polls the server until it responds. */
export function recordNoAnswer(): void {
  if (!connection.isUp) return
  publish({ ...connection, isUp: false })
  askAgainIn(FIRST_WAIT_MS)
}

export function recordReadAt(readAt: number | null): void {
  if (connection.readAt !== readAt) publish({ ...connection, readAt })
  if (readAt !== null) recordNoAnswer()
}

/** Resolves once the server responds; rejects if the signal aborts. */
export function connectionBack(signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const unsubscribe = subscribe(settle)
    signal?.addEventListener('abort', settle)
    settle()

    function settle() {
      if (!connection.isUp && !signal?.aborted) return
      unsubscribe()
      signal?.removeEventListener('abort', settle)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
  })
}

function askAgainIn(waitMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    if (await isAnswered()) publish({ ...connection, isUp: true })
    else askAgainIn(Math.min(waitMs * 2, LONGEST_WAIT_MS))
  }, waitMs)
}

/** Pings the server, and records a missing response. Resolves to true if the server responds. */
export async function isServerThere(): Promise<boolean> {
  const isThere = await isAnswered()
  if (!isThere) recordNoAnswer()
  return isThere
}

/** Resolves once the server responds. Use it before sending something that must not be sent twice. */
export async function untilServerIsThere(onWait: () => void): Promise<void> {
  if (await isServerThere()) return
  onWait()
  await connectionBack()
}

/** True if the server answers, even if it reports that its ticks have stopped: that keeps nobody from sending a form. */
async function isAnswered(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    const { ok, headers } = await fetch('/healthz', { cache: 'no-store' })
    return ok || headers.get('content-type')?.startsWith('application/json') === true
  } catch {
    return false
  }
}

/** Call once, before the first screen. */
export function watchConnection(): void {
  const { readAt } = document.documentElement.dataset
  if (readAt) recordReadAt(Number(readAt))
  if (!navigator.onLine) recordNoAnswer()
  onWindow(['offline'], recordNoAnswer)
  onWindow(['online', 'focus'], () => !connection.isUp && askAgainIn(0))
}
