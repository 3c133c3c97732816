import { combinedOutcome } from '#worker/rules/scrape-result.ts'
import type { RunView, SourceView } from '#worker/rules/views.ts'
import { isFinished } from '../../features/collection/watch-run.ts'

/**
 * What is to be said once all runs that were started together have ended; null while one goes on, or is not on screen
 * yet. Of a run that another one has followed nothing is said any more.
 *
 * @param awaited at least one run
 */
export function awaitedOutcome(
  sources: readonly Pick<SourceView, 'platform' | 'latestRun'>[],
  awaited: readonly Pick<RunView, 'id' | 'platform'>[],
): ReturnType<typeof combinedOutcome> | null {
  const ended: RunView[] = []
  for (const { id, platform } of awaited) {
    const source = sources.find((one) => one.platform === platform)
    if (!source) continue
    const run = source.latestRun
    // Ids grow with time.
    if (run === null || run.id < id) return null
    if (run.id > id) continue
    if (!isFinished(run.status)) return null
    ended.push(run)
  }
  return combinedOutcome(ended)
}
