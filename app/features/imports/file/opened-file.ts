import { withoutFormulaGuard } from '#worker/rules/csv-text.ts'
import { type FileRow, fitAsReviews, guessMapping, isListOfPlaces, numberedColumns } from './columns.ts'
import { type CsvLayout, CsvReader, type CsvRow, csvLayoutOf } from './csv-reader.ts'
import { isJsonLines, JsonReader, type JsonRow, type ListPath, listsIn } from './json-reader.ts'
import { type Encoding, encodingOf, FileFault, textSlices } from './text-slices.ts'

/** Rows examined to guess the columns before the owner is asked. */
const SAMPLE_ROWS = 200
/** Part of a JSON file that is searched for lists of reviews, in characters. */
const SAMPLE_CHARS = 1024 * 1024

const EMPTY = 'This file has no rows. Choose another one.'
const UNKNOWN =
  'This isn’t a CSV, Excel or JSON file with a list of reviews. Save it as CSV and choose it again.'
const PLACES = 'This file lists places, not their reviews. Export the reviews and choose that file.'
const BROKEN_WORKBOOK = 'This Excel file can’t be opened. Save it again, or as CSV, and choose it again.'

type FileFormat =
  | { type: 'csv'; layout: CsvLayout }
  | { type: 'json'; list: ListPath; isLines: boolean }
  | { type: 'workbook'; rows: FileRow[]; sheet: string; sheets: string[] }

export interface RowsRead {
  rows: FileRow[]
  bytesRead: number
}

export interface OpenedFile {
  file: Blob
  encoding: Encoding
  format: FileFormat
  columns: string[]
  sample: FileRow[]
}

export interface OpenChoice {
  /** Detected by default. */
  encoding?: Encoding | undefined
  /** Name of a workbook's sheet; by default the one that looks most like reviews. */
  sheet?: string | undefined
}

/**
 * Detects a file's format from its beginning.
 *
 * @throws FileFault if it isn't a CSV, JSON or Excel file, lists locations instead of reviews, or has no rows
 */
export async function openFile(file: Blob, { encoding, sheet }: OpenChoice = {}): Promise<OpenedFile> {
  const opened = (await isWorkbook(file)) ? await openWorkbook(file, sheet) : await openText(file, encoding)
  if (isListOfPlaces(opened.columns, guessMapping(opened.columns, opened.sample))) throw new FileFault(PLACES)
  return opened
}

/** Excel's files are ZIP archives. */
async function isWorkbook(file: Blob): Promise<boolean> {
  return (await file.slice(0, 4).text()) === 'PK\x03\x04'
}

async function openWorkbook(file: Blob, stated?: string): Promise<OpenedFile> {
  const { readWorkbook } = await import('./workbook.ts')
  const sheets = await readWorkbook(file).catch(() => {
    throw new FileFault(BROKEN_WORKBOOK)
  })
  const tables = sheets.map(({ name, columns, rows }) => ({
    name,
    columns,
    rows,
    sample: rows.slice(0, SAMPLE_ROWS),
  }))
  const fits = tables.map(({ columns, sample }) => fitAsReviews(columns, sample))
  const best = tables[fits.indexOf(Math.max(...fits))]
  const table = tables.find(({ name }) => name === stated) ?? best
  if (!table) throw new FileFault(EMPTY)
  const { name: sheet, columns, rows, sample } = table
  return {
    file,
    encoding: 'utf-8',
    format: { type: 'workbook', rows, sheet, sheets: tables.map(({ name }) => name) },
    columns,
    sample,
  }
}

