import type { PeriodDays } from '#worker/rules/analytics.ts'

export interface Chosen {
  /** Null for all businesses. */
  businessId: string | null
  periodDays: PeriodDays
}

const DEFAULT_DAYS = 30

/** Defaults are omitted. */
export function analyticsAddress({ businessId, periodDays }: Chosen): string {
  const params = new URLSearchParams({
    ...(businessId && { businessId }),
    ...(periodDays !== DEFAULT_DAYS && { days: String(periodDays) }),
  })
  return params.size > 0 ? `/app/analytics?${params}` : '/app/analytics'
}
