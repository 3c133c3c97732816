import type { TextFormat } from '../../rules/finding-texts.ts'
import type { Finding, LocationlessFinding } from '../../rules/findings.ts'
import { countOf } from '../ratings.ts'
import { type BusinessCounts, meanOf, starsIn, windowOf } from './counts.ts'

export interface Place {
  today: string
  /** Last day whose reviews are all counted. */
  lastFullDay: string
  /** Null if the organization has a single location. */
  name: string | null
  format: TextFormat | undefined
}

/**
 * Effect of a finding, in stars. Fixed for volume, replies and rivals, which have no measured effect on the average;
 * the minimum for the other kinds.
 */
export const WORTH = {
  copies: 0.3,
  theme: 0.15,
  volume: 0.12,
  replies: 0.2,
  rival: 0.12,
  cause: 0.1,
} as const
export const RECENT_DAYS = 30
export const RIVAL_DAYS = 90
/** Recency weight per window length in days: changes within the last two weeks count most. */
const NEWNESS: Record<number, number> = { 14: 1, 30: 0.95, 60: 0.8, 90: 0.7 }
/** Probabilities of at most 10^-SURE count as certain. */
const SURE = 8
const MIN_CERTAINTY = 0.15

/** Distance, in stars, by which reviews pull the last month's average away from the usual one. */
export function pullOf(
  business: BusinessCounts,
  today: string,
  reviews: readonly { day: string; rating: number }[],
): number {
  const { from, to, base } = windowOf(today, RECENT_DAYS)
  const usual = meanOf(starsIn(business.days, base))
  const pull = reviews.filter(({ day }) => day >= from).reduce((sum, { rating }) => sum + rating - usual, 0)
  return Math.abs(pull) / Math.max(1, countOf(starsIn(business.days, { from, to })))
}

export function scored<Unscored extends Omit<LocationlessFinding, 'score'>>(
  finding: Unscored,
  { p, days }: { p: number; days: number },
): Unscored & Pick<Finding, 'score'> {
  const certainty = Math.min(1, Math.max(MIN_CERTAINTY, -Math.log10(Math.max(p, 1e-12)) / SURE))
  return { ...finding, score: finding.effect * certainty * (NEWNESS[days] ?? 1) }
}

/** Label of the button that leads to `n` reviews. */
export function readButton(n: number): string {
  return n === 1 ? 'Read it' : `Read the ${n.toLocaleString('en-US')}`
}
