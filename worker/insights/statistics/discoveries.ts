/**
 * Those of many tests that count as found, most certain first, when at most the share `rate` of what is found may be chance
 * (Benjamini & Hochberg 1995). All tests whose results are shown together have to be given together.
 */
export function discoveries<T extends { p: number }>(tests: readonly T[], rate: number): T[] {
  const sorted = tests.toSorted((a, b) => a.p - b.p)
  const last = sorted.findLastIndex(({ p }, index) => p <= (rate * (index + 1)) / tests.length)
  return sorted.slice(0, last + 1)
}
