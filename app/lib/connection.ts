import { useSyncExternalStore } from 'react'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { onWindow } from './events.ts'

interface Connection {
  /** False from the first request that got no answer until the server answers again. */
  isUp: boolean
  /** When the server gave out what is on screen, where that is a copy; milliseconds, UTC. Null for what is fresh. */
  readAt: number | null
}

const UP: Connection = { isUp: true, readAt: null }
/** Said beside what is held back meanwhile. */
export const SENT_LATER = 'No connection. This will be sent automatically once you’re back online.'

const FIRST_WAIT_MS = SECOND_MS
const LONGEST_WAIT_MS = 15 * SECOND_MS

/** Changed in browsers only, so the server's copy says that all is well. */
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

/** A request got no answer. From now on the server is asked until it answers. */
export function recordNoAnswer(): void {
  if (!connection.isUp) return
  publish({ ...connection, isUp: false })
  askAgainIn(FIRST_WAIT_MS)
}

/** What is on screen from now on was read then: a copy, or null for what has just come from the server. */
export function recordReadAt(readAt: number | null): void {
  if (connection.readAt !== readAt) publish({ ...connection, readAt })
  if (readAt !== null) recordNoAnswer()
}

/** Resolves once the server answers; rejects where the signal says that nobody waits any more. */
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

/** Asks it. Where it doesn't answer, that is known from now on. */
export async function isServerThere(): Promise<boolean> {
  const isThere = await isAnswered()
  if (!isThere) recordNoAnswer()
  return isThere
}

/** Resolves once the server is there: before something goes out that must not be sent twice. */
export async function untilServerIsThere(onWait: () => void): Promise<void> {
  if (await isServerThere()) return
  onWait()
  await connectionBack()
}

async function isAnswered(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Listens to what the browser knows by itself. Once, before the first screen. */
export function watchConnection(): void {
  const { readAt } = document.documentElement.dataset
  if (readAt) recordReadAt(Number(readAt))
  if (!navigator.onLine) recordNoAnswer()
  onWindow(['offline'], recordNoAnswer)
  onWindow(['online', 'focus'], () => !connection.isUp && askAgainIn(0))
}
