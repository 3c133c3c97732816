const LANCZOS_SHIFT = 7.5
const LANCZOS = [
  676.520_368_121_885_1, -1_259.139_216_722_402_8, 771.323_428_777_653_13, -176.615_029_162_140_59,
  12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_571_6e-6, 1.505_632_735_149_311_6e-7,
]
const HALF_LOG_TAU = Math.log(2 * Math.PI) / 2

/** The logarithm of the gamma function of a positive number, to about 14 digits (Lanczos 1964 with g = 7). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const above = x - 1
  const series = LANCZOS.reduce(
    (sum, factor, index) => sum + factor / (above + index + 1),
    0.999_999_999_999_809_93,
  )
  const t = above + LANCZOS_SHIFT
  return HALF_LOG_TAU + (above + 0.5) * Math.log(t) - t + Math.log(series)
}

export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b)
}

/** The logarithm of the number of ways to choose `some` out of `all` (binomial coefficient). */
export function logChoose(all: number, some: number): number {
  return logGamma(all + 1) - logGamma(some + 1) - logGamma(all - some + 1)
}

/**
 * Number of events over some days, with their daily rate only known as Gamma(shape, rate): a negative binomial
 * distribution.
 */
export interface CountDistribution {
  shape: number
  /** Number of past days in which the events were observed. */
  rate: number
  days: number
}

/** Number of standard deviations beyond which the probability is too small to change a double. */
const REACH = 12

function probabilityOf({ shape, rate, days }: CountDistribution, count: number): number {
  const logWays = logGamma(shape + count) - logGamma(count + 1) - logGamma(shape)
  return Math.exp(logWays + shape * Math.log(rate / (rate + days)) + count * Math.log(days / (rate + days)))
}

function rangeOf({ shape, rate, days }: CountDistribution): { from: number; to: number } {
  const mean = (shape * days) / rate
  const spread = REACH * Math.sqrt(mean * (1 + days / rate))
  // A small mean has a long right tail; 40 mean lengths of an exponential contain all but 1e-17 of it.
  return {
    from: Math.max(0, Math.floor(mean - spread)),
    to: Math.ceil(mean + spread + 40 * (1 + days / rate)),
  }
}

export function atMost(distribution: CountDistribution, count: number): number {
  const { from, to } = rangeOf(distribution)
  let sum = 0
  for (let events = from; events <= Math.min(count, to); events++) sum += probabilityOf(distribution, events)
  return Math.min(1, sum)
}

/** The probability of `count` events or more, accurate even if tiny. */
export function atLeast(distribution: CountDistribution, count: number): number {
  const { from, to } = rangeOf(distribution)
  let sum = 0
  for (let events = Math.max(from, count); events <= to; events++) sum += probabilityOf(distribution, events)
  return Math.min(1, sum)
}

/** The smallest counts with at least these cumulative probabilities, in the order of `shares` (ascending). */
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

/**
 * The probability of at least `least` hits in `count` tries, if the hit rate is only known as Beta(a, b), for example
 * from past counts.
 */
export function betaBinomialTail({
  least,
  count,
  a,
  b,
}: {
  least: number
  count: number
  a: number
  b: number
}): number {
  if (least <= 0) return 1
  if (least > count) return 0
  let probability = Math.exp(logChoose(count, least) + logBeta(least + a, count - least + b) - logBeta(a, b))
  let sum = 0
  for (let hits = least; hits <= count; hits++) {
    sum += probability
    probability *= ((count - hits) * (a + hits)) / ((hits + 1) * (b + count - hits - 1))
  }
  return Math.min(1, sum)
}
