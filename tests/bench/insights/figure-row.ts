import type { Goal, Row } from '../measure/row.ts'

/** A row with one figure that is the same in every round. */
export function figureRow(name: string, value: number, goal: Omit<Goal, 'of'>, unit: Row['unit'] = ''): Row {
  return { name, unit, ours: [value], floor: null, goal: { of: 'value', ...goal }, rounds: {} }
}
