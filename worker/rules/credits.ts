import * as v from 'valibot'
import { PAGE_GONE } from './fields.ts'
import { upgradeAdvice } from './plans.ts'

/** What a credit buys, and for how many. */
export const CREDIT_COSTS = { draft: 1, summary: 1, report: 5 } as const
export type CreditPurpose = keyof typeof CREDIT_COSTS

/** Below this part of the month's credits its organization is told. */
export const LOW_BALANCE_PERCENT = 20

export interface CreditBalance {
  /** Credits that can be spent now. */
  balance: number
  /** Credits of this month altogether; more than the plan's after a change to a smaller one. */
  granted: number
  /** What the plan grants at the beginning of each month. */
  monthly: number
  /** When the next ones come and what is left expires; ISO 8601 in UTC. */
  nextGrantAt: string
}

export interface CreditEntryView {
  /** Its number in the ledger, as text. */
  id: string
  kind: 'grant' | 'spend' | 'return' | 'expiry'
  /** Below zero for what was spent or has expired. */
  amount: number
  /** What was paid for, or given back. */
  purpose: CreditPurpose | null
  /** Who spent them: name or address; null for nobody, or somebody whose account is gone. */
  by: string | null
  /** Day of the month whose credits they are, YYYY-MM-DD. */
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

/** Said to who asks for more than is left. */
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
