import type { PeriodDays } from '#worker/rules/analytics.ts'

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
