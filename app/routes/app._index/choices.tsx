import { Link } from '@remix-run/react'
import { BusinessFilter as Filter } from '#app/features/businesses/business-filter.tsx'
import type { BusinessChoice } from '#worker/rules/businesses.ts'
import type { Ledger } from '#worker/rules/statistics.ts'

export interface Chosen {
  /** Null for all businesses. */
  businessId: string | null
  ledger: Ledger
}

/** Defaults are omitted. */
export function dashboardAddress({ businessId, ledger }: Chosen): string {
  const params = new URLSearchParams({
    ...(businessId && { businessId }),
    ...(ledger === 'all' && { ledger }),
  })
  return params.size > 0 ? `/app?${params}` : '/app'
}

/** Switches between the reviews that platforms show now and all reviews, including removed ones. */
export function LedgerSwitch({ chosen }: { chosen: Chosen }) {
  const isAll = chosen.ledger === 'all'
  return (
    <Link
      to={dashboardAddress({ ...chosen, ledger: isAll ? 'public' : 'all' })}
      className="inline-flex min-h-11 items-center text-primary hover:underline dense:min-h-0 print:hidden"
    >
      {isAll ? 'Hide removed reviews' : 'Show removed reviews, too'}
    </Link>
  )
}

interface BusinessFilterProps {
  businesses: BusinessChoice[]
  chosen: Chosen
}

export function BusinessFilter({ businesses, chosen: { businessId, ledger } }: BusinessFilterProps) {
  const kept: Record<string, string> = ledger === 'all' ? { ledger } : {}
  return <Filter action="/app?index" businesses={businesses} businessId={businessId} kept={kept} />
}
