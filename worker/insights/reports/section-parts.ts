import type { ReportSentence, ReportTable, ReportUnit } from '../../rules/reports.ts'
import type { StarCounts } from '../ratings.ts'
import type { NumberFormats } from './number-formats.ts'
import type { ReportInput } from './read-input.ts'

/** What the sections are made of. */
export interface ReportFigures {
  input: ReportInput
  /** Of the period, all locations together. */
  stars: StarCounts
  /** The one location that the report is about; null for several: no list of the inbox has just theirs. */
  businessId: string | null
  format: NumberFormats
}

export const PERCENT = 100

/** @param reviews an address of the inbox that has exactly the reviews it counts */
export function sentence(text: string, reviews: string | null = null): ReportSentence {
  return { text, reviews }
}

export function table(
  title: string,
  head: string,
  columns: readonly (readonly [label: string, unit: ReportUnit])[],
  rows: ReportTable['rows'],
): ReportTable {
  return { title, head, columns: columns.map(([label, unit]) => ({ label, unit })), rows }
}
