import { planLimits } from '#worker/rules/plans.ts'
import type { SourceView } from '#worker/rules/source-health.ts'
import type { BusinessOverview } from '#worker/screens/businesses-screen.ts'

/** Number of older reviews still to be collected. Platforms that state no total are left out. */
export function olderReviews(
  businesses: readonly (Pick<BusinessOverview, 'isActive' | 'aboveLimit'> & {
    sources: readonly Pick<SourceView, 'backfilling' | 'statedTotal' | 'storedTotal' | 'limit'>[]
  })[],
): number {
  const sources = businesses
    .filter(({ isActive, aboveLimit }) => isActive && !aboveLimit)
    .flatMap((business) => business.sources)
  return sources
    .filter(({ backfilling, limit }) => backfilling && limit === null)
    .reduce(
      (sum, { statedTotal, storedTotal }) => sum + Math.max(0, (statedTotal ?? 0) - (storedTotal ?? 0)),
      0,
    )
}

/** @param older number of older reviews still to be collected; null without a location */
export function planStartText(plan: string, older: number | null): string {
  const { refreshHours, historyDays } = planLimits(plan)
  return [
    older === null && 'Next, add your first business.',
    older === 0 && 'We’re checking for new reviews within a minute.',
    older === 1 && 'We’re getting your other review now.',
    older !== null && older > 1 && `We’re getting your other ${older.toLocaleString('en')} reviews now.`,
    refreshHours !== null &&
      `${older === null ? 'Then' : 'From now on,'} we check every ${refreshHours} hours.`,
    `You see the last ${historyDays} days.`,
  ]
    .filter(Boolean)
    .join(' ')
}
