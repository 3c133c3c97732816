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

/** The logarithm of the number of ways to choose `some` out of `all`. */
export function logChoose(all: number, some: number): number {
  return logGamma(all + 1) - logGamma(some + 1) - logGamma(all - some + 1)
}
