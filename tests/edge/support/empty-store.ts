import { applyD1Migrations, env } from 'cloudflare:test'

interface Statement {
  sql: string
  values?: unknown[]
}

/** The migrated schema with its rows, cached for the isolate's next files, because migrating takes half a second. */
const isolate = globalThis as typeof globalThis & { migratedStore?: Statement[] }

/**
 * Gives a test file its own database content: all files run in one workerd, whose database keeps the rows of the
 * previous one.
 */
export async function emptyStore(): Promise<void> {
  const drops = (await storedObjects())
    .filter(({ type }) => type === 'table' || type === 'view')
    // Latest first, because others may refer to earlier ones.
    .map(({ type, name }) => ({ sql: `DROP ${type} "${name}"` }))
    .reverse()
  if (isolate.migratedStore) return run([...drops, ...isolate.migratedStore])
  if (drops.length > 0) await run(drops)
  await applyD1Migrations(env.DB, env.MIGRATIONS)
  isolate.migratedStore = await migratedStore()
}

/** Tables, indexes, triggers and views, earliest first. A search index creates and drops its own tables. */
async function storedObjects() {
  const { results } = await env.DB.prepare(
    `SELECT sqlite_master.type, name, sql FROM sqlite_master LEFT JOIN pragma_table_list AS list USING (name)
    WHERE sql IS NOT NULL AND list.type IS NOT 'shadow' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
    ORDER BY sqlite_master.rowid`,
  ).all<{ type: 'table' | 'index' | 'trigger' | 'view'; name: string; sql: string }>()
  return results
}

async function migratedStore(): Promise<Statement[]> {
  const objects = await storedObjects()
  const tables = objects.filter(({ type }) => type === 'table')
  const plain = tables.filter(({ sql }) => !sql.startsWith('CREATE VIRTUAL'))
  const stored = await env.DB.batch<Record<string, unknown>>(
    plain.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)),
  )
  const rows = plain.flatMap(({ name }, index) =>
    (stored[index]?.results ?? []).map((row) => ({
      sql: `INSERT INTO "${name}" VALUES (${Object.keys(row).map(() => '?')})`,
      values: Object.values(row),
    })),
  )
  // Insert rows before creating triggers, which would act on them.
  return [...tables, ...rows, ...objects.filter(({ type }) => type !== 'table')]
}

async function run(statements: Statement[]): Promise<void> {
  await env.DB.batch(statements.map(({ sql, values = [] }) => env.DB.prepare(sql).bind(...values)))
}
