import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { experimental_readRawConfig } from 'wrangler'
import { outputOf, ROOT, run } from './run.ts'

/** A deployed instance: production, or a second one beside it with its own names. */
export interface Instance {
  worker: string
  database: string
  queues: string[]
  crons: string[]
  /** The worker's variables that wrangler.toml sets. */
  vars: Record<string, string>
  /** Path of wrangler's configuration file: a copy of wrangler.toml with the instance's names. */
  config: string
}

/** The deployed version. */
export interface Deployed {
  version: string
  secrets: string[]
  vars: Record<string, string>
  bindings: string[]
}

interface QueueConfig {
  queue: string
  dead_letter_queue?: string
}

/** The parts of wrangler.toml that are read or changed here. */
interface RawConfig {
  name: string
  vars: Record<string, string>
  d1_databases: { binding: string; database_name: string; database_id?: string }[]
  queues: { producers: (QueueConfig & { binding: string })[]; consumers: QueueConfig[] }
  triggers: { crons: string[] }
  send_email: { name: string }[]
  ratelimits: { name: string }[]
  assets: { binding: string }
}

const API_TIMEOUT_MS = 10_000
const WORKER_MISSING = /code: 10007\b/
const DATABASE_MISSING = /Couldn't find .*D1 DB/

/**
 * The instance of an environment. Outside of production, every name ends in the environment's name. wrangler gets a
 * copy of wrangler.toml, because it writes the ids of the resources it creates into its configuration file.
 */
export function instanceOf(environment: string): Instance {
  if (!/^[a-z][a-z0-9-]{0,20}$/.test(environment))
    throw new Error(`--env takes a name of lower-case letters, such as staging, not '${environment}'.`)
  const raw = rawConfigOf('wrangler.toml')
  const isProduction = environment === 'production'
  const named = (name: string) => (isProduction ? name : `${name}-${environment}`)
  const queueNamed = <Q extends QueueConfig>(one: Q): Q => ({
    ...one,
    queue: named(one.queue),
    ...(one.dead_letter_queue && { dead_letter_queue: named(one.dead_letter_queue) }),
  })
  const [first] = raw.d1_databases
  if (!first) throw new Error('wrangler.toml names no database.')
  const { database_id, ...database } = first
  const config = {
    ...raw,
    name: named(raw.name),
    d1_databases: [
      {
        ...database,
        database_name: named(first.database_name),
        ...(isProduction && database_id && { database_id }),
      },
    ],
    queues: {
      producers: raw.queues.producers.map(queueNamed),
      consumers: raw.queues.consumers.map(queueNamed),
    },
  }
  const file = `wrangler.${environment}.json`
  writeFileSync(`${ROOT}${file}`, JSON.stringify(config, null, 2))
  return {
    worker: config.name,
    database: named(first.database_name),
    queues: config.queues.producers.map(({ queue }) => queue),
    crons: raw.triggers.crons,
    vars: raw.vars,
    config: file,
  }
}

/** A wrangler command failed. The message is wrangler's output. */
class WranglerError extends Error {
  constructor(args: readonly string[], said: string) {
    super(`wrangler ${args.slice(0, 2).join(' ')} failed:\n${said.trim()}`)
    this.name = 'WranglerError'
  }
}

/** The output of a wrangler command that prints JSON. @throws WranglerError */
async function askWrangler<T>(args: string[]): Promise<T> {
  const { code, stdout, stderr } = await outputOf('wrangler', args)
  if (code !== 0) throw new WranglerError(args, `${stderr}\n${stdout}`)
  try {
    return JSON.parse(stdout) as T
  } catch {
    throw new WranglerError(args, `It printed something else than JSON:\n${stdout.slice(0, 400)}`)
  }
}

async function unlessMissing<T>(missing: RegExp, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    // Any other failure must not look like a fresh account: it would get new secrets.
    if (error instanceof WranglerError && missing.test(error.message)) return null
    throw error
  }
}

/** Accounts that wrangler may use; null if nobody is logged in. */
export async function accounts(): Promise<{ id: string; name: string }[] | null> {
  const { code, stdout } = await outputOf('wrangler', ['whoami', '--json'])
  const answer = code === 0 ? (JSON.parse(stdout) as { accounts: { id: string; name: string }[] }) : null
  return answer?.accounts ?? null
}

/** The version that serves now; null if there is no such worker yet. */
export async function deployedNow({ config }: Instance): Promise<Deployed | null> {
  const status = await unlessMissing(WORKER_MISSING, () =>
    askWrangler<{ versions: { version_id: string; percentage: number }[] }>([
      ...['deployments', 'status', '--json', '--config', config],
    ]),
  )
  const [live] = (status?.versions ?? []).sort((a, b) => b.percentage - a.percentage)
  if (!live) return null
  const { resources } = await askWrangler<{
    resources: { bindings: { name: string; type: string; text?: string }[] }
  }>(['versions', 'view', live.version_id, '--json', '--config', config])
  const ofType = (type: string) => resources.bindings.filter((binding) => binding.type === type)
  return {
    version: live.version_id,
    secrets: ofType('secret_text').map(({ name }) => name),
    vars: Object.fromEntries(ofType('plain_text').map(({ name, text = '' }) => [name, text])),
    bindings: resources.bindings.map(({ name }) => name),
  }
}

/** The database's current bookmark; null if there is no database yet. */
export async function bookmarkOf({ config, database }: Instance): Promise<string | null> {
  const answer = await unlessMissing(DATABASE_MISSING, () =>
    askWrangler<{ bookmark: string }>(['d1', 'time-travel', 'info', database, '--json', '--config', config]),
  )
  return answer?.bookmark ?? null
}

