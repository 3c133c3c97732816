import readWorkbookFile from 'read-excel-file/universal'
import { type FileRow, knownColumns } from './columns.ts'

const MAX_BEFORE = 15

/**
 * Reads the first sheet of a workbook from the header row on. Times are the sheet's local times; workbooks have no time
 * zones.
 */
export async function readWorkbook(file: Blob): Promise<FileRow[]> {
  const [sheet] = await readWorkbookFile(file)
  const rows = (sheet?.data ?? []).map((cells, index) => ({ line: index + 1, values: cells.map(textOf) }))
  const heads = rows.slice(0, MAX_BEFORE).map(({ values }) => knownColumns(values))
  const head = heads.indexOf(Math.max(...heads))
  return rows.slice(head).filter(({ values }) => values.some((value) => value.trim() !== ''))
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 'YYYY-MM-DD'.length) : String(cell)
}
