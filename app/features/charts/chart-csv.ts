import { CSV_BYTE_ORDER_MARK, csvLine } from '#worker/rules/csv-text.ts'

export interface ChartColumn<Row> {
  label: string
  value: (row: Row) => number | null
  format: (value: number) => string
  /** URL of the list of the reviews counted in the value. */
  behind?: (row: Row) => string
}

export interface ChartTable<Row> {
  /** Column heading for the rows' names. */
  head: string
  rows: readonly Row[]
  name: (row: Row) => string
  /** Names a row in the file, independent of locale. */
  key: (row: Row) => string
  columns: ChartColumn<Row>[]
}

/** Numbers are unrounded, for spreadsheets. */
export function csvOf<Row>({ head, rows, key, columns }: ChartTable<Row>): Blob {
  const header = csvLine([head, ...columns.map(({ label }) => label)])
  const lines = rows.map((row) => csvLine([key(row), ...columns.map(({ value }) => value(row) ?? '')]))
  return new Blob([CSV_BYTE_ORDER_MARK, header, ...lines], { type: 'text/csv;charset=utf-8' })
}
