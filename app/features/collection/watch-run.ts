import type { RunStatus, RunView } from '#worker/rules/collection.ts'

export interface RunWatch {
  read(): Promise<RunView>
  onUpdate(run: RunView): void
  /** A request failed and will be retried; `failures` in a row. */
  onTrouble(failures: number): void
  /** True if retrying can help after this error. */
  isPassing(error: unknown): boolean
  /** Resolves once the page is visible. */
  untilVisible(signal: AbortSignal): Promise<void>
  /** Resolves after `durationMs` milliseconds, or when aborted. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>
}

const FIRST_PAUSE_MS = 1_000
/** Longest pause while nothing changes. */
const LONGEST_PAUSE_MS = 5_000
/** Longest pause while requests fail. */
const LONGEST_TROUBLE_PAUSE_MS = 30_000

/** Watches on this page. They share the session's limit of 100 calls a minute, so pauses grow with their number. */
let activeWatches = 0

/**
 * Polls a run until it ends: every second while it progresses, less often while it doesn't, and not at all while the
 * page is hidden.
 *
 * @returns the finished run, or null if aborted
 * @throws the error of `read` if retrying can't help
 */
export async function watchRun(watch: RunWatch, signal: AbortSignal): Promise<RunView | null> {
  activeWatches += 1
  try {
    let pauseMs = FIRST_PAUSE_MS
    let failures = 0
    let seen = ''
    while (true) {
      await watch.sleep(pauseMs * activeWatches, signal)
      await watch.untilVisible(signal)
      if (signal.aborted) return null
      try {
        const run = await watch.read()
        if (signal.aborted) return null
        failures = 0
        watch.onUpdate(run)
        if (isFinished(run.status)) return run
        const state = `${run.status} ${run.pagesScraped} ${run.reviewsFound}`
        pauseMs = state === seen ? Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS
        seen = state
      } catch (error) {
        if (signal.aborted) return null
        if (!watch.isPassing(error)) throw error
        failures += 1
        watch.onTrouble(failures)
        pauseMs = Math.min(pauseMs * 2, LONGEST_TROUBLE_PAUSE_MS)
      }
    }
  } finally {
    activeWatches -= 1
  }
}

export function isFinished(status: RunStatus): boolean {
  return status !== 'queued' && status !== 'running'
}

/** The newer state: of two runs the later one; of the same run the one further along. */
export function furtherRun(a: RunView | null, b: RunView | null): RunView | null {
  if (!a || !b) return a ?? b
  if (a.id !== b.id) return a.createdAt > b.createdAt ? a : b
  if (isFinished(a.status) !== isFinished(b.status)) return isFinished(a.status) ? a : b
  return b.pagesScraped > a.pagesScraped ? b : a
}

export const browserWaiting: Pick<RunWatch, 'sleep' | 'untilVisible'> = {
  sleep: (durationMs, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(done, durationMs)
      signal.addEventListener('abort', done)
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
    }),
  untilVisible: (signal) =>
    new Promise((resolve) => {
      if (!document.hidden || signal.aborted) return resolve()
      const check = () => {
        if (document.hidden && !signal.aborted) return
        document.removeEventListener('visibilitychange', check)
        signal.removeEventListener('abort', check)
        resolve()
      }
      document.addEventListener('visibilitychange', check)
      signal.addEventListener('abort', check)
    }),
}
