import { onDemand } from '#app/components/on-demand.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import type { FirstFetchProps } from './first-fetch.client.tsx'

const FirstFetch = onDemand(() => import('./first-fetch.client.tsx'))

/** A placeholder until the script of `FirstFetch` has loaded. */
export function FirstReviews(props: FirstFetchProps) {
  const fallback = props.isEmpty ? <Skeleton className="h-56 w-full max-w-2xl rounded-xl" /> : null
  if (!useHydrated()) return fallback
  return <FirstFetch {...props} fallback={fallback} />
}
