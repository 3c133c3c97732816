import { CSV_BYTE_ORDER_MARK, csvLine } from '#worker/rules/csv-text.ts'
import type { RowFault } from './row-review.ts'

/** All that is wrong with a file, to be worked off in a spreadsheet. */
export function faultsCsv(faults: readonly RowFault[]): Blob {
  const lines = faults.map(({ line, column, problem }) => csvLine([line, column, problem]))
  return new Blob([CSV_BYTE_ORDER_MARK, csvLine(['Line', 'Column', 'Problem']), ...lines], {
    type: 'text/csv;charset=utf-8',
  })
}
