import { existsSync } from 'node:fs'
import { aspectRows } from '../insights/aspect-rows.ts'
import { falseAlarmRows } from '../insights/false-alarms.ts'
import { overviewRow } from '../insights/overview-row.ts'
import { readingTimeRow, sentimentRows } from '../insights/sentiment-rows.ts'
import { seriesRows } from '../insights/series-rows.ts'
import type { Row } from '../measure/row.ts'

/**
 * How right the insights are, and what reading a review and saying what it adds up to cost.
 *
 * @param folder with labelled collections; what needs them is left out where it does not exist
 */
export async function insights(folder: string): Promise<Row[]> {
  const labelled = existsSync(folder)
    ? [...sentimentRows(folder), ...aspectRows(folder), ...seriesRows(folder), readingTimeRow(folder)]
    : []
  return [...labelled, await overviewRow(), ...falseAlarmRows()]
}