interface Answer<Row> {
  results: Row[]
  meta: { size_after?: number }
}

/** The rows of several statements, run in the deployed database in one call. */
export async function queryAllDeployed<Row>(
  { config, database }: Instance,
  statements: readonly string[],
): Promise<Answer<Row>[]> {
  const answers = await askWrangler<Answer<Row>[]>([
    ...['d1', 'execute', database, '--remote', '--json', '--config', config],
    ...['--command', statements.join(';\n')],
  ])
  if (answers.length !== statements.length)
    throw new Error(`The database answered ${answers.length} of ${statements.length} statements.`)
  return answers
}

/** The rows of a statement run in the deployed database. */
export async function queryDeployed<Row>(instance: Instance, sql: string): Promise<Answer<Row>> {
  const [answer] = await queryAllDeployed<Row>(instance, [sql])
  // Safe: there are as many answers as statements.
  return answer as Answer<Row>
}

/** Queues of the instance that the account doesn't have. */
export async function missingQueues({ config, queues }: Instance): Promise<string[]> {
  const { code, stdout, stderr } = await outputOf('wrangler', ['queues', 'list', '--config', config])
  if (code !== 0) throw new WranglerError(['queues', 'list'], `${stderr}\n${stdout}`)
  // The command prints a table and has no JSON output.
  const cells = new Set(stdout.split(/[│|\n]/).map((cell) => cell.trim()))
  return queues.filter((queue) => !cells.has(queue))
}

/** Facts about the account that no wrangler command prints. */
export interface AccountFacts {
  crons: string[]
  /** Names of the plans that the account pays for; null if the login may not see its bills. */
  plans: string[] | null
}

/** Queries Cloudflare's API directly, with wrangler's login. @throws Error if the worker's triggers can't be read */
export async function accountFacts({ worker }: Instance, account: string): Promise<AccountFacts> {
  const login = await askWrangler<{ token?: string; key?: string; email?: string }>([
    'auth',
    'token',
    '--json',
  ])
  const headers: Record<string, string> = login.token
    ? { authorization: `Bearer ${login.token}` }
    : { 'x-auth-key': login.key ?? '', 'x-auth-email': login.email ?? '' }
  const api = process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4'
  const ask = async <T>(path: string): Promise<T | null> => {
    const answer = await fetch(`${api}/accounts/${account}${path}`, {
      headers,
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    })
    return answer.ok ? ((await answer.json()) as { result: T }).result : null
  }
  const [triggers, subscriptions] = await Promise.all([
    ask<{ schedules: { cron: string }[] }>(`/workers/scripts/${worker}/schedules`),
    ask<{ rate_plan?: { public_name?: string } }[]>('/subscriptions'),
  ])
  if (!triggers) throw new Error(`The platform didn't say which cron triggers ${worker} has.`)
  return {
    crons: triggers.schedules.map(({ cron }) => cron),
    plans: subscriptions?.map(({ rate_plan }) => rate_plan?.public_name ?? '') ?? null,
  }
}

function rawConfigOf(file: string): RawConfig {
  // Safe: it is our wrangler.toml, or the copy by `instanceOf`.
  return experimental_readRawConfig({ config: `${ROOT}${file}` }).rawConfig as unknown as RawConfig
}

/** Names of the bindings in the instance's configuration. */
export function bindingsOf({ config }: Instance): string[] {
  const { d1_databases, queues, send_email, ratelimits, assets } = rawConfigOf(config)
  const bound = [...d1_databases, ...queues.producers, assets]
  return [...bound.map(({ binding }) => binding), ...[...send_email, ...ratelimits].map(({ name }) => name)]
}

export interface Upload {
  version: string
  /** The address at workers.dev; null if the worker only has routes. */
  address: string | null
}

/** Uploads the worker with new secrets and variables, and sends all traffic to it. Other secrets stay unchanged. */
export async function upload(
  { config }: Instance,
  { secrets, vars }: { secrets: Record<string, string>; vars: Record<string, string> },
): Promise<Upload> {
  const folder = mkdtempSync(join(tmpdir(), 'review-dashboard-upload-'))
  const forget = () => rmSync(folder, { recursive: true, force: true })
  // Secrets must not stay on disk, however this ends.
  process.once('exit', forget)
  process.once('SIGINT', () => process.exit(130))
  const secretsFile = join(folder, 'secrets.json')
  const outputFile = join(folder, 'output.ndjson')
  try {
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
    writeFileSync(outputFile, '')
    const given = Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`])
    const isNew = Object.keys(secrets).length > 0 ? ['--secrets-file', secretsFile] : []
    await run('wrangler', ['deploy', '--keep-vars', '--config', config, ...given, ...isNew], {
      env: { WRANGLER_OUTPUT_FILE_PATH: outputFile },
      mayAsk: true,
    })
    const lines = readFileSync(outputFile, 'utf8').split('\n').filter(Boolean)
    const done = lines
      .map((line) => JSON.parse(line) as { type: string; version_id: string; targets?: string[] })
      .find(({ type }) => type === 'deploy')
    if (!done?.version_id) throw new Error('wrangler did not say which version it deployed.')
    const host = (done.targets ?? []).find((target) => /^(https:\/\/)?[\w.-]+\.workers\.dev$/.test(target))
    return { version: done.version_id, address: host ? `https://${host.replace('https://', '')}` : null }
  } finally {
    forget()
  }
}
