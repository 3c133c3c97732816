import type { Ledger } from '#worker/rules/ledger.ts'

/** What the numbers are of. */
export interface Chosen {
  /** Null: all businesses. */
  businessId: string | null
  ledger: Ledger
}

/** The address of the dashboard with these numbers; what goes without saying is left out. */
export function dashboardAddress({ businessId, ledger }: Chosen): string {
  const params = new URLSearchParams({
    ...(businessId && { businessId }),
    ...(ledger === 'all' && { ledger }),
  })
  return params.size > 0 ? `/app?${params}` : '/app'
}
