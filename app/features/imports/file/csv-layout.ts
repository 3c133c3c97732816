import { knownColumns } from './columns.ts'
import { type CsvDialect, CsvReader, type CsvRow } from './csv-reader.ts'

/** Layout of a CSV file. */
export interface CsvLayout extends CsvDialect {
  /** Records before the header row: titles, dates, Excel's separator line. */
  before: number
}

const DELIMITERS = [',', ';', '\t', '|']
const SEPARATOR_LINE = /^"?sep=(.)"?\s*(?:\r\n|\r|\n)/i
/** Records compared at most. */
const COMPARED = 100
/** The header row is among the first records. */
const MAX_BEFORE = 15

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
  const heads = records.slice(0, MAX_BEFORE).map(({ cells }) => {
    const known = cells.length > 1 ? knownColumns(cells) : 0
    return known > 0 ? known : Number(cells.length === width) - 1
  })
  const known = Math.max(...heads)
  const before = heads.indexOf(known)
  return {
    layout: { ...dialect, before },
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
