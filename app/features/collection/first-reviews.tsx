import { onDemand } from '#app/components/on-demand.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import type { FirstFetchProps } from './first-fetch.client.tsx'

const FirstFetch = onDemand(() => import('./first-fetch.client.tsx'))

export function FirstReviews(props: FirstFetchProps) {
  const fallback = props.isEmpty ? <Skeleton className="text-width h-56 w-full rounded-xl" /> : null
  if (!useHydrated()) return fallback
  return <FirstFetch {...props} fallback={fallback} />
}
