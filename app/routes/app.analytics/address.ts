import type { PeriodDays } from '#worker/rules/analytics.ts'

/** Selects which reviews the figures cover. */
export interface Chosen {
  /** Id of the chosen business; null for all businesses. */
  businessId: string | null
  periodDays: PeriodDays
}

const DEFAULT_DAYS = 30

/** Address of Analytics for a selection; defaults are omitted. */
export function analyticsAddress({ businessId, periodDays }: Chosen): string {
  const params = new URLSearchParams({
    ...(businessId && { businessId }),
    ...(periodDays !== DEFAULT_DAYS && { days: String(periodDays) }),
  })
  return params.size > 0 ? `/app/analytics?${params}` : '/app/analytics'
}
