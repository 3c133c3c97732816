import { PLAN_TIERS, type PlanTier } from './plans.ts'

/** Where this browser keeps the plan it last received. It decides what is shown, and unlocks nothing. */
export function planKey(userId: string): string {
  return `plan:${userId}`
}

/** The plan named by `?upgrade=success&plan=…`; null for every other address. */
export function upgradedPlan(search: URLSearchParams): PlanTier | null {
  if (search.get('upgrade') !== 'success') return null
  return PLAN_TIERS.find((plan) => plan === search.get('plan')) ?? null
}

/**
 * The plan to show: the server's (null: no subscription); while it has not answered (undefined), a paid plan this
 * browser keeps; else the one a return from the checkout names; else free.
 */
export function shownPlan(
  fetched: string | null | undefined,
  stored: string | null,
  search: URLSearchParams,
): string {
  if (fetched) return fetched
  if (fetched === undefined && stored !== null && stored !== 'free') return stored
  return upgradedPlan(search) ?? 'free'
}
