import readWorkbookFile from 'read-excel-file/universal'
import { containsData, type FileRow, knownColumns, numberedColumns } from './columns.ts'

const MAX_BEFORE = 15

interface Sheet {
  name: string
  columns: string[]
  rows: FileRow[]
}

/** Reads the sheets that have rows. Times are a sheet's local times; workbooks have no time zones. */
export async function readWorkbook(file: Blob): Promise<Sheet[]> {
  const sheets = await readWorkbookFile(file)
  return sheets
    .map(({ sheet, data }) => ({ name: sheet, ...tableOf(data) }))
    .filter(({ rows }) => rows.length > 0)
}

function tableOf(data: readonly unknown[][]): Omit<Sheet, 'name'> {
  const lines = data.map((cells, index) => ({ line: index + 1, values: cells.map(textOf) }))
  const filled = lines.filter(({ values }) => values.some((value) => value.trim() !== ''))
  const heads = filled.slice(0, MAX_BEFORE).map(({ values }) => knownColumns(values))
  const known = Math.max(0, ...heads)
  const rows = filled.slice(Math.max(0, heads.indexOf(known)))
  const first = rows[0]?.values ?? []
  const hasHeader = known > 0 || !containsData(first)
  return {
    columns: hasHeader ? first.map((name) => name.trim()) : numberedColumns(first),
    rows: hasHeader ? rows.slice(1) : rows,
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 'YYYY-MM-DD'.length) : String(cell)
}
