import { readdirSync, readFileSync } from 'node:fs'
import { ROOT } from './run.ts'
import { openStore } from './store-schema.ts'
import { BY_TRIGGERS, OWNERS, WRITES_ANYWHERE } from './table-owners.ts'

/** File contents by path from the project's root. */
type Files = Record<string, string>

interface Write {
  path: string
  /** Name as in the store; null if the code names the table in a way that can't be parsed here. */
  table: string | null
  /**
   * True for deleting the oldest rows (`platform/prune.ts`), which a domain's `clean-up.ts` may do for all tables of
   * the domain.
   */
  isPruning: boolean
}

/** Violations of table ownership, one per line. @param tables of the store */
export function ownershipFaults(files: Files, tables: readonly string[]): string[] {
  const unknown = Object.keys(OWNERS).filter((table) => !tables.includes(table))
  const ownerless = tables.filter((table) => !(table in OWNERS))
  return [
    ...unknown.map((table) => `there is no table ${table}`),
    ...ownerless.map((table) => `${table} has no owner`),
    ...foreignWrites(files, tables),
    ...idleOwners(files, tables),
  ]
}

/** Files that write to a table they don't own, in SQL or through Drizzle. */
export function foreignWrites(files: Files, tables: readonly string[]): string[] {
  const faults = writesIn(files, tables)
    .filter((write) =>
      write.table === null
        ? !WRITES_ANYWHERE.includes(write.path)
        : !ownersOf(write.table).some((owner) => mayDo(owner, write)),
    )
    .map(({ path, table }) =>
      table === null
        ? `${path} writes a table that is not named where it is written`
        : `${path} writes ${table}, which only ${ownersOf(table).join(' and ')} may do`,
    )
  return [...new Set(faults)]
}

/** Listed owners that don't write their table. */
function idleOwners(files: Files, tables: readonly string[]): string[] {
  const writes = writesIn(files, tables).filter(({ isPruning }) => !isPruning)
  return Object.entries(OWNERS).flatMap(([table, owners]) =>
    owners
      .filter((owner) => owner !== BY_TRIGGERS)
      .filter((owner) => !writes.some((write) => write.table === table && mayDo(owner, write)))
      .map((owner) => `${owner} owns ${table}, and does not write it`),
  )
}

function ownersOf(table: string): readonly string[] {
  return OWNERS[table] ?? []
}

function mayDo(owner: string, { path, isPruning }: Write): boolean {
  if (isPruning) return domainOf(path) === domainOf(owner)
  return owner.endsWith('/') ? path.startsWith(owner) : path === owner
}

/** Domain of a file: `worker/reviews` for `worker/reviews/list.ts`. */
function domainOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

const VERB = String.raw`\b(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+`
/** Our SQL is in upper case. A match in lower case counts only if a table's name follows, because it may be prose. */
const SQL_WRITE = new RegExp(`${VERB}["'\`]?(?:(\\w+)|\\$\\{\\s*([^}]*?)\\s*\\})`, 'gi')
const DRIZZLE_WRITE =
  /(\bdb)?\s*\.\s*(?:insert|update|delete)\(\s*([\w.]+)\s*\)(\s*\.\s*(?:values|select|set|where)\b)?/g
/** `DueWork` writes to the named table (`platform/due.ts`). */
const DUE_WORK = /\bDueWork<typeof (\w+)>/g
const PRUNING = /(?<!function )\bprune\((?:[^{]*?\{\s*key:\s*(\w+)\.)?/g

function writesIn(files: Files, tables: readonly string[]): Write[] {
  return Object.entries(files).flatMap(([path, code]) => [
    ...[...inSql(code, tables), ...inDrizzle(code, tables), ...inDueWork(code, tables)].map((table) => ({
      path,
      table,
      isPruning: false,
    })),
    ...inPruning(code, tables).map((table) => ({ path, table, isPruning: true })),
  ])
}

function inSql(code: string, tables: readonly string[]): (string | null)[] {
  return [...code.matchAll(SQL_WRITE)].flatMap(([text, name, value]) => {
    const table = named(name ?? value ?? '', tables)
    const isSql = /^[A-Z]+\s/.test(text) && name !== 'SET'
    return table !== null || isSql ? [table] : []
  })
}

function inDrizzle(code: string, tables: readonly string[]): (string | null)[] {
  return [...code.matchAll(DRIZZLE_WRITE)].flatMap(([, database, name = '', next]) => {
    const table = named(name, tables)
    const isDrizzle = database !== undefined || next !== undefined
    return table !== null || isDrizzle ? [table] : []
  })
}

function inDueWork(code: string, tables: readonly string[]): (string | null)[] {
  return [...code.matchAll(DUE_WORK)].map(([, name = '']) => named(name, tables))
}

function inPruning(code: string, tables: readonly string[]): (string | null)[] {
  return [...code.matchAll(PRUNING)].map(([, name = '']) => named(name, tables))
}

/** @param name as in the store or the schema: `scrape_runs`, `scrapeRuns`, `schema.scrapeRuns` */
function named(name: string, tables: readonly string[]): string | null {
  const stored = name.replace(/^\w+\./, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return tables.includes(stored) ? stored : null
}

export function workerFiles(): Files {
  const paths = readdirSync(`${ROOT}worker`, { recursive: true, encoding: 'utf8' })
  const code = paths
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `worker/${path.replaceAll('\\', '/')}`)
  return Object.fromEntries(code.map((path) => [path, readFileSync(ROOT + path, 'utf8')]))
}

/** Tables that exist after the migrations, including views that triggers make writable. */
export function storedTables(store = openStore()): string[] {
  // Leaves out the search index's own tables, called shadow tables.
  const names = store.prepare(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  )
  return names.all().map(({ name }) => String(name))
}
