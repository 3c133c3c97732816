import { CSV_BYTE_ORDER_MARK, csvLine } from '#worker/rules/csv-text.ts'

export interface ChartColumn<Row> {
  label: string
  /** Null where there is nothing to state. */
  value: (row: Row) => number | null
  format: (value: number) => string
  /** The list of the reviews that are counted. */
  behind?: (row: Row) => string
}

export interface ChartTable<Row> {
  /** What the rows are. */
  head: string
  rows: readonly Row[]
  name: (row: Row) => string
  /** Names a row in the file: nothing of a person's language in it. */
  key: (row: Row) => string
  columns: ChartColumn<Row>[]
}

/** The numbers of a chart for a spreadsheet, unrounded. */
export function csvOf<Row>({ head, rows, key, columns }: ChartTable<Row>): Blob {
  const header = csvLine([head, ...columns.map(({ label }) => label)])
  const lines = rows.map((row) => csvLine([key(row), ...columns.map(({ value }) => value(row) ?? '')]))
  return new Blob([CSV_BYTE_ORDER_MARK, header, ...lines], { type: 'text/csv;charset=utf-8' })
}
