/** A row of a file: a value for each of its columns. */
export interface FileRow {
  /** The line it begins on, counted from 1. */
  line: number
  /** In the order of the columns, as many or fewer; more where the row does not fit them. Null for what can't be read. */
  values: string[] | null
}
