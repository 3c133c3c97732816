import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { ROOT } from '#scripts/local/run.ts'
import { type Call, startCloudflare } from '#tests/upstream/cloudflare.ts'

export type StandIn = Awaited<ReturnType<typeof startCloudflare>>

export const MIGRATIONS = readdirSync(`${ROOT}migrations`)
  .filter((file) => file.endsWith('.sql'))
  .sort()

/** Runs a script of a checkout against the stand-in, as a person would without a terminal. */
export async function runScript(
  standIn: StandIn,
  script: string,
  { args = [], cwd = ROOT }: { args?: string[]; cwd?: string } = {},
) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd,
    // CI, so that wrangler asks nothing. Waits are shortened, because they are meant for a real platform.
    env: { ...process.env, ...standIn.env, CI: '1', LOOK_MS: '20', MAX_WAIT_MS: '2000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: code as number, said: `${stdout}\n${stderr}` }
}

export const deploy = (standIn: StandIn, options: { args?: string[]; cwd?: string } = {}) =>
  runScript(standIn, 'scripts/deploy.ts', options)

/** A stand-in with a previously deployed worker, and a database without the last migration. */
export async function deployedBefore(options: Parameters<typeof startCloudflare>[0] = {}) {
  const standIn = await startCloudflare(options)
  const secrets = ['SESSION_SECRET', 'MFA_ENCRYPTION_KEY', 'TOKEN_PRIVATE_JWK', 'PUSH_PRIVATE_JWK']
  const version = {
    id: randomUUID(),
    bindings: [
      ...secrets.map((name) => ({ type: 'secret_text', name, text: `the first ${name}` })),
      { type: 'plain_text', name: 'APP_ORIGIN', text: 'https://reviews.example.com' },
    ],
  }
  standIn.scripts.set('review-dashboard', {
    versions: [version],
    live: version.id,
    crons: [],
    secrets: new Map(secrets.map((name) => [name, `the first ${name}`])),
  })
  const { uuid, store } = standIn.addDatabase('review-dashboard')
  store.exec(
    `CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
      applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
  )
  for (const name of MIGRATIONS.slice(0, -1)) {
    store.exec(readFileSync(`${ROOT}migrations/${name}`, 'utf8'))
    store.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
  }
  return { standIn, version: version.id, store, uuid }
}

export const writes = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)

/** Inserts a row, with any value in the columns that must have one. Turns the store's own conditions off. */
export function insertInto(store: DatabaseSync, table: string, row: Record<string, string | number>): void {
  store.exec('PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON')
  const required = store
    .prepare(`SELECT name FROM pragma_table_info('${table}') WHERE "notnull" = 1 AND dflt_value IS NULL`)
    .all() as { name: string }[]
  const filled = Object.entries({ ...Object.fromEntries(required.map(({ name }) => [name, name])), ...row })
  store
    .prepare(
      `INSERT INTO ${table} (${filled.map(([name]) => name).join()}) VALUES (${filled.map(() => '?').join()})`,
    )
    .run(...filled.map(([, value]) => value))
}
