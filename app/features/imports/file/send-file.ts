import { api, errorReason, errorType, isUnanswered, retryAfterMs } from '#app/lib/api.ts'
import { MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import type { ImportCounts, ImportedReviewInput } from '#worker/rules/imports.ts'
import type { AnyPlatform } from '#worker/rules/platforms.ts'
import { Chunker } from './chunks.ts'
import { type DayRange, reviewsInOrder } from './newest-first.ts'
import type { OpenedFile } from './opened-file.ts'
import type { Reading } from './row-review.ts'

export type Waiting = 'connection' | 'pace' | null

export interface Sending {
  runIds: ReadonlyMap<AnyPlatform, string>
  signal: AbortSignal
  /** Ranges to send, newest first; null sends all rows in file order. */
  ranges: readonly DayRange[] | null
  /** Numbers of the rows to skip: their review already occurs in an earlier row. */
  doubled: ReadonlySet<number>
  /**
   * @param counts results of the rows so far
   * @param rowsSent importable rows sent so far
   */
  onProgress(counts: ImportCounts, rowsSent: number): void
  onWaiting(waiting: Waiting): void
}

const FIRST_PAUSE_MS = SECOND_MS
const LONGEST_PAUSE_MS = 30 * SECOND_MS
/** Pause after a rate limit if the server doesn't give a time. */
const LIMIT_PAUSE_MS = 20 * SECOND_MS
/** Consecutive server errors after which a call is no longer retried. */
const MAX_FAULTS = 6

/**
 * Sends the importable rows of a file in chunks, separately for each platform, until the plan stores no more. If the
 * connection is lost, it waits and repeats the chunk: the server stores each chunk once.
 *
 * @returns number of rows sent per platform
 * @throws the server's refusal, such as an import that was ended; the signal's reason if aborted
 */
export async function sendFile(
  opened: OpenedFile,
  reading: Reading,
  sending: Sending,
): Promise<Map<AnyPlatform, number>> {
  const pace = new Pace()
  const runs = new Map(
    [...sending.runIds].map(([platform, runId]) => [
      platform,
      { runId, chunker: new Chunker(), chunk: 0, rowsSent: 0, counts: NOTHING_YET },
    ]),
  )
  const sent = () => new Map([...runs].map(([platform, { rowsSent }]) => [platform, rowsSent]))
  /** @returns false if the plan has no room left */
  async function send(platform: AnyPlatform, rows: ImportedReviewInput[]): Promise<boolean> {
    const run = runOf(platform)
    await pauseWhile(pace.wait(Date.now()), 'pace', sending)
    pace.sent(Date.now())
    const { runId, chunk } = run
    run.counts = await retryTransient(
      () => api.imports.importRows.mutate({ runId, chunk, rows }, { signal: sending.signal }),
      sending,
    )
    run.chunk += 1
    run.rowsSent += rows.length
    const all = [...runs.values()]
    sending.onProgress(
      addCounts(all.map(({ counts }) => counts)),
      all.reduce((sum, { rowsSent }) => sum + rowsSent, 0),
    )
    return run.counts.overQuota === 0
  }
  function runOf(platform: AnyPlatform) {
    const run = runs.get(platform)
    if (!run) throw new Error(`no import is open for ${platform}`)
    return run
  }
  for await (const { review, platform } of reviewsInOrder(opened, reading, sending)) {
    const full = runOf(platform).chunker.add(review)
    if (full && !(await send(platform, full))) return sent()
  }
  for (const [platform, { chunker }] of runs) {
    const rest = chunker.rest()
    if (rest && !(await send(platform, rest))) return sent()
  }
  return sent()
}

const NOTHING_YET: ImportCounts = { stored: 0, updated: 0, unchanged: 0, overQuota: 0 }

export function addCounts(all: readonly ImportCounts[]): ImportCounts {
  return all.reduce(
    (sum, { stored, updated, unchanged, overQuota }) => ({
      stored: sum.stored + stored,
      updated: sum.updated + updated,
      unchanged: sum.unchanged + unchanged,
      overQuota: sum.overQuota + overQuota,
    }),
    NOTHING_YET,
  )
}

/** Retries a call after connection errors and rate limits. Gives up after `MAX_FAULTS` server errors. */
export async function retryTransient<T>(
  call: () => Promise<T>,
  sending: Pick<Sending, 'signal' | 'onWaiting'>,
): Promise<T> {
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
      const type = errorType(error)
      if (!isUnanswered(error)) {
        if (type === 'SERVER') faults += 1
        else if (type !== 'TIMEOUT' && type !== 'RATE_LIMIT') throw error
      }
      if (faults === MAX_FAULTS) throw error
      await pauseWhile(pauseMs, 'connection', sending)
    }
  }
}

/** Waits for the given time, or until the connection is back if that is sooner. */
async function pauseWhile(
  durationMs: number,
  waiting: Waiting,
  { signal, onWaiting }: Pick<Sending, 'signal' | 'onWaiting'>,
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

/** Limit for imports. The server allows 100 calls a minute per session; the rest is for the person's other actions. */
const CALLS_PER_MINUTE = 80

export class Pace {
  #sentAt: number[] = []

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
