import { RefreshCwIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import type { BusinessOverview, RunView } from '#worker/rules/views.ts'
import { awaitedOutcome } from './awaited-outcome.ts'

/** Collects from every platform of a business at once, and says what failed when the last of them is done. */
export function CollectAll({ business }: { business: Pick<BusinessOverview, 'id' | 'name' | 'sources'> }) {
  const { id, name, sources } = business
  const [isAsking, setAsking] = useState(false)
  /** Runs that were started here; the lines of their platforms follow them. */
  const [awaited, setAwaited] = useState<readonly RunView[]>([])

  useEffect(() => {
    const outcome = awaited.length > 0 ? awaitedOutcome(sources, awaited) : null
    if (!outcome) return
    setAwaited([])
    for (const error of outcome.errors) toast.error(error, { title: name })
    for (const warning of outcome.warnings) toast.warning(warning, { title: name })
  }, [sources, awaited, name])

  async function collect() {
    setAsking(true)
    try {
      const { runs, skipped } = await api.collection.start.mutate({ businessId: id })
      if (runs.length === 0) toast.warning(skipped.map(({ reason }) => reason).join(' '), { title: name })
      fireAppEvent('business-updated')
      setAwaited(runs)
    } catch (error) {
      toast.error(errorText(error), { title: `Nothing was started for ${name}` })
    } finally {
      setAsking(false)
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      onClick={collect}
      pending={isAsking || awaited.length > 0}
      aria-label={`Collect from all platforms of ${name} now`}
    >
      {!isAsking && awaited.length === 0 && <RefreshCwIcon aria-hidden />}
      Collect all now
    </Button>
  )
}
