import { hasFeature, type PlanFeature, planLimits } from './plans.ts'
import { PLATFORM_NAMES, type Platform } from './platforms.ts'

interface Location {
  name: string
  platforms: readonly string[]
}

const LOST_FEATURES: readonly [PlanFeature, string][] = [
  ['hasCsvExport', 'Reviews can’t be exported as CSV.'],
  ['hasLocationComparison', 'Analytics is locked.'],
  ['hasAIInsights', 'AI Insights is locked.'],
  ['hasCustomReports', 'Scheduled reports end, and you would have to start them again later.'],
  ['hasApiAccess', 'API keys stop working.'],
]

/**
 * Lists what stops on a downgrade, one sentence each; empty if nothing does.
 *
 * @param locations oldest first: the first ones stay active
 */
export function whatStops(from: string, to: string, locations: readonly Location[]): string[] {
  const [before, after] = [planLimits(from), planLimits(to)]
  const lostPlatforms = before.platforms.filter((platform) => !after.platforms.includes(platform))
  return [
    ...lostLocations(locations.slice(after.locations)),
    ...lostSources(lostPlatforms, locations),
    ...(after.historyDays < before.historyDays
      ? [`You see reviews from the last ${after.historyDays} days, not ${before.historyDays}.`]
      : []),
    ...(after.reviewsPerMonth < before.reviewsPerMonth
      ? [
          `Up to ${count(after.reviewsPerMonth)} new reviews are stored a month, not ${count(before.reviewsPerMonth)}.`,
        ]
      : []),
    ...lostSchedule(before.refreshHours, after.refreshHours),
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

function lostLocations(lost: readonly Location[]): string[] {
  if (lost.length === 0) return []
  const names = list(lost.map(({ name }) => name))
  return [
    `${names} ${lost.length === 1 ? 'stays' : 'stay'} on screen, but new reviews are no longer collected.`,
  ]
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

function list(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
