import { getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'

/**
 * Stores any number of rows with the same columns in one statement. Their values are one parameter, because
 * D1 allows 100 per statement; omitted columns get the table's default.
 *
 * @param computed columns that the database computes; `key` counts the rows from 0
 */
export async function insertRows<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  computed: Readonly<Record<string, SQL>> = {},
): Promise<void> {
  if (rows.length === 0) return
  const columns = getTableColumns(table)
  const given = Object.keys(rows[0] ?? {}).map((name) => ({ name, column: columns[name] }))
  const values = rows.map((row: Record<string, unknown>) =>
    given.map(({ name, column }) => {
      const value = row[name] ?? null
      return value === null ? null : column?.mapToDriverValue(value)
    }),
  )
  const targets = [...given.map(({ name }) => name), ...Object.keys(computed)]
  const names = targets.map((name) => sql.identifier(columns[name]?.name ?? name))
  const selected = [...given.map((_, index) => sql.raw(`value->>${index}`)), ...Object.values(computed)]
  await db.statement(sql`INSERT INTO ${table} (${sql.join(names, sql`, `)})
      SELECT ${sql.join(selected, sql`, `)} FROM json_each(${JSON.stringify(values)})`)
}
