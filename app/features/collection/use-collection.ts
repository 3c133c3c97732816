import { useEffect, useState } from 'react'
import { api, errorText, errorType } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { RunView, SourceView } from '#worker/rules/views.ts'
import { type RunMessage, runMessage } from './run-message.ts'
import { browserWaiting, furtherRun, isFinished, watchRun } from './watch-run.ts'

const STARTING: RunMessage = { tone: 'busy', headline: 'Starting…', details: [] }

export interface Collection {
  /** The latest run as far as it is known here; null while another one is being started. */
  run: RunView | null
  /** Whether a run is open, or about to be. */
  isOpen: boolean
  /** Its state, to be read by the owner; null before the first run. */
  message: RunMessage | null
  /** What was pressed and is not answered yet. */
  asked: 'start' | 'cancel' | null
  /** Why nothing happens, or why there is no news, to be read by the owner. */
  trouble: string | null
  start(): void
  cancel(): void
}

/** Collecting from one source: starts, follows and stops it. Reads the screen's data again when a run ends. */
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
          // The first reviews are worth showing before the run ends.
          if (next.reviewsNew > 0 && !announced && !isFinished(next.status)) {
            announced = true
            fireAppEvent('review-scraped')
          }
        },
        onTrouble: (failures) => {
          // One lost answer is no news; the run goes on without us.
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
        // Lists of runs on screen are old now.
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
