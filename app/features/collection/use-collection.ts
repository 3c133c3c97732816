import { useEffect, useState } from 'react'
import { api, errorText, errorType } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { RunStatus, RunView } from '#worker/rules/collection.ts'
import type { SourceView } from '#worker/rules/source-health.ts'
import { type RunMessage, runMessage } from './run-message.ts'

const STARTING: RunMessage = { tone: 'busy', headline: 'Starting…', details: [] }

export interface Collection {
  /** The latest known run; null while a new one is starting. */
  run: RunView | null
  /** True if a run is open or starting. */
  isOpen: boolean
  /** Null before the first run. */
  message: RunMessage | null
  /** Pending request; null if there is none. */
  asked: 'start' | 'cancel' | null
  /** Error message for the owner: why nothing happens, or why there is no update. */
  trouble: string | null
  start(): void
  cancel(): void
}

/** Reloads the screen's data when a run ends. */
export function useCollection(
  businessId: string,
  source: Pick<SourceView, 'platform' | 'latestRun'>,
): Collection {
  const format = useFormat()
  const { platform, latestRun } = source
  const [known, setKnown] = useState<RunView | null>(null)
  const [asked, setAsked] = useState<Collection['asked']>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const latest = furtherRun(known, latestRun)
  const runningId = latest && !isFinished(latest.status) ? latest.id : null
  const run = asked === 'start' ? null : latest

  useEffect(() => {
    if (!runningId) return
    const stopped = new AbortController()
    let announced = false
    watchRun(
      {
        ...browserWaiting,
        read: () => api.collection.run.query({ id: runningId }, { signal: stopped.signal }),
        onUpdate(next) {
          setKnown(next)
          setTrouble(null)
          // Show the first reviews before the run ends.
          if (next.reviewsNew > 0 && !announced && !isFinished(next.status)) {
            announced = true
            fireAppEvent('review-scraped')
          }
        },
        onTrouble: (failures) => {
          // A single failed request isn't worth a message; the run continues regardless.
          if (failures > 1)
            setTrouble('No connection right now. Collecting continues, and we’ll keep checking.')
        },
        isPassing: (error) => ['NETWORK', 'SERVER', 'TIMEOUT', 'RATE_LIMIT'].includes(errorType(error)),
      },
      stopped.signal,
    ).then(
      (finished) => finished && fireAppEvent('review-scraped'),
      (error: unknown) => setTrouble(errorText(error)),
    )
    return () => stopped.abort()
  }, [runningId])

  async function ask(what: 'start' | 'cancel', call: () => Promise<RunView | string>) {
    setAsked(what)
    setTrouble(null)
    try {
      const answer = await call()
      if (typeof answer === 'string') setTrouble(answer)
      else {
        setKnown(answer)
        // Run lists on screen are now stale.
        fireAppEvent('review-scraped')
      }
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setAsked(null)
    }
  }

  return {
    run,
    isOpen: asked === 'start' || runningId !== null,
    message: asked === 'start' ? STARTING : latest && runMessage(latest, format),
    asked,
    trouble,
    start: () =>
      ask('start', async () => {
        const { runs, skipped } = await api.collection.start.mutate({ businessId, platforms: [platform] })
        return runs[0] ?? skipped[0]?.reason ?? 'Nothing was started.'
      }),
    cancel: () => runningId && ask('cancel', () => api.collection.cancel.mutate({ id: runningId })),
  }
}

export interface RunWatch {
  read(): Promise<RunView>
  onUpdate(run: RunView): void
  /** A request failed and will be retried; `failures` in a row. */
  onTrouble(failures: number): void
  /** True if a retry may help after this error. */
  isPassing(error: unknown): boolean
  untilVisible(signal: AbortSignal): Promise<void>
  /** Resolves after the time, or when aborted. */
  sleep(durationMs: number, signal: AbortSignal): Promise<void>
}

const FIRST_PAUSE_MS = 1_000
/** Longest pause while nothing changes. */
const LONGEST_PAUSE_MS = 5_000
const LONGEST_TROUBLE_PAUSE_MS = 30_000

/**
 * Number of runs that this page polls. All share a limit of 100 calls a minute, so each polls less often if there are
 * more.
 */
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

/** Returns the later of two runs; if both are the same run, the state that is further along. */
export function furtherRun(a: RunView | null, b: RunView | null): RunView | null {
  if (!a || !b) return a ?? b
  if (a.id !== b.id) return a.createdAt > b.createdAt ? a : b
  if (isFinished(a.status) !== isFinished(b.status)) return isFinished(a.status) ? a : b
  return b.pagesScraped > a.pagesScraped ? b : a
}

const browserWaiting: Pick<RunWatch, 'sleep' | 'untilVisible'> = {
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
