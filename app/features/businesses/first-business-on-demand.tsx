import { onDemand } from '#app/components/on-demand.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'

const Doors = onDemand<object>(() =>
  import('./first-business.tsx').then((module) => ({ default: module.FirstBusiness })),
)

/** Loaded on demand: for screens that are rarely an account's first. */
export function FirstBusiness() {
  return useHydrated() && <Doors fallback={<Skeleton className="h-64 w-full rounded-xl" />} />
}
