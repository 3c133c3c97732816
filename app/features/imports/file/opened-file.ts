import { withoutFormulaGuard } from '#worker/rules/csv-text.ts'
import { CsvReader, type CsvRow, delimiterOf } from './csv-reader.ts'
import { JsonReader, type JsonShape, jsonShapeOf } from './json-reader.ts'
import { type Encoding, encodingOf, FileFault, textSlices } from './text-slices.ts'

/** What is looked at before the owner is asked what the columns hold. */
const SAMPLE_ROWS = 200

const EMPTY = 'This file has no rows. Choose another one.'
const UNKNOWN = 'This isn’t a CSV or JSON file with a list of reviews. Save it as CSV and choose it again.'

type FileFormat = { type: 'csv'; delimiter: string } | { type: 'json'; shape: JsonShape }

/** A row of a file: a value for each of its columns. */
export interface FileRow {
  /** The line it begins on, counted from 1. */
  line: number
  /** In the order of the columns, as many or fewer; more where the row does not fit them. Null for what can't be read. */
  values: string[] | null
}

export interface RowsRead {
  rows: FileRow[]
  /** Of the file. */
  bytesRead: number
}

export interface OpenedFile {
  file: File
  encoding: Encoding
  format: FileFormat
  columns: string[]
  /** The first rows. */
  sample: FileRow[]
}

/**
 * Finds out how a file is made, by its beginning.
 *
 * @throws FileFault for what is neither CSV nor JSON, or has no rows
 */
export async function openFile(file: File): Promise<OpenedFile> {
  const encoding = await encodingOf(file)
  const beginning = (await textSlices(file, encoding).next()).value?.text ?? ''
  if (beginning.trim() === '') throw new FileFault(EMPTY)
  if (beginning.includes('\0')) throw new FileFault(UNKNOWN)
  return isJson(beginning) ? openJson(file, encoding, beginning) : openCsv(file, encoding, beginning)
}

function isJson(beginning: string): boolean {
  return /^\s*[[{]/.test(beginning)
}

async function openCsv(file: File, encoding: Encoding, beginning: string): Promise<OpenedFile> {
  const [header = ''] = beginning.trimStart().split(/\r\n|\r|\n/)
  const format = { type: 'csv', delimiter: delimiterOf(header) } as const
  const opened: OpenedFile = { file, encoding, format, columns: [], sample: [] }
  for await (const { cells, line } of rawCsv(opened)) {
    if (opened.columns.length === 0) opened.columns = cells.map((name) => name.trim())
    else opened.sample.push({ line, values: cells })
    if (opened.sample.length === SAMPLE_ROWS) break
  }
  if (opened.columns.length < 2) throw new FileFault(UNKNOWN)
  if (opened.sample.length === 0) throw new FileFault(EMPTY)
  return opened
}

async function* rawCsv(opened: OpenedFile) {
  for await (const { rows } of slicesOfCsv(opened)) yield* rows
}

async function* slicesOfCsv({ file, encoding, format }: OpenedFile) {
  const reader = new CsvReader(format.type === 'csv' ? format.delimiter : ',')
  for await (const { text, bytesRead } of textSlices(file, encoding)) {
    yield { rows: reader.push(text).map(unguarded), bytesRead }
  }
  yield { rows: reader.end().map(unguarded), bytesRead: file.size }
}

function unguarded({ line, cells }: CsvRow): CsvRow {
  return { line, cells: cells.map(withoutFormulaGuard) }
}

async function openJson(file: File, encoding: Encoding, beginning: string): Promise<OpenedFile> {
  const shape = jsonShapeOf(beginning)
  if (shape === null) throw new FileFault(UNKNOWN)
  const opened: OpenedFile = { file, encoding, format: { type: 'json', shape }, columns: [], sample: [] }
  const found: { line: number; fields: Map<string, string> | null }[] = []
  for await (const { rows } of slicesOfJson(opened, shape)) {
    found.push(...rows)
    if (found.length >= SAMPLE_ROWS) break
  }
  const names = new Set(found.flatMap(({ fields }) => [...(fields?.keys() ?? [])]))
  opened.columns = [...names].filter((name) => name !== '')
  opened.sample = found
    .slice(0, SAMPLE_ROWS)
    .map(({ line, fields }) => ({ line, values: valuesOf(fields, opened.columns) }))
  if (opened.columns.length === 0) throw new FileFault(found.length === 0 ? EMPTY : UNKNOWN)
  return opened
}

async function* slicesOfJson({ file, encoding }: OpenedFile, shape: JsonShape) {
  const reader = new JsonReader(shape)
  for await (const { text, bytesRead } of textSlices(file, encoding)) {
    yield { rows: reader.push(text), bytesRead }
  }
  yield { rows: reader.end(), bytesRead: file.size }
}

function valuesOf(fields: Map<string, string> | null, columns: readonly string[]): string[] | null {
  return fields && columns.map((name) => fields.get(name) ?? '')
}

/**
 * All rows of a file, from its beginning, a slice at a time; between two slices the page goes on.
 *
 * @throws FileFault where the file can't be read any further
 */
export async function* rowsOf(opened: OpenedFile): AsyncGenerator<RowsRead> {
  if (opened.format.type === 'json') {
    for await (const { rows, bytesRead } of slicesOfJson(opened, opened.format.shape)) {
      yield {
        rows: rows.map(({ line, fields }) => ({ line, values: valuesOf(fields, opened.columns) })),
        bytesRead,
      }
    }
    return
  }
  let isHeader = true
  for await (const { rows, bytesRead } of slicesOfCsv(opened)) {
    const [, ...others] = rows
    const data = isHeader && rows.length > 0 ? others : rows
    isHeader &&= rows.length === 0
    yield { rows: data.map(({ line, cells }) => ({ line, values: cells })), bytesRead }
  }
}
