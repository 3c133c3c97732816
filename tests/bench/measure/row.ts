import { median, type Rounds, type Sample } from './rounds.ts'

export interface Goal {
  /** Value compared with the limit: ours divided by the floor's, ours minus the floor's, or ours alone. */
  of: 'ratio' | 'difference' | 'value'
  atMost?: number
  atLeast?: number
}

/** A line of the table: one timed budget of the performance design. */
export interface Row {
  name: string
  /** Empty for shares and other figures without a unit. */
  unit: 'ms CPU' | 'ms' | '/s' | '/CPU s' | 'CLS' | 'a year' | ''
  /** One value per round. */
  ours: number[]
  floor: { name: string; values: number[] } | null
  goal: Goal
  /** All measurements behind the row. */
  rounds: Rounds
}

/** Processor milliseconds per operation, or the wall-clock time if the system doesn't report it. */
export function cost(sample: Sample): number {
  return sample.cpuMs ?? 1000 / sample.perSecond
}

/** Operations per second of processor time, or of wall-clock time if the system doesn't report it. */
export function rate(sample: Sample): number {
  return 1000 / cost(sample)
}

/**
 * The figure that the goal limits: the median of each round's own result, because a slow round slows both
 * ours and the floor.
 */
export function figure(row: Row): number {
  const { ours, floor, goal } = row
  if (goal.of === 'value' || !floor) return median(ours)
  const compare = goal.of === 'ratio' ? (a: number, b: number) => a / b : (a: number, b: number) => a - b
  return median(ours.map((value, round) => compare(value, floor.values[round] ?? Number.NaN)))
}

export function isMet(row: Row): boolean {
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = row.goal
  const value = figure(row)
  return value <= atMost && value >= atLeast
}
