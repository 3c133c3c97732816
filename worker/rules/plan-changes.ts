import type { BillingView } from './billing.ts'
import { hasFeature, type PlanFeature, planLimits, tierOf } from './plans.ts'
import { PLATFORM_NAMES, type Platform } from './platforms.ts'

export type UsedAllowances = Pick<BillingView, 'locations' | 'widgets' | 'ownPlatforms'>
type Location = UsedAllowances['locations'][number]

const LOST_FEATURES: readonly [PlanFeature, string][] = [
  ['hasCsvExport', 'Reviews can’t be exported as CSV.'],
  ['hasLocationComparison', 'Analytics is locked.'],
  ['hasAIInsights', 'AI Insights is locked.'],
  ['hasCustomReports', 'Scheduled reports end, and you would have to start them again later.'],
  ['hasApiAccess', 'API keys stop working.'],
]

/** Lists what stops on a downgrade, one sentence each; empty if nothing does. */
export function whatStops(from: string, to: string, used: UsedAllowances): string[] {
  const [before, after] = [planLimits(from), planLimits(to)]
  const { locations } = used
  const lostPlatforms = before.platforms.filter((platform) => !after.platforms.includes(platform))
  return [
    ...lostLocations(locations.slice(after.locations, before.locations)),
    ...lostSources(lostPlatforms, locations),
    ...(exceeds(used.widgets, before.widgets, after.widgets)
      ? [
          after.widgets === 1
            ? 'Only your oldest widget still shows reviews on your site.'
            : `Only your ${after.widgets} oldest widgets still show reviews on your site.`,
        ]
      : []),
    ...(exceeds(used.ownPlatforms, before.ownPlatforms, after.ownPlatforms)
      ? [
          after.ownPlatforms === 1
            ? 'Of your own platforms, only the oldest still accepts new reviews.'
            : `Of your own platforms, only the ${after.ownPlatforms} oldest still accept new reviews.`,
        ]
      : []),
    ...(after.historyDays < before.historyDays
      ? [`You see reviews from the last ${after.historyDays} days, not ${before.historyDays}.`]
      : []),
    ...(after.reviewsPerMonth < before.reviewsPerMonth
      ? [
          `Up to ${count(after.reviewsPerMonth)} new reviews are stored a month, not ${count(before.reviewsPerMonth)}.`,
        ]
      : []),
    ...lostSchedule(before.refreshHours, after.refreshHours),
    ...lostAsks(from, to),
    ...(after.aiCredits < before.aiCredits
      ? [`You get ${count(after.aiCredits)} AI credits a month, not ${count(before.aiCredits)}.`]
      : []),
    ...(after.seats < before.seats
      ? [
          `There ${after.seats === 1 ? 'is 1 seat' : `are ${after.seats} seats`}. Nobody is removed, but nobody can join while all are taken.`,
        ]
      : []),
    ...LOST_FEATURES.flatMap(([feature, text]) =>
      hasFeature(from, feature) && !hasFeature(to, feature) ? [text] : [],
    ),
  ]
}

const count = (number: number) => number.toLocaleString('en-US')

/** True if fewer of the used ones work than before. */
function exceeds(used: number, before: number, after: number): boolean {
  return Math.min(used, before) > after
}

function lostLocations(lost: readonly Location[]): string[] {
  if (lost.length === 0) return []
  return [`${stayOnScreen(lost)}, but new reviews are no longer collected.`]
}

/** Names the locations above the plan's limit, whichever plan they were added on; null if there are none. */
export function aboveLimitText(plan: string, locations: readonly Location[]): string | null {
  const above = locations.slice(planLimits(plan).locations)
  return above.length === 0
    ? null
    : `${stayOnScreen(above)}, but new reviews aren’t collected: your plan’s locations are in use.`
}

function stayOnScreen(locations: readonly Location[]): string {
  return `${list(locations.map(({ name }) => name))} ${locations.length === 1 ? 'stays' : 'stay'} on screen`
}

function lostSources(lost: readonly Platform[], locations: readonly Location[]): string[] {
  const used = lost.filter((platform) => locations.some(({ platforms }) => platforms.includes(platform)))
  return used.length === 0
    ? []
    : [`${list(used.map((platform) => PLATFORM_NAMES[platform]))} reviews are no longer collected.`]
}

function lostSchedule(before: number | null, after: number | null): string[] {
  if (before === null || before === after) return []
  if (after === null) return ['New reviews come only when you press Collect now, no longer by themselves.']
  return after > before ? [`Reviews are collected every ${after} hours, not every ${before}.`] : []
}

function lostAsks(from: string, to: string): string[] {
  const [before, after] = [planLimits(from).asksPerDay, planLimits(to).asksPerDay]
  if (after >= before) return []
  // Without a paid plan, only a connected account proves that a business is the owner's.
  const condition =
    tierOf(to) === 'free' ? ', and only for locations with a connected Google or Facebook account' : ''
  return [`You can ask ${count(after)} people a day by e-mail, not ${count(before)}${condition}.`]
}

function list(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
