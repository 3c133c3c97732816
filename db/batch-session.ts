import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { Column, getTableName, noopDecoder, SQL } from 'drizzle-orm'
import { SQLiteD1Session } from 'drizzle-orm/d1'
import type { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'

type NoSchema = Record<string, never>
type Row = Record<string, unknown>
/** By the name of a joined table: whether each row has one of its rows. */
type Joins = Readonly<Record<string, boolean>>

/** What a select asks for: the path is a name, or those of an object and of what is in it. */
interface Field {
  path: readonly string[]
  field: unknown
}

/** What drizzle-orm makes of a statement. */
interface Prepared {
  stmt: D1PreparedStatement
  executeMethod: string
  fields?: readonly Field[]
  joinsNotNullableMap?: Joins
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
    const results = await this.d1.batch<Row>(prepared.map((one) => one.stmt.bind(...one.getQuery().params)))
    return prepared.map((one, index) => {
      const result = results[index]
      return readRows(one, result?.results ?? []) ?? one.mapResult(result, true)
    })
  }
}

/** Rows as they were asked for; undefined for what drizzle-orm has to read itself. */
function readRows({ fields, executeMethod, joinsNotNullableMap }: Prepared, rows: readonly Row[]) {
  if (rows[0] === undefined || executeMethod !== 'all') return undefined
  if (!fields?.every((field) => isThere(field, joinsNotNullableMap))) return undefined
  // A batch hands back rows by column name, in the order of the select.
  const names = Object.keys(rows[0])
  const columns = fields.map(({ path, field }, index) => ({
    name: String(names[index]),
    key: String(path.at(-1)),
    object: path.length > 1 ? path[0] : undefined,
    decoder: decoderOf(field),
  }))
  return rows.map((row) => {
    const read: Row = {}
    for (const { name, key, object, decoder } of columns) {
      const value = row[name]
      const into = object === undefined ? read : objectIn(read, object)
      into[key] = decoder === null || value === null ? value : decoder.mapFromDriverValue(value)
    }
    return read
  })
}

/** An object of a row that may not have been joined would have to be null. */
function isThere({ path, field }: Field, joins: Joins | undefined): boolean {
  if (path.length === 1) return true
  const isJoined = !joins || !(field instanceof Column) || joins[getTableName(field.table)] === true
  return path.length === 2 && isJoined
}

function objectIn(row: Row, name: string): Row {
  row[name] ??= {}
  return row[name] as Row
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

/** Null for what is read as it is stored. */
function decoderOf(field: unknown): Decoder | null {
  const source = field instanceof SQL.Aliased ? field.sql : field
  const decoder = source instanceof Column ? source : (source as unknown as { decoder: Decoder }).decoder
  const { mapFromDriverValue } = decoder
  const isPlain =
    mapFromDriverValue === Column.prototype.mapFromDriverValue ||
    mapFromDriverValue === noopDecoder.mapFromDriverValue
  return isPlain ? null : decoder
}
