import { existsSync } from 'node:fs'
import { aspectRows } from '../insights/aspect-rows.ts'
import { falseAlarmRows } from '../insights/false-alarms.ts'
import { overviewRow } from '../insights/overview-row.ts'
import { labelledReader } from '../insights/read-labelled.ts'
import { readingTimeRow, sentimentRows } from '../insights/sentiment-rows.ts'
import { seriesRows } from '../insights/series-rows.ts'
import type { Row } from '../measure/row.ts'

/**
 * Accuracy of the insights, and the cost of reading a review and of summing up the results.
 *
 * @param folder with labelled collections; measurements that need them are skipped if it does not exist
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
