import { PLAN_TIERS, type PlanTier } from './plans.ts'

/** localStorage key. The stored plan only affects what is shown and unlocks nothing. */
export function planKey(userId: string): string {
  return `plan:${userId}`
}

/** Parses `?upgrade=success&plan=…`. */
export function upgradedPlan(search: URLSearchParams): PlanTier | null {
  if (search.get('upgrade') !== 'success') return null
  return PLAN_TIERS.find((plan) => plan === search.get('plan')) ?? null
}

/**
 * The plan to show: the server's plan if known. Otherwise, a paid plan stored in this browser while the server's plan
 * is loading, the plan in the URL after a checkout, or free.
 *
 * @param fetched the server's plan: null without a subscription, undefined while loading
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
