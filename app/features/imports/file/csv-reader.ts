import { type TableHead, tableHead } from './table-head.ts'
import { FileFault } from './text-slices.ts'

/** Maximum characters of a row: far more than a review with all its fields needs. */
const MAX_ROW_CHARS = 256 * 1024

const QUOTE = '"'

export interface CsvRow {
  /** Line on which the row begins, from 1. */
  line: number
  cells: string[]
}

interface CsvDialect {
  delimiter: string
  /** True if a quotation mark inside quotes is escaped as `\"`, as databases do, instead of `""`. */
  hasBackslashes: boolean
}

/**
 * Streaming CSV parser (RFC 4180) for text pieces cut at any place. Lines may end in CR LF, LF or CR; empty lines are
 * skipped. A quotation mark inside an unquoted value, or text after a closing one, is taken literally.
 */
export class CsvReader {
  readonly #delimiter: string
  readonly #hasBackslashes: boolean
  #line = 1
  #rowLine = 1
  #rowChars = 0
  #cells: string[] = []
  #value = ''
  /** open: inside quotes; closed: after a quotation mark that may have been the closing one. */
  #quotes: 'none' | 'open' | 'closed' = 'none'
  /** True right after a CR: an LF that follows belongs to it, even if the LF is in the next piece. */
  #isBehindCr = false

  constructor({ delimiter, hasBackslashes }: CsvDialect) {
    this.#delimiter = delimiter
    this.#hasBackslashes = hasBackslashes
  }

  /**
   * Returns the rows completed by this piece.
   *
   * @throws FileFault if a quoted value gets longer than any review
   */
  push(text: string): CsvRow[] {
    const rows: CsvRow[] = []
    let start = 0
    const take = (end: number) => {
      this.#value += text.slice(start, end)
    }
    for (let index = 0; index < text.length; index++) {
      const char = text[index]
      if (this.#quotes === 'open') {
        if (char === QUOTE) {
          take(index)
          start = index + 1
          if (this.#hasBackslashes && this.#value.endsWith('\\'))
            this.#value = this.#value.slice(0, -1) + QUOTE
          else this.#quotes = 'closed'
        } else if (char === '\r' || (char === '\n' && !this.#isBehindCr)) {
          this.#line += 1
        }
        this.#isBehindCr = char === '\r'
        continue
      }
      const isLineEnded = this.#isBehindCr
      this.#isBehindCr = false
      if (isLineEnded && char === '\n') {
        start = index + 1
        continue
      }
      if (char === QUOTE) {
        if (this.#quotes === 'closed') {
          // A doubled quotation mark is an escape: keep the second one.
          start = index
          this.#quotes = 'open'
        } else if (this.#value === '' && start === index) {
          start = index + 1
          this.#quotes = 'open'
        }
        continue
      }
      if (char === this.#delimiter) {
        take(index)
        start = index + 1
        this.#endValue()
      } else if (char === '\n' || char === '\r') {
        take(index)
        start = index + 1
        this.#isBehindCr = char === '\r'
        this.#endValue()
        rows.push(...this.#endRow())
        this.#line += 1
        this.#rowLine = this.#line
      } else if (this.#quotes === 'closed') {
        this.#quotes = 'none'
      }
    }
    take(text.length)
    this.#rowChars = rows.length > 0 ? this.#value.length : this.#rowChars + text.length
    if (this.#rowChars > MAX_ROW_CHARS) throw this.#unclosed()
    return rows
  }

  /**
   * Returns the last row if no line break ends it.
   *
   * @throws FileFault if a quotation mark is never closed
   */
  end(): CsvRow[] {
    if (this.#quotes === 'open') throw this.#unclosed()
    if (this.#cells.length === 0 && this.#value === '') return []
    this.#endValue()
    return this.#endRow()
  }

  #endValue(): void {
    this.#cells.push(this.#value)
    this.#value = ''
    this.#quotes = 'none'
  }

  #endRow(): CsvRow[] {
    const cells = this.#cells
    this.#cells = []
    this.#rowChars = 0
    return cells.length === 1 && cells[0]?.trim() === '' ? [] : [{ line: this.#rowLine, cells }]
  }

  #unclosed(): FileFault {
    return new FileFault(
      `Line ${this.#rowLine} opens a quotation mark that is never closed. Repair that line and choose the file again.`,
    )
  }
}

export type CsvLayout = CsvDialect & Pick<TableHead, 'before' | 'hasHeader'>

const DELIMITERS = [',', ';', '\t', '|']
const SEPARATOR_LINE = /^"?sep=(.)"?\s*(?:\r\n|\r|\n)/i
/** Maximum records compared to detect the layout. */
const COMPARED = 100

interface Found {
  layout: CsvLayout
  /** Share of records that have the most common number of values, 0 to 1. */
  share: number
  width: number
  known: number
}

/**
 * Detects the layout in which most of the first records have the same number of values; null if no record has two or
 * more.
 */
export function csvLayoutOf(beginning: string): CsvLayout | null {
  const stated = SEPARATOR_LINE.exec(beginning)?.[1]
  const dialects = (stated ? [stated] : DELIMITERS).flatMap((delimiter) =>
    (beginning.includes('\\"') ? [false, true] : [false]).map((hasBackslashes) => ({
      delimiter,
      hasBackslashes,
    })),
  )
  const found = dialects.map((dialect) => layoutWith(dialect, beginning)).filter((one) => one !== null)
  const [best] = found.sort(
    (one, other) => other.share - one.share || other.known - one.known || other.width - one.width,
  )
  return best?.layout ?? null
}

function layoutWith(dialect: CsvDialect, beginning: string): Found | null {
  const records = recordsOf(dialect, beginning).slice(0, COMPARED)
  const counts = Map.groupBy(
    records.map(({ cells }) => cells.length).filter((width) => width > 1),
    (width) => width,
  )
  const [[width = 0, alike = []] = []] = [...counts].sort(
    ([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || other - one,
  )
  if (width === 0) return null
  const { before, hasHeader, known } = tableHead(
    records.map(({ cells }) => cells),
    width,
  )
  return {
    layout: { ...dialect, before, hasHeader },
    share: Math.round((10 * alike.length) / Math.max(1, records.length - before)) / 10,
    width,
    known,
  }
}

/** Parses the beginning of a file, dropping the last record, which may be cut off. */
function recordsOf(dialect: CsvDialect, beginning: string): CsvRow[] {
  const reader = new CsvReader(dialect)
  try {
    const records = reader.push(beginning)
    return [...records, ...reader.end()]
  } catch {
    return new CsvReader(dialect).push(beginning.slice(0, beginning.lastIndexOf('\n') + 1))
  }
}
