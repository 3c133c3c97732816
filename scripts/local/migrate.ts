import { readdir, readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from 'wrangler'
import { DATABASE_WORKER, localDatabase } from './local-database.ts'
import { ROOT } from './run.ts'

const FOLDER = `${ROOT}migrations`
/** The database's schema without internal entries of SQLite, D1 and wrangler. */
const ENTRIES = `SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'd1_migrations'
  AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'review_search_*' ORDER BY name`

interface Entry {
  name: string
  sql: string
}

/**
 * Applies the migrations that the local D1 in `stateDir` doesn't have yet, each atomically, and records them like
 * wrangler. `wrangler d1 migrations apply --local` would start a workerd for every file: 16 seconds of CPU instead of
 * one.
 *
 * @throws Error if a migration fails; earlier ones stay applied. Also if an applied migration was deleted or edited
 *   since; until the first deployment, the baseline may be edited.
 */
export async function migrate(stateDir: string): Promise<void> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(`${ROOT}wrangler.toml`)
  // wrangler's result isn't typed.
  const d1Databases = workerOptions.d1Databases as Record<string, { id: string }>
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      resourcePersistencePath: `${stateDir}/v3`,
      log: new Log(LogLevel.ERROR),
      cf: false,
      workers: [{ ...DATABASE_WORKER, d1Databases }],
    }),
  )
  try {
    const database = await localDatabase(miniflare)
    await database
      .prepare(
        `CREATE TABLE IF NOT EXISTS d1_migrations (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT UNIQUE,
          applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
        )`,
      )
      .run()
    const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
    const applied = new Set(results.map(({ name }) => name))
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()
    const stored = await database.prepare(ENTRIES).all<Entry>()
    const expected = await storeOf(files.filter((name) => applied.has(name)))
    if ([...applied].some((name) => !files.includes(name)) || textOf(stored.results) !== textOf(expected)) {
      throw new Error(
        `An earlier version made the local store in ${stateDir}. To begin anew, remove ${stateDir}/v3 and start again.`,
      )
    }
    for (const file of files.filter((name) => !applied.has(name))) {
      const statements = unstable_splitSqlQuery(await readFile(`${FOLDER}/${file}`, 'utf8'))
      await database.batch([
        ...statements.map((statement) => database.prepare(statement)),
        database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(file),
      ])
    }
  } finally {
    await miniflare.dispose()
  }
}

/** Schema that these migrations create in an empty store. */
async function storeOf(files: string[]): Promise<Entry[]> {
  const store = new DatabaseSync(':memory:')
  for (const file of files) store.exec(await readFile(`${FOLDER}/${file}`, 'utf8'))
  // Safe: the columns are those of the query.
  return store.prepare(ENTRIES).all() as unknown as Entry[]
}

function textOf(entries: Entry[]): string {
  return entries
    .map(({ name, sql }) => `${name}: ${sql.replace(/--.*/g, '').replace(/\s+/g, ' ')}`)
    .join('\n')
}
