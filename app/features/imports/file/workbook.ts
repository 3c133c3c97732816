import readWorkbookFile from 'read-excel-file/universal'
import { containsData, type FileRow, numberedColumns } from './columns.ts'
import { tableHead } from './table-head.ts'

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
  const filled = lines.filter(({ values }) => values.some(isFilled))
  const width = filled.reduce((most, { values }) => Math.max(most, values.length), 0)
  const table = filled.map(({ values }) => tableLine(values, width))
  const { before, hasHeader } = tableHead(table, width)
  const names = filled[before]?.values.map((name) => name.trim()) ?? []
  return {
    columns: hasHeader ? names : numberedColumns(table[before] ?? []),
    rows: filled.slice(before + Number(hasHeader)),
  }
}

const isFilled = (value: string) => value.trim() !== ''

/** Restores the empty cells at the end of a row, which a workbook leaves out, unless the row is a title. */
function tableLine(values: readonly string[], width: number): readonly string[] {
  const filled = values.filter(isFilled)
  const isTitle = filled.length === 1 && !containsData(filled)
  return isTitle ? filled : [...values, ...Array<string>(width - values.length).fill('')]
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 'YYYY-MM-DD'.length) : String(cell)
}
