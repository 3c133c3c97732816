import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { bookmarkOf, type Instance, instanceOf, queryAllDeployed, queryDeployed } from './local/cloudflare.ts'
import { run } from './local/run.ts'

// Rehearses a restore: damages a deployed instance that isn't production, restores it from its bookmark, and compares
// every row.

const PAGE_ROWS = 5_000

interface Table {
  name: string
  /** Columns by which the table's rows are ordered. */
  order: string
}

interface Stored {
  rows: number
  /** Hash of each row, in any order. */
  hashes: string[]
}

/** Tables with their own rows: a search index stores its rows in internal tables. */
async function tablesOf(instance: Instance): Promise<Table[]> {
  const { results } = await queryDeployed<Table>(
    instance,
    `SELECT name, coalesce((SELECT group_concat('"' || name || '"') FROM (
        SELECT name FROM pragma_table_info(list.name) WHERE pk > 0 ORDER BY pk)), 'rowid') AS "order"
      FROM pragma_table_list AS list WHERE type = 'table' AND schema = 'main'
      AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' ORDER BY name`,
  )
  return results
}

/** Reads every row, a page of all tables at a time: each start of wrangler takes seconds. */
async function storedIn(instance: Instance, tables: readonly Table[]): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>(tables.map(({ name }) => [name, { rows: 0, hashes: [] }]))
  let unread = [...tables]
  for (let offset = 0; unread.length > 0; offset += PAGE_ROWS) {
    const pages = await queryAllDeployed<object>(
      instance,
      unread.map(
        ({ name, order }) => `SELECT * FROM "${name}" ORDER BY ${order} LIMIT ${PAGE_ROWS} OFFSET ${offset}`,
      ),
    )
    for (const [index, { name }] of unread.entries())
      for (const row of pages[index]?.results ?? [])
        stored.get(name)?.hashes.push(createHash('sha256').update(JSON.stringify(row)).digest('hex'))
    unread = unread.filter((_, index) => pages[index]?.results.length === PAGE_ROWS)
  }
  for (const one of stored.values()) {
    one.rows = one.hashes.length
    one.hashes.sort()
  }
  return stored
}

/**
 * Tables whose rows differ. Tables that the minute's tick writes are left out, because the instance keeps running
 * meanwhile.
 */
function differences(before: Map<string, Stored>, after: Map<string, Stored>): string[] {
  const own = ['instance', 'd1_migrations']
  return [...before].flatMap(([table, { rows, hashes }]) => {
    const now = after.get(table)
    if (own.includes(table) || now?.hashes.join() === hashes.join()) return []
    return [`${table}: ${rows} rows before, ${now?.rows ?? 0} after`]
  })
}

const { values } = parseArgs({ options: { env: { type: 'string', default: '' } } })
if (values.env === '' || values.env === 'production') {
  console.error('The drill destroys data. Name another instance: npm run drill -- --env staging')
  process.exit(1)
}
const startedAt = Date.now()
const instance = instanceOf(values.env)
const tables = await tablesOf(instance)
const before = await storedIn(instance, tables)
const bookmark = await bookmarkOf(instance)
if (bookmark === null) throw new Error(`There is no database ${instance.database}.`)
console.log(
  `${[...before.values()].reduce((sum, { rows }) => sum + rows, 0)} rows in ${before.size} tables. Bookmark: ${bookmark}`,
)

await queryDeployed(instance, 'DELETE FROM businesses')
const broken = differences(before, await storedIn(instance, tables))
console.log(`Broken: all businesses are deleted, with what belongs to them.\n  ${broken.join('\n  ')}`)

const to = ['--bookmark', bookmark, '--config', instance.config]
await run('wrangler', ['d1', 'time-travel', 'restore', instance.database, ...to])
const left = differences(before, await storedIn(instance, tables))
const seconds = Math.round((Date.now() - startedAt) / 1000)
console.log(
  left.length === 0
    ? `Restored: every row is as it was. ${seconds} seconds.`
    : `Not restored, ${seconds} seconds:\n  ${left.join('\n  ')}`,
)
process.exitCode = left.length === 0 ? 0 : 1
