import { readdirSync, readFileSync } from 'node:fs'
import { ROOT } from './run.ts'

/** The only files that may write a table (docs/decisions/0021-owners-of-runs-and-sources.md). */
const OWNERS = {
  scrape_runs: ['worker/collection/run-store.ts', 'worker/businesses/source-state.ts'],
  business_sources: ['worker/businesses/source-state.ts'],
} as const
type Table = keyof typeof OWNERS

/** Files by their path from the root of the project. */
type Files = Record<string, string>

/** One line for each file that writes a table which it does not own, in SQL or through Drizzle. */
export function foreignWrites(files: Files): string[] {
  return Object.entries(OWNERS).flatMap(([table, owners]) =>
    writersOf(table as Table, files)
      .filter((path) => !owners.some((owner) => owner === path))
      .map((path) => `${path} writes ${table}, which only ${owners.join(' and ')} may do`),
  )
}

export function writersOf(table: Table, files: Files): string[] {
  const schema = table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const name = `["'\`]?(?:${table}|\\$\\{\\s*${schema}\\s*\\})(?!\\w)`
  const verb =
    '(?:insert(?:\\s+or\\s+\\w+)?\\s+into|replace\\s+into|update(?:\\s+or\\s+\\w+)?|delete\\s+from)'
  const inSql = new RegExp(`\\b${verb}\\s+${name}`, 'i')
  const inDrizzle = new RegExp(`\\.\\s*(?:insert|update|delete)\\(\\s*(?:\\w+\\.)?${schema}\\s*\\)`)
  const renamed = new RegExp(`\\b${schema}\\s+as\\s+\\w`)
  return Object.keys(files).filter((path) =>
    [inSql, inDrizzle, renamed].some((pattern) => pattern.test(files[path] ?? '')),
  )
}

export function workerFiles(): Files {
  const paths = readdirSync(`${ROOT}worker`, { recursive: true, encoding: 'utf8' })
  const code = paths
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `worker/${path.replaceAll('\\', '/')}`)
  return Object.fromEntries(code.map((path) => [path, readFileSync(ROOT + path, 'utf8')]))
}
