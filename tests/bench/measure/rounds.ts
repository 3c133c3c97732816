/** One measurement of one contender. */
export interface Sample {
  /** Requests, statements or rows that were done. */
  operations: number
  /** Processor time of the measured process for one operation; null where the system doesn't tell. */
  cpuMs: number | null
  /** Operations in a second of the wall clock. */
  perSecond: number
  p50Ms?: number
}

export type Rounds = Record<string, Sample[]>

const ROUNDS = 5

/**
 * Measures every contender in each round, in turn, so that what the machine does besides hits all of them.
 *
 * @param contenders in the order they take; one that changes the store gets the round, counted from 0
 */
export async function interleaved<Name extends string, Measured = Sample>(
  contenders: Record<Name, (round: number) => Promise<Measured>>,
  rounds = ROUNDS,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(contenders) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) measured[name].push(await contenders[name](round))
  }
  return measured
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
