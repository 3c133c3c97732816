import { onDemand } from '#app/components/on-demand.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'

const Doors = onDemand<object>(() =>
  import('./first-business.tsx').then((module) => ({ default: module.FirstBusiness })),
)

/** `FirstBusiness`, loaded on demand: for screens that few people open before they have a business. */
export function FirstBusiness() {
  return useHydrated() && <Doors fallback={<Skeleton className="h-64 w-full rounded-xl" />} />
}
