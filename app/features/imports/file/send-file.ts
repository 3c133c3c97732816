import { api, errorReason, errorType, retryAfterMs } from '#app/lib/api.ts'
import { MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import type { ImportedReviewInput, ImportView } from '#worker/rules/imports.ts'
import { Chunker } from './chunks.ts'
import { type DayRange, reviewsInOrder } from './newest-first.ts'
import type { OpenedFile } from './opened-file.ts'
import type { Reading } from './row-review.ts'

/** Why nothing is being sent at the moment. */
export type Waiting = 'connection' | 'pace' | null

export interface Sending {
  runId: string
  signal: AbortSignal
  /** Newest first, to be sent one after the other; null sends all rows in the order of the file. */
  ranges: readonly DayRange[] | null
  /**
   * @param view what became of the rows so far
   * @param rowsSent of those that can be imported
   */
  onProgress(view: ImportView, rowsSent: number): void
  onWaiting(waiting: Waiting): void
}

const FIRST_PAUSE_MS = SECOND_MS
const LONGEST_PAUSE_MS = 30 * SECOND_MS
/** Where the server does not say how long. */
const LIMIT_PAUSE_MS = 20 * SECOND_MS
/** A server that fails so often in a row has something else than a bad moment. */
const MAX_FAULTS = 6

/**
 * Sends the rows of a file that can be imported, chunk by chunk, until the plan stores no more of them. Where the
 * connection is lost it waits and goes on with the same chunk: the server stores each once.
 *
 * @returns how many rows were sent
 * @throws what the server refuses, such as an import that was ended; the signal's reason when it is stopped
 */
export async function sendFile(opened: OpenedFile, reading: Reading, sending: Sending): Promise<number> {
  const chunker = new Chunker()
  const pace = new Pace()
  let chunk = 0
  let rowsSent = 0
  /** @returns false when nothing further fits */
  async function send(rows: ImportedReviewInput[]): Promise<boolean> {
    await pauseWhile(pace.wait(Date.now()), 'pace', sending)
    pace.sent(Date.now())
    const view = await retryTransient(
      () => api.imports.importRows.mutate({ runId: sending.runId, chunk, rows }, { signal: sending.signal }),
      sending,
    )
    chunk += 1
    rowsSent += rows.length
    sending.onProgress(view, rowsSent)
    return view.overQuota === 0
  }
  for await (const review of reviewsInOrder(opened, reading, sending)) {
    const full = chunker.add(review)
    if (full && !(await send(full))) return rowsSent
  }
  const rest = chunker.rest()
  if (rest) await send(rest)
  return rowsSent
}

/** Tries again as long as it takes where nothing but the connection or the pace is in the way. */
async function retryTransient<T>(call: () => Promise<T>, sending: Sending): Promise<T> {
  let faults = 0
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      const answer = await call()
      sending.onWaiting(null)
      return answer
    } catch (error) {
      sending.signal.throwIfAborted()
      if (errorReason(error) === 'too_many') {
        await pauseWhile(retryAfterMs(error) ?? LIMIT_PAUSE_MS, 'pace', sending)
        continue
      }
      if (errorType(error) === 'SERVER') faults += 1
      else if (errorType(error) !== 'NETWORK') throw error
      if (faults === MAX_FAULTS) throw error
      await pauseWhile(pauseMs, 'connection', sending)
    }
  }
}

/** Waits, and no longer than until the connection is back. */
async function pauseWhile(
  durationMs: number,
  waiting: Waiting,
  { signal, onWaiting }: Sending,
): Promise<void> {
  if (durationMs === 0) return
  onWaiting(waiting)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, durationMs)
    if (waiting === 'connection') window.addEventListener('online', done)
    signal.addEventListener('abort', stopped)
    function end() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', stopped)
    }
    function done() {
      end()
      resolve()
    }
    function stopped() {
      end()
      reject(signal.reason)
    }
  })
  onWaiting(null)
}

/** The server takes 100 calls a minute from a session; some are for the other things its owner does. */
const CALLS_PER_MINUTE = 80

/** Says when the next of many calls may go out, so that none is refused. */
export class Pace {
  #sentAt: number[] = []

  /** Records a call. */
  sent(now: number): void {
    this.#sentAt.push(now)
    this.#sentAt = this.#sentAt.slice(-CALLS_PER_MINUTE)
  }

  /** Milliseconds to wait before the next call. */
  wait(now: number): number {
    const [oldest] = this.#sentAt
    if (oldest === undefined || this.#sentAt.length < CALLS_PER_MINUTE) return 0
    return Math.max(0, oldest + MINUTE_MS - now)
  }
}
