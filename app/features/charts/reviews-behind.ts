import type { DaySpan } from '#worker/rules/analytics.ts'
import type { Ledger } from '#worker/rules/statistics.ts'

export interface Counted {
  /** Id of the chosen business; null for all businesses. */
  businessId: string | null
  ledger?: Ledger
}

/** URL of the list of exactly the reviews counted in a figure, by day posted. */
export function reviewsBehind(
  { from, to }: DaySpan,
  { businessId, ledger = 'public' }: Counted,
  filters: Readonly<Record<string, string>> = {},
): string {
  const params = new URLSearchParams({
    visibility: ledger,
    from,
    to,
    ...(businessId && { businessId }),
    ...filters,
  })
  return `/app/reviews?${params}`
}
