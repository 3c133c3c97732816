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
 * The plan to show: what the server said; while it can't be asked, a paid plan that this browser keeps; else what the
 * address of a return from the checkout says; else free.
 *
 * @param fetched undefined while the server can't be asked or has not answered yet, null where it has no subscription
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