async function openText(file: Blob, stated?: Encoding): Promise<OpenedFile> {
  const encoding = stated ?? (await encodingOf(file))
  const beginning = (await textSlices(file, encoding).next()).value?.text ?? ''
  if (beginning.trim() === '') throw new FileFault(EMPTY)
  if (beginning.includes('\0')) throw new FileFault(UNKNOWN)
  return /^\s*[[{]/.test(beginning) ? openJson(file, encoding) : openCsv(file, encoding, beginning)
}

async function openCsv(file: Blob, encoding: Encoding, beginning: string): Promise<OpenedFile> {
  const layout = csvLayoutOf(beginning)
  if (layout === null) throw new FileFault(UNKNOWN)
  const opened: OpenedFile = { file, encoding, format: { type: 'csv', layout }, columns: [], sample: [] }
  for await (const { rows, names } of slicesOfCsv(opened, layout)) {
    if (names) opened.columns = names.map((name) => name.replaceAll(/\s+/g, ' ').trim())
    opened.sample.push(...rows)
    if (opened.sample.length >= SAMPLE_ROWS) break
  }
  opened.sample.length = Math.min(opened.sample.length, SAMPLE_ROWS)
  if (opened.columns.length < 2) throw new FileFault(UNKNOWN)
  if (opened.sample.length === 0) throw new FileFault(EMPTY)
  return opened
}

/** Yields slices of rows. The slice in which the table begins also has the column names. */
async function* slicesOfCsv({ file, encoding }: OpenedFile, layout: CsvLayout) {
  const reader = new CsvReader(layout)
  let seen = 0
  function withoutHead(records: CsvRow[]) {
    const first = records[layout.before - seen]?.cells
    const data = records.slice(Math.max(0, layout.before + Number(layout.hasHeader) - seen))
    seen += records.length
    return {
      names: first && !layout.hasHeader ? numberedColumns(first) : first,
      rows: data.map(({ line, cells }) => ({ line, values: cells.map(withoutFormulaGuard) })),
    }
  }
  for await (const { text, bytesRead } of textSlices(file, encoding)) {
    yield { ...withoutHead(reader.push(text)), bytesRead }
  }
  yield { ...withoutHead(reader.end()), bytesRead: file.size }
}

async function openJson(file: Blob, encoding: Encoding): Promise<OpenedFile> {
  let beginning = ''
  for await (const { text } of textSlices(file, encoding)) {
    beginning += text
    if (beginning.length >= SAMPLE_CHARS) break
  }
  const isLines = isJsonLines(beginning)
  const lists = [...listsIn(beginning, SAMPLE_ROWS, isLines)].map(([list, rows]) => tableOf(list, rows))
  const named = lists.filter(({ columns }) => columns.length > 0)
  const [best] = named.toSorted(
    (one, other) => other.fit - one.fit || other.sample.length - one.sample.length,
  )
  if (!best) throw new FileFault(/^\s*\[\s*\]\s*$/.test(beginning) ? EMPTY : UNKNOWN)
  const { list, columns, sample } = best
  return { file, encoding, format: { type: 'json', list, isLines }, columns, sample }
}

/** Converts a list of a JSON file to a table, with a score of how much it looks like reviews. */
function tableOf(list: ListPath, rows: readonly JsonRow[]) {
  const names = new Set(rows.flatMap(({ fields }) => [...(fields?.keys() ?? [])]))
  const columns = [...names].filter((name) => name !== '')
  const sample = rows.map(({ line, fields }) => ({ line, values: valuesOf(fields, columns) }))
  return { list, columns, sample, fit: fitAsReviews(columns, sample) }
}

async function* slicesOfJson({ file, encoding }: OpenedFile, list: ListPath, isLines: boolean) {
  const reader = new JsonReader(list, isLines)
  for await (const { text, bytesRead } of textSlices(file, encoding))
    yield { rows: reader.push(text), bytesRead }
  yield { rows: reader.end(), bytesRead: file.size }
}

function valuesOf(fields: Map<string, string> | null, columns: readonly string[]): string[] | null {
  return fields && columns.map((name) => fields.get(name) ?? '')
}

/**
 * Streams all rows of a file, a slice at a time; the page stays responsive between slices.
 *
 * @throws FileFault if the file becomes unreadable
 */
export async function* rowsOf(opened: OpenedFile): AsyncGenerator<RowsRead> {
  const { format, columns, file } = opened
  if (format.type === 'workbook') {
    yield { rows: format.rows, bytesRead: file.size }
  } else if (format.type === 'json') {
    for await (const { rows, bytesRead } of slicesOfJson(opened, format.list, format.isLines)) {
      yield { rows: rows.map(({ line, fields }) => ({ line, values: valuesOf(fields, columns) })), bytesRead }
    }
  } else {
    for await (const { rows, bytesRead } of slicesOfCsv(opened, format.layout)) yield { rows, bytesRead }
  }
}
