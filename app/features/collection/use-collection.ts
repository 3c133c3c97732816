import { useEffect, useState } from 'react'
import { api, errorText, errorType } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { RunView } from '#worker/rules/collection.ts'
import type { SourceView } from '#worker/rules/source-health.ts'
import { type RunMessage, runMessage } from './run-message.ts'
import { browserWaiting, furtherRun, isFinished, watchRun } from './watch-run.ts'

const STARTING: RunMessage = { tone: 'busy', headline: 'Starting…', details: [] }

export interface Collection {
  /** The latest known run; null while a new one is starting. */
  run: RunView | null
  /** True if a run is open or starting. */
  isOpen: boolean
  /** Its state as a message for the owner; null before the first run. */
  message: RunMessage | null
  /** The request that is in flight. */
  asked: 'start' | 'cancel' | null
  /** Error message for the owner: why nothing happens, or why there is no update. */
  trouble: string | null
  start(): void
  cancel(): void
}

/** Starts, follows and stops collecting from one source. Reloads the screen's data when a run ends. */
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
