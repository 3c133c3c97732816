import type { DaySpan, PeriodDays } from '#worker/rules/analytics.ts'

/** What the figures are of. */
export interface Chosen {
  /** Null: all businesses. */
  businessId: string | null
  periodDays: PeriodDays
}

const DEFAULT_DAYS = 30

/** The address of Analytics with these figures; what goes without saying is left out. */
export function analyticsAddress({ businessId, periodDays }: Chosen): string {
  const params = new URLSearchParams({
    ...(businessId && { businessId }),
    ...(periodDays !== DEFAULT_DAYS && { days: String(periodDays) }),
  })
  return params.size > 0 ? `/app/analytics?${params}` : '/app/analytics'
}

/** The list of the very reviews that a figure counts. */
export function reviewsBehind(
  { from, to }: DaySpan,
  businessId: string | null,
  filters: Readonly<Record<string, string>> = {},
): string {
  const params = new URLSearchParams({
    visibility: 'public',
    from,
    to,
    ...(businessId && { businessId }),
    ...filters,
  })
  return `/app/reviews?${params}`
}
