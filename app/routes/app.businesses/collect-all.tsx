import { RefreshCw } from 'lucide'
import { useEffect, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { isFinished } from '#app/features/collection/use-collection.ts'
import { api } from '#app/lib/api.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { combinedOutcome, type RunView } from '#worker/rules/collection.ts'
import type { SourceView } from '#worker/rules/source-health.ts'
import type { BusinessOverview } from '#worker/screens/businesses-screen.ts'

/** Collects from every platform of a business at once, and toasts the combined outcome after the last run. */
export function CollectAll({ business }: { business: Pick<BusinessOverview, 'id' | 'name' | 'sources'> }) {
  const { id, name, sources } = business
  const [isAsking, setAsking] = useState(false)
  /** Runs started here. Each platform's own line shows their progress. */
  const [awaited, setAwaited] = useState<readonly RunView[]>([])

  useEffect(() => {
    const outcome = awaited.length > 0 ? awaitedOutcome(sources, awaited) : null
    if (!outcome) return
    setAwaited([])
    for (const error of outcome.errors) toast.error(error, { title: name })
    for (const warning of outcome.warnings) toast.warning(warning, { title: name })
  }, [sources, awaited, name])

  const isBusy = isAsking || awaited.length > 0 || sources.some(isOpen)

  async function collect() {
    setAsking(true)
    const started = await mutateOrToast(
      api.collection.start.mutate({ businessId: id }),
      'business-updated',
      `Nothing was started for ${name}`,
    )
    setAsking(false)
    if (!started) return
    if (started.runs.length === 0)
      toast.warning(started.skipped.map(({ reason }) => reason).join(' '), { title: name })
    setAwaited(started.runs)
  }

  return (
    <Button variant="outline" onClick={collect} pending={isBusy} aria-label={`Collect now: ${name}`}>
      {!isBusy && <Icon of={RefreshCw} />}
      Collect now
    </Button>
  )
}

function isOpen({ latestRun }: SourceView): boolean {
  return latestRun !== null && !isFinished(latestRun.status)
}

/**
 * Combined outcome of runs started together (at least one); null until all are finished and on screen. A run that was
 * followed by a newer one is left out.
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
    // Ids increase over time.
    if (run === null || run.id < id) return null
    if (run.id > id) continue
    if (!isFinished(run.status)) return null
    ended.push(run)
  }
  return combinedOutcome(ended)
}
