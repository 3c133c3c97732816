import { containsData, knownColumns } from './columns.ts'

/** Maximum lines before the table. */
const MAX_BEFORE = 15

export interface TableHead {
  /** Lines before the table: titles, dates, Excel's separator line. */
  before: number
  /** False if the table begins with its data. */
  hasHeader: boolean
  /** Number of column names that are typical of reviews; 0 or less if there is no header. */
  known: number
}

/**
 * Finds where a table begins.
 *
 * @param width number of values in a line of the table; other lines are part of it only below a header
 */
export function tableHead(lines: readonly (readonly string[])[], width: number): TableHead {
  const heads = lines.slice(0, MAX_BEFORE).map((cells) => {
    const known = cells.length > 1 ? knownColumns(cells) : 0
    // A review whose whole text is 'Title' is no header.
    const isHeader = known > 1 || (known === 1 && !containsData(cells))
    return isHeader ? known : Number(cells.length === width) - 1
  })
  const known = Math.max(-1, ...heads)
  const before = Math.max(0, heads.indexOf(known))
  return { before, hasHeader: known > 0 || !containsData(lines[before] ?? []), known }
}
