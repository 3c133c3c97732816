import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { Column, is, noopDecoder, SQL } from 'drizzle-orm'
import { SQLiteD1Session } from 'drizzle-orm/d1'
import type { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'

type NoSchema = Record<string, never>

/** What drizzle-orm makes of a statement. */
interface Prepared {
  stmt: D1PreparedStatement
  executeMethod: string
  /** What a select asks for, in order. */
  fields?: readonly { path: readonly string[]; field: unknown }[]
  getQuery(): { params: unknown[] }
  mapResult(result: unknown, isFromBatch: true): unknown
}

/** A session whose batches look up what decodes a column once for all rows; drizzle-orm's own does so for every value. */
export class BatchSession extends SQLiteD1Session<NoSchema, NoSchema> {
  private readonly d1: D1Database

  constructor(d1: D1Database, dialect: SQLiteAsyncDialect) {
    super(d1, dialect, undefined)
    this.d1 = d1
  }

  override async batch<T extends readonly unknown[]>(statements: T) {
    // Its type is internal to drizzle-orm 0.45.
    const prepared = (statements as unknown as { _prepare(): Prepared }[]).map((one) => one._prepare())
    const results = await this.d1.batch<Record<string, unknown>>(
      prepared.map((one) => one.stmt.bind(...one.getQuery().params)),
    )
    return prepared.map((one, index) => {
      const result = results[index]
      return flatRows(one, result?.results ?? []) ?? one.mapResult(result, true)
    })
  }
}

/** Rows as they were asked for; undefined for what is no flat list of columns. */
function flatRows({ fields, executeMethod }: Prepared, rows: Record<string, unknown>[]) {
  if (rows[0] === undefined || executeMethod !== 'all') return undefined
  if (!fields || fields.some(({ path }) => path.length !== 1)) return undefined
  // A batch hands back rows by column name, in the order of the select.
  const names = Object.keys(rows[0])
  const columns = fields.map(({ path, field }, index) => ({
    key: String(path[0]),
    name: String(names[index]),
    decoder: decoderOf(field),
  }))
  return rows.map((row) => {
    const read: Record<string, unknown> = {}
    for (const { key, name, decoder } of columns) {
      const value = row[name]
      read[key] = decoder === null || value === null ? value : decoder.mapFromDriverValue(value)
    }
    return read
  })
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

/** Null for what is read as it is stored. */
function decoderOf(field: unknown): Decoder | null {
  const source = is(field, SQL.Aliased) ? field.sql : field
  const decoder = is(source, Column) ? source : (source as unknown as { decoder: Decoder }).decoder
  const { mapFromDriverValue } = decoder
  const isPlain =
    mapFromDriverValue === Column.prototype.mapFromDriverValue ||
    mapFromDriverValue === noopDecoder.mapFromDriverValue
  return isPlain ? null : decoder
}
