import { median, type Rounds, type Sample } from './rounds.ts'

export interface Goal {
  /** What is held against the limit: ours by the floor's, ours less the floor's, or ours alone. */
  of: 'ratio' | 'difference' | 'value'
  atMost?: number
  atLeast?: number
}

/** A line of the table: one timed budget of the performance design. */
export interface Row {
  name: string
  /** Empty for shares and other figures without one. */
  unit: 'ms CPU' | 'ms' | '/s' | '/CPU s' | 'CLS' | 'a year' | ''
  /** One value a round. */
  ours: number[]
  floor: { name: string; values: number[] } | null
  goal: Goal
  /** Everything that was measured for it. */
  rounds: Rounds
}

/** Processor milliseconds of an operation; where the system doesn't tell, its share of the wall clock. */
export function cost(sample: Sample): number {
  return sample.cpuMs ?? 1000 / sample.perSecond
}

/** Operations in a second of processor time; where the system doesn't tell, of the wall clock. */
export function rate(sample: Sample): number {
  return 1000 / cost(sample)
}

/**
 * The figure that the goal is about: of each round by itself, then the median, for what slows a round down slows ours
 * and the floor in it.
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
