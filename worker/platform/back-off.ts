/** When failed work is retried, and when it's given up. */
export interface BackOff {
  /** Waits after the first, second, … try, in ms. The last one repeats. */
  waitsMs: readonly number[]
  /** Infinity: it's never given up. */
  maxTries: number
}

/** Doubling waits from `firstMs` to `maxMs`. */
export function doubling(firstMs: number, maxMs: number): number[] {
  return firstMs < maxMs ? [firstMs, ...doubling(firstMs * 2, maxMs)] : [maxMs]
}

/** Retries at a fixed interval, forever. */
export function every(waitMs: number) {
  return { waitsMs: [waitMs], maxTries: Infinity } as const satisfies BackOff
}

/** @param tries number of tries so far, including the one that just failed (at least 1) */
export function waitAfter(waitsMs: readonly number[], tries: number): number {
  return waitsMs[Math.min(tries, waitsMs.length) - 1] ?? 0
}

/** Time of the next try after `tries` failures, in ms; null if it's given up. */
export function nextTryAt({ waitsMs, maxTries }: BackOff, tries: number, now: number): number | null {
  return tries < maxTries ? now + waitAfter(waitsMs, tries) : null
}
