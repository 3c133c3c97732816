import { logGamma } from './log-gamma.ts'

/** Events whose rate a day is only known as Gamma(shape, rate), counted over some days: a negative binomial count. */
export interface CountDistribution {
  shape: number
  /** Days of the past that the shape was seen in. */
  rate: number
  days: number
}

/** Beyond so many standard deviations there is no mass that a double could add. */
const REACH = 12

function probabilityOf({ shape, rate, days }: CountDistribution, count: number): number {
  const logWays = logGamma(shape + count) - logGamma(count + 1) - logGamma(shape)
  return Math.exp(logWays + shape * Math.log(rate / (rate + days)) + count * Math.log(days / (rate + days)))
}

/** The counts between which all mass lies. */
function rangeOf({ shape, rate, days }: CountDistribution): { from: number; to: number } {
  const mean = (shape * days) / rate
  const spread = REACH * Math.sqrt(mean * (1 + days / rate))
  // A small mean has a long right side; 40 mean lengths of an exponential hold all but 1e-17 of it.
  return {
    from: Math.max(0, Math.floor(mean - spread)),
    to: Math.ceil(mean + spread + 40 * (1 + days / rate)),
  }
}

/** The probability of `count` events or fewer. */
export function atMost(distribution: CountDistribution, count: number): number {
  const { from, to } = rangeOf(distribution)
  let sum = 0
  for (let events = from; events <= Math.min(count, to); events++) sum += probabilityOf(distribution, events)
  return Math.min(1, sum)
}

/** The probability of `count` events or more; exact where that is tiny. */
export function atLeast(distribution: CountDistribution, count: number): number {
  const { from, to } = rangeOf(distribution)
  let sum = 0
  for (let events = Math.max(from, count); events <= to; events++) sum += probabilityOf(distribution, events)
  return Math.min(1, sum)
}

/** The smallest counts that at least these shares of the mass lie at or below, in the order of `shares`, which rise. */
export function countQuantiles(distribution: CountDistribution, shares: readonly number[]): number[] {
  const { from, to } = rangeOf(distribution)
  const found: number[] = []
  let sum = 0
  for (let events = from; events <= to && found.length < shares.length; events++) {
    sum += probabilityOf(distribution, events)
    while (found.length < shares.length && sum >= (shares[found.length] ?? 1)) found.push(events)
  }
  while (found.length < shares.length) found.push(to)
  return found
}
