import { logBeta, logChoose } from './log-gamma.ts'

/**
 * The probability of at least `least` hits in `count` tries whose chance is only known as Beta(a, b): what counts of the past
 * say about the next ones.
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
