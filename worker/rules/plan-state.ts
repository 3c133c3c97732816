import { PLAN_TIERS, type PlanTier } from './plans.ts'

/** localStorage key of the last known plan. It only affects what is shown and unlocks nothing. */
export function planKey(userId: string): string {
  return `plan:${userId}`
}

/** The plan in `?upgrade=success&plan=…`; null for any other URL. */
export function upgradedPlan(search: URLSearchParams): PlanTier | null {
  if (search.get('upgrade') !== 'success') return null
  return PLAN_TIERS.find((plan) => plan === search.get('plan')) ?? null
}

/**
 * The plan to show. `fetched` is the server's plan: null if there is no subscription, undefined until it has loaded.
 * While it loads, a paid plan stored in this browser is shown. Otherwise, it's the plan in the URL after a checkout, or
 * free.
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
