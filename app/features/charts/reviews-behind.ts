import type { DaySpan } from '#worker/rules/analytics.ts'
import type { Ledger } from '#worker/rules/statistics.ts'

/** Which reviews figures are counted of. */
export interface Counted {
  /** Null: all businesses. */
  businessId: string | null
  ledger?: Ledger
}

/** The list of the very reviews that a figure counts, by the days they were posted. */
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
