import { knownColumns } from './columns.ts'
import { type CsvDialect, CsvReader, type CsvRow } from './csv-reader.ts'

/** How a CSV file is laid out. */
export interface CsvLayout extends CsvDialect {
  /** Records before the names of the columns: titles, dates, what Excel says about the separator. */
  before: number
}

const DELIMITERS = [',', ';', '\t', '|']
const SEPARATOR_LINE = /^"?sep=(.)"?\s*(?:\r\n|\r|\n)/i
/** Records that are compared. */
const COMPARED = 100
/** The names of the columns stand among the first ones. */
const MAX_BEFORE = 15

interface Found {
  layout: CsvLayout
  /** The number of records that have as many values as most of them. */
  share: number
  width: number
  known: number
}

/**
 * The layout in which the records of a file's beginning agree best about how many values they have; null where none has two.
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

/** The records of the beginning, without the last one, which may be cut off. */
function recordsOf(dialect: CsvDialect, beginning: string): CsvRow[] {
  const reader = new CsvReader(dialect)
  try {
    const records = reader.push(beginning)
    return [...records, ...reader.end()]
  } catch {
    return new CsvReader(dialect).push(beginning.slice(0, beginning.lastIndexOf('\n') + 1))
  }
}
