import { existsSync } from 'node:fs'
import { aspectRows } from '../insights/aspect-rows.ts'
import { falseAlarmRows } from '../insights/false-alarms.ts'
import { overviewRow } from '../insights/overview-row.ts'
import { labelledReader } from '../insights/read-labelled.ts'
import { readingTimeRow, sentimentRows } from '../insights/sentiment-rows.ts'
import { seriesRows } from '../insights/series-rows.ts'
import type { Row } from '../measure/row.ts'

/**
 * How right the insights are, and what reading a review and saying what it adds up to cost.
 *
 * @param folder with labelled collections; what needs them is left out where it does not exist
 */
export async function insights(folder: string): Promise<Row[]> {
  return [...(existsSync(folder) ? labelledRows(folder) : []), await overviewRow(), ...falseAlarmRows()]
}

function labelledRows(folder: string): Row[] {
  const read = labelledReader(folder)
  return [
    ...sentimentRows(folder, read),
    ...aspectRows(folder, read),
    ...seriesRows(folder),
    readingTimeRow(folder),
  ]
}
