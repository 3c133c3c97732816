import {
  Column,
  getTableName,
  is,
  Name,
  Param,
  Placeholder,
  type Query,
  SQL,
  StringChunk,
  Table,
} from 'drizzle-orm'

/** How names and bound values are written. */
interface Spelling {
  escapeName(name: string): string
  escapeParam(index: number): string
}

/**
 * The text of a statement and its values, just as drizzle-orm's `SQL.toQuery` has them. That asks of every part a dozen times
 * what it is, which was most of what a statement cost before it came to the database.
 *
 * @returns null for a statement with parts that are not known here
 */
export function statementText(statement: SQL, { escapeName, escapeParam }: Spelling): Query | null {
  let text = ''
  const params: unknown[] = []

  /** Whether all of the part was known. */
  function put(part: unknown): boolean {
    if (typeof part !== 'object' || part === null) {
      if (part !== undefined) putValue(part)
      return true
    }
    if (part instanceof StringChunk) text += part.value.join('')
    else if (part instanceof SQL) return part.queryChunks.every(put)
    else if (part instanceof Name) text += escapeName(part.value)
    else if (part instanceof Column) {
      if (part.keyAsName) return false
      text += `${escapeName(getTableName(part.table))}.${escapeName(part.name)}`
    } else if (part instanceof Param) return putParam(part)
    else if (part instanceof Table) text += escapeName(getTableName(part))
    else if (Array.isArray(part)) return putList(part)
    else return false
    return true
  }

  function putList(list: readonly unknown[]): boolean {
    text += '('
    const areKnown = list.every((part, index) => {
      if (index > 0) text += ', '
      return put(part)
    })
    text += ')'
    return areKnown
  }

  function putParam({ value, encoder }: Param): boolean {
    const stored: unknown = value === null ? null : encoder.mapToDriverValue(value)
    if (is(value, Placeholder) || is(stored, SQL)) return false
    putValue(stored)
    return true
  }

  function putValue(value: unknown): void {
    text += escapeParam(params.length)
    params.push(value)
  }

  return put(statement) ? { sql: text, params } : null
}
