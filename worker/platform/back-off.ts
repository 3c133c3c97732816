/** When failed work is tried again, and when it's given up. */
export interface BackOff {
  /** Waits after the first, the second, … try (ms). The last one repeats. */
  waitsMs: readonly number[]
  /** Infinity: it's never given up. */
  maxTries: number
}

/** Waits that double, from `firstMs` up to `maxMs`. */
export function doubling(firstMs: number, maxMs: number): number[] {
  return firstMs < maxMs ? [firstMs, ...doubling(firstMs * 2, maxMs)] : [maxMs]
}

/** Tried again after the same wait, for ever. */
export function every(waitMs: number) {
  return { waitsMs: [waitMs], maxTries: Infinity } as const satisfies BackOff
}

/** @param tries with the one that has just failed: 1 or more */
export function waitAfter(waitsMs: readonly number[], tries: number): number {
  return waitsMs[Math.min(tries, waitsMs.length) - 1] ?? 0
}

/** When work is tried again that has failed `tries` times (ms); null when it's given up. */
export function nextTryAt({ waitsMs, maxTries }: BackOff, tries: number, now: number): number | null {
  return tries < maxTries ? now + waitAfter(waitsMs, tries) : null
}
