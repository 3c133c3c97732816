import * as v from 'valibot'
import { PAGE_GONE } from './fields.ts'
import { upgradeAdvice } from './plans.ts'

export const CREDIT_COSTS = { draft: 1, summary: 1, report: 5 } as const
export type CreditPurpose = keyof typeof CREDIT_COSTS

/** The organization is notified when less than this share of the month's credits is left. */
export const LOW_BALANCE_PERCENT = 20

export interface CreditBalance {
  balance: number
  /** Total credits granted for this month. After a downgrade, this can be more than the new plan grants. */
  granted: number
  monthly: number
  /** Time at which the next credits are granted and unused ones expire; ISO 8601 in UTC. */
  nextGrantAt: string
}

export interface CreditEntryView {
  /** Sequence number in the ledger, as a string. */
  id: string
  kind: 'grant' | 'spend' | 'return' | 'expiry'
  /** Negative for spent and expired credits. */
  amount: number
  /** Null unless credits were spent or returned. */
  purpose: CreditPurpose | null
  /** The person who spent the credits; null if there is none or their account is gone. */
  by: string | null
  /** First day of the month the credits belong to, YYYY-MM-DD. */
  month: string
  /** ISO 8601 in UTC. */
  at: string
}

export interface CreditLedger {
  /** Newest first. */
  items: CreditEntryView[]
  nextCursor: string | null
}

export interface CreditsView {
  balance: CreditBalance
  ledger: CreditLedger
}

export const CREDITS_LOW = `Fewer than ${LOW_BALANCE_PERCENT}% of this month’s AI credits are left.`

export function creditsUsedUp(cost: number, balance: number, plan: string): string {
  const left =
    balance === 0
      ? 'This month’s AI credits are used up.'
      : `This needs ${cost} AI credits, and ${balance} ${balance === 1 ? 'is' : 'are'} left this month.`
  const more = upgradeAdvice(plan, 'A larger plan includes more.')
  return `${left} New ones arrive at the start of next month.${more}`
}

export const ListCreditsInput = v.optional(
  v.object({
    cursor: v.optional(v.pipe(v.string(PAGE_GONE), v.regex(/^[1-9]\d{0,14}$/, PAGE_GONE))),
  }),
  {},
)
export type ListCreditsInput = v.InferOutput<typeof ListCreditsInput>
