import { SECOND_MS } from '../rules/durations.ts'

/** Unix ms until which a row is held, and the mark of its holder. */
export type Lease = number

/**
 * A lease of a length in ms. Its last second is drawn by lot, with all the fractions a number has (some millions): holders
 * are told apart, and one that does not know whether it got the row may simply ask again.
 */
export function newLease({ now }: { now(): number }, heldMs: number): Lease {
  return now() + heldMs + Math.random() * SECOND_MS
}
