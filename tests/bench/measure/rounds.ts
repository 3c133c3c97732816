/** One measurement of one contender. */
export interface Sample {
  /** Number of requests, statements or rows. */
  operations: number
  /** Processor time of the measured process per operation; null if the system doesn't report it. */
  cpuMs: number | null
  /** Operations per second of wall-clock time. */
  perSecond: number
  p50Ms?: number
}

export type Rounds = Record<string, Sample[]>

const ROUNDS = 5

/**
 * Measures every contender in turn in each round, so that other load on the machine affects all of them.
 *
 * @param contenders in order; one that changes the store gets the number of the round, counted from 0
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
