import { applyD1Migrations, env } from 'cloudflare:test'

interface Statement {
  sql: string
  values?: unknown[]
}

interface StoredObject {
  type: 'table' | 'index' | 'trigger' | 'view'
  name: string
  sql: string
}

interface Store {
  schema: string | null
  objects: readonly StoredObject[]
  /** Statements that insert the rows that migrating leaves. */
  rows: readonly Statement[]
}

/**
 * The migrated schema with its rows, cached for the next files in this isolate, because migrating takes half a second.
 */
const isolate = globalThis as typeof globalThis & { migratedStore?: Store }

/** A statement has at most 100 columns. */
const TABLES_PER_QUESTION = 50

/**
 * Gives a test file its own database content: all files run in one workerd, whose database keeps the rows of the
 * previous one.
 */
export async function emptyStore(): Promise<void> {
  const { migratedStore } = isolate
  if (migratedStore && migratedStore.schema === (await storedSchema())) return emptyTables(migratedStore)
  const stored = await storedObjects()
  const drops = stored.filter(({ type }) => type === 'table' || type === 'view').map(dropping)
  // Latest first, because others may refer to earlier ones.
  drops.reverse()
  if (migratedStore) return run([...drops, ...creating(migratedStore)])
  if (drops.length > 0) await run(drops)
  await applyD1Migrations(env.DB, env.MIGRATIONS)
  isolate.migratedStore = await storeNow()
}

/** Tables, indexes, triggers and views, earliest first. A search index creates and drops its own tables. */
async function storedObjects(): Promise<StoredObject[]> {
  const { results } = await env.DB.prepare(
    `SELECT sqlite_master.type, name, sql FROM sqlite_master LEFT JOIN pragma_table_list AS list USING (name)
    WHERE sql IS NOT NULL AND list.type IS NOT 'shadow' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
    ORDER BY sqlite_master.rowid`,
  ).all<StoredObject>()
  return results
}

/**
 * All definitions as one text, which is much faster to read than the objects. Sorted by name, because recreating an
 * object changes its position in the schema.
 */
function storedSchema(): Promise<string | null> {
  return env.DB.prepare(
    `SELECT group_concat(concat_ws(' ', type, name, sql)) AS definitions FROM
      (SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB 'sqlite_*' ORDER BY type, name)`,
  ).first<string>('definitions')
}

/**
 * Empties the tables of an unchanged schema by deleting their rows. Most tables have none, and recreating all tables
 * takes much longer.
 */
async function emptyTables({ objects, rows }: Store): Promise<void> {
  const filled = await tablesWithRows(objects.filter(isPlainTable))
  // Triggers would act on the rows; the search index can't delete what it doesn't store.
  const remade = objects.filter((one) => one.type === 'trigger' || isSearchIndex(one))
  await run([
    ...remade.map(dropping),
    // Latest first, because others may refer to earlier ones.
    ...filled.map(({ name }) => ({ sql: `DELETE FROM "${name}"` })).reverse(),
    { sql: 'DELETE FROM sqlite_sequence' },
    ...rows,
    ...remade.filter(isSearchIndex),
    ...remade.filter((one) => !isSearchIndex(one)),
  ])
}

async function tablesWithRows(tables: readonly StoredObject[]): Promise<StoredObject[]> {
  const questions: StoredObject[][] = []
  for (let from = 0; from < tables.length; from += TABLES_PER_QUESTION) {
    questions.push(tables.slice(from, from + TABLES_PER_QUESTION))
  }
  const answers = await env.DB.batch<Record<string, number>>(
    questions.map((asked) => {
      const columns = asked.map(({ name }) => `EXISTS (SELECT 1 FROM "${name}") AS "${name}"`)
      return env.DB.prepare(`SELECT ${columns}`)
    }),
  )
  const hasRows = Object.assign({}, ...answers.map(({ results }) => results[0])) as Record<string, number>
  return tables.filter(({ name }) => hasRows[name])
}

function isSearchIndex({ sql }: StoredObject): boolean {
  return sql.startsWith('CREATE VIRTUAL')
}

function isPlainTable(one: StoredObject): boolean {
  return one.type === 'table' && !isSearchIndex(one)
}

function dropping({ type, name }: StoredObject): Statement {
  return { sql: `DROP ${type} "${name}"` }
}

function creating({ objects, rows }: Store): Statement[] {
  const tables = objects.filter(({ type }) => type === 'table')
  // Insert rows before creating triggers, which would act on them.
  return [...tables, ...rows, ...objects.filter(({ type }) => type !== 'table')]
}

async function storeNow(): Promise<Store> {
  const objects = await storedObjects()
  const plain = objects.filter(isPlainTable)
  const stored = await env.DB.batch<Record<string, unknown>>(
    plain.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)),
  )
  const rows = plain.flatMap(({ name }, index) =>
    (stored[index]?.results ?? []).map((row) => ({
      sql: `INSERT INTO "${name}" VALUES (${Object.keys(row).map(() => '?')})`,
      values: Object.values(row),
    })),
  )
  return { schema: await storedSchema(), objects, rows }
}

async function run(statements: readonly Statement[]): Promise<void> {
  await env.DB.batch(statements.map(({ sql, values = [] }) => env.DB.prepare(sql).bind(...values)))
}
