import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A binding of an uploaded version, as in the upload's metadata. */
interface Binding {
  type: string
  name: string
  text?: string
}

export interface Version {
  id: string
  bindings: Binding[]
  /** Names of the uploaded files. */
  files?: string[]
}

export interface Call {
  method: string
  /** Path below the account, or below the API's root. */
  path: string
}

interface Stored {
  uuid: string
  name: string
  store: DatabaseSync
  /** Size as reported by the platform. */
  bytes: number
  /** Copies of the store, by bookmark. */
  moments: Map<string, DatabaseSync>
}

interface Script {
  versions: Version[]
  live: string | null
  crons: string[]
  secrets: Map<string, string>
}

interface Answer {
  result?: unknown
  status?: number
  error?: { code: number; message: string }
}

interface Options {
  /** Returns the status with which to refuse a call; the call then has no effect. Undefined: the call isn't refused. */
  refuse?: (call: Call) => number | undefined
  /** True to drop the connection after the call took effect, without an answer. */
  loseAnswer?: (call: Call) => boolean
  /** Response of the deployed worker's `/healthz`; that of a healthy worker by default. */
  health?: (version: Version) => { status: number; body: object }
  /** Status of the deployed worker's `/login`; 200 by default. */
  screenStatus?: (version: Version | undefined) => number
  /** The account's workers.dev name; null for a new account that never had a worker. */
  subdomain?: string | null
}

const ACCOUNT = 'account00000000000000000000000000'
const TOKEN = 'token-of-the-stand-in'
const WORKER_MISSING = { code: 10007, message: 'This Worker does not exist on your account.' }

/**
 * A stand-in for the platform's API as wrangler calls it: D1 is a real SQLite, everything else is kept in memory. It
 * supports only what `npm run deploy` and `npm run doctor` need; any other call gets 404 and is listed in `unknown`.
 */
export async function startCloudflare(options: Options = {}) {
  const databases = new Map<string, Stored>()
  const queues = new Map<string, { id: string; consumers: Record<string, unknown>[] }>()
  const scripts = new Map<string, Script>()
  const subscriptions = [{ rate_plan: { id: 'workers_paid', public_name: 'Workers Paid' }, state: 'Paid' }]
  const calls: Call[] = []
  const unknown: Call[] = []

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const send = (status: number, body: object, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    }
    const body = await bodyOf(request)
    if (url.pathname === '/healthz') return healthz(send)
    if (url.pathname === '/login') return send(options.screenStatus?.(deployedVersion()) ?? 200, {})
    const path = url.pathname.replace(/^\/client\/v4/, '').replace(`/accounts/${ACCOUNT}`, '')
    const call = { method: request.method ?? 'GET', path }
    calls.push(call)
    if (request.headers.authorization !== `Bearer ${TOKEN}` && !path.includes('/assets/'))
      return send(401, failure(10000, 'Authentication error'))
    const refusal = options.refuse?.(call)
    if (refusal !== undefined) return send(refusal, failure(7500, 'The stand-in was asked to fail here.'))
    const answer = await answerTo(call, url, body)
    if (!answer) {
      unknown.push(call)
      return send(404, failure(7003, `The stand-in does not know ${call.method} ${path}`))
    }
    if (options.loseAnswer?.(call)) return request.socket.destroy()
    if (answer.error) return send(answer.status ?? 400, failure(answer.error.code, answer.error.message))
    const count = Array.isArray(answer.result) ? answer.result.length : undefined
    send(200, {
      success: true,
      errors: [],
      messages: [],
      result: answer.result,
      ...(count !== undefined && {
        result_info: { page: 1, per_page: 1000, count, total_count: count, total_pages: 1 },
      }),
    })
  })

  /** Version of the worker deployed last, which shares the stand-in's address. */
  function deployedVersion(): Version | undefined {
    const script = [...scripts.values()].findLast(({ live }) => live)
    return script?.versions.find(({ id }) => id === script.live)
  }

  function healthz(send: (status: number, body: object) => void) {
    const version = deployedVersion()
    if (!version) return send(404, {})
    const isSetUp = version.bindings.some(({ name }) => name === 'APP_ORIGIN')
    const health = options.health?.(version) ?? {
      status: isSetUp ? 200 : 503,
      body: { ok: isSetUp, version: version.id, tick: { version: version.id, secondsAgo: 1 } },
    }
    send(health.status, health.body)
  }

  async function answerTo({ method, path }: Call, url: URL, body: Buffer): Promise<Answer | null> {
    const [, area, ...rest] = path.split('/')
    const json = () => JSON.parse(body.toString() || '{}')
    if (path === '/user') return { result: { id: 'user', email: 'operator@example.com' } }
    if (path === '/user/tokens/verify') return { result: { id: 'token', status: 'active' } }
    if (path === '/accounts') return { result: [{ id: ACCOUNT, name: 'Stand-in' }] }
    if (path === '/memberships')
      return { result: [{ id: 'membership', account: { id: ACCOUNT, name: 'Stand-in' } }] }
    if (area === 'd1') return database(method, rest.slice(1), url, json)
    if (area === 'queues') return queue(method, rest, url, json)
    if (path === '/subscriptions') return { result: subscriptions }
    if (path === '/workers/subdomain') {
      const { subdomain = 'stand-in' } = options
      return subdomain
        ? { result: { subdomain } }
        : { status: 404, error: { code: 10007, message: 'No subdomain' } }
    }
    if (area === 'workers') return worker(method, rest, body)
    return null
  }

  function addDatabase(name: string) {
    const made: Stored = {
      uuid: randomUUID(),
      name,
      store: new DatabaseSync(':memory:'),
      bytes: 123_456,
      moments: new Map(),
    }
    databases.set(made.uuid, made)
    return made
  }

  function database(method: string, [key, ...rest]: string[], url: URL, json: () => Record<string, string>) {
    if (!key && method === 'POST') {
      const { name = '' } = json()
      if ([...databases.values()].some((one) => one.name === name))
        return { status: 400, error: { code: 7502, message: `A database named ${name} already exists` } }
      return { result: { uuid: addDatabase(name).uuid, name, version: 'production' } }
    }
    const found = [...databases.values()].find(({ uuid, name }) => uuid === key || name === key)
    if (!key) return { result: [...databases.values()].map(({ uuid, name }) => ({ uuid, name })) }
    if (!found)
      return { status: 404, error: { code: 7404, message: `The database ${key} could not be found` } }
    const { uuid, name, store } = found
    const action = rest.join('/')
    if (action === '') return { result: { uuid, name, version: 'production', file_size: found.bytes } }
    if (action === 'time_travel/bookmark') {
      const bookmark = `bookmark-${calls.length}`
      found.moments.set(bookmark, backup(store))
      return { result: { bookmark } }
    }
    if (action === 'time_travel/restore') {
      const moment = found.moments.get(url.searchParams.get('bookmark') ?? '')
      if (!moment) return { status: 404, error: { code: 7404, message: 'No such bookmark' } }
      found.store = moment
      return { result: { bookmark: 'restored', message: 'Restored', previous_bookmark: 'broken' } }
    }
    if (action === 'query') return query(found, json())
    return null
  }

  function queue(
    method: string,
    [id, , consumerId]: string[],
    url: URL,
    json: () => Record<string, unknown>,
  ) {
    const described = [...queues].map(([queue_name, { id: queue_id, consumers }]) => ({
      queue_id,
      queue_name,
      consumers,
      producers: [],
      consumers_total_count: consumers.length,
      producers_total_count: 1,
    }))
    if (!id && method === 'GET') {
      const names = url.searchParams.getAll('name')
      return {
        result: described.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name)),
      }
    }
    if (!id) {
      const name = String(json().queue_name)
      if (queues.has(name))
        return { status: 409, error: { code: 11009, message: 'Queue name is already taken' } }
      queues.set(name, { id: randomUUID().replaceAll('-', ''), consumers: [] })
      return { result: { queue_id: queues.get(name)?.id, queue_name: name } }
    }
    const found = [...queues.values()].find((one) => one.id === id)
    if (!found) return null
    if (method === 'POST') {
      const { script_name: script, ...consumer } = json()
      found.consumers.push({ ...consumer, type: 'worker', script, consumer_id: randomUUID() })
    }
    if (method === 'PUT' && !found.consumers.some((one) => one.consumer_id === consumerId)) return null
    return { result: found.consumers[0] ?? {} }
  }

  async function worker(method: string, [kind, name = '', ...rest]: string[], body: Buffer) {
    const action = rest.join('/')
    const script = scripts.get(name)
    if (action === 'assets-upload-session') return { result: { jwt: 'assets', buckets: [] } }
    if (kind === 'scripts' && action === '' && method === 'PUT') return upload(name, body)
    if (!script) return { status: 404, error: WORKER_MISSING }
    if (kind === 'services')
      return {
        result: {
          id: name,
          default_environment: {
            environment: 'production',
            script: { id: name, tag: name, tags: null, last_deployed_from: 'wrangler' },
          },
        },
      }
    if (kind === 'workers')
      return { result: { id: name, name, subdomain: { enabled: true, previews_enabled: false } } }
    const versionId = rest[0] === 'versions' ? rest[1] : undefined
    if (versionId) {
      const version = script.versions.find(({ id }) => id === versionId)
      return version ? { result: described(version) } : { status: 404, error: WORKER_MISSING }
    }
    switch (`${method} ${action}`) {
      case 'GET settings':
        return { result: { bindings: liveVersion(script)?.bindings ?? [] } }
      case 'PATCH script-settings':
        return { result: {} }
      case 'GET secrets':
        return { result: [...script.secrets.keys()].map((one) => ({ name: one, type: 'secret_text' })) }
      case 'POST subdomain':
        return { result: { enabled: true, previews_enabled: false } }
      case 'GET schedules':
        return { result: { schedules: script.crons.map((cron) => ({ cron })) } }
      case 'PUT schedules':
        script.crons = (JSON.parse(body.toString()) as { cron: string }[]).map(({ cron }) => cron)
        return { result: { schedules: [] } }
      case 'POST versions':
        return upload(name, body, false)
      case 'POST deployments': {
        script.live = JSON.parse(body.toString()).versions[0].version_id
        return { result: { id: randomUUID() } }
      }
      case 'GET deployments':
        return {
          result: {
            deployments: script.live
              ? [
                  {
                    id: randomUUID(),
                    created_on: new Date().toISOString(),
                    source: 'wrangler',
                    strategy: 'percentage',
                    author_email: 'operator@example.com',
                    annotations: {},
                    versions: [{ version_id: script.live, percentage: 100 }],
                  },
                ]
              : [],
          },
        }
      default:
        return null
    }
  }

  /** Adds a version with its own bindings, and with those of the live version whose types the upload asks to keep. */
  async function upload(name: string, body: Buffer, goesLive = true) {
    const type = /^--(\S+)\r?\n/.exec(body.subarray(0, 200).toString('latin1'))?.[1]
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': `multipart/form-data; boundary=${type}` },
    }).formData()
    const metadata = JSON.parse(await textOf(form.get('metadata'))) as {
      bindings: Binding[]
      keep_bindings?: string[]
    }
    const script: Script = scripts.get(name) ?? { versions: [], live: null, crons: [], secrets: new Map() }
    scripts.set(name, script)
    const own = new Set(metadata.bindings.map((binding) => binding.name))
    const inherited = (liveVersion(script)?.bindings ?? []).filter(
      (binding) => !own.has(binding.name) && (metadata.keep_bindings ?? []).includes(binding.type),
    )
    const files = [...form.keys()].filter((part) => part !== 'metadata')
    const version = { id: randomUUID(), bindings: [...metadata.bindings, ...inherited], files }
    for (const binding of version.bindings)
      if (binding.type === 'secret_text' && binding.text) script.secrets.set(binding.name, binding.text)
    script.versions.push(version)
    if (goesLive) script.live = version.id
    return {
      result: { ...described(version), deployment_id: version.id.replaceAll('-', ''), startup_time_ms: 12 },
    }
  }

  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** Settings that make wrangler and our scripts use the stand-in. */
    env: {
      CLOUDFLARE_API_BASE_URL: `${origin}/client/v4`,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      HEALTH_ORIGIN: origin,
    },
    addDatabase,
    calls,
    unknown,
    databases,
    queues,
    scripts,
    subscriptions,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function liveVersion(script: Script): Version | undefined {
  return script.versions.find(({ id }) => id === script.live)
}

function described({ id, bindings }: Version) {
  return {
    id,
    number: 1,
    metadata: {
      author_email: 'operator@example.com',
      created_on: new Date().toISOString(),
      source: 'wrangler',
    },
    annotations: {},
    resources: {
      // Secrets are never given out.
      bindings: bindings.map((one) =>
        one.type === 'secret_text' ? { type: one.type, name: one.name } : one,
      ),
      script: { etag: createHash('sha256').update(id).digest('hex'), handlers: ['fetch'] },
      script_runtime: {},
    },
  }
}

let momentsFolder: string | undefined

/** Copies a store into a file that is deleted when the process exits. */
function backup(store: DatabaseSync): DatabaseSync {
  if (!momentsFolder) {
    const folder = mkdtempSync(join(tmpdir(), 'review-dashboard-moments-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    momentsFolder = folder
  }
  const file = join(momentsFolder, `${randomUUID()}.sqlite`)
  store.exec(`VACUUM INTO '${file}'`)
  return new DatabaseSync(file)
}

/** Runs the statements of a query in one transaction, like D1, with one result for each. */
function query({ store, bytes }: Stored, { sql = '', params }: { sql?: string; params?: unknown }) {
  try {
    store.exec('BEGIN')
    const isRead = /^\s*(SELECT|PRAGMA)/i.test(sql)
    // Reads of several statements have no parameters.
    const answers = isRead
      ? sql.split(/;\s*(?=SELECT\b)/i).map((one) => store.prepare(one).all(...((params ?? []) as string[])))
      : [[]]
    if (!isRead) store.exec(sql)
    store.exec('COMMIT')
    const meta = { duration: 0, rows_read: 0, rows_written: 0, size_after: bytes }
    return { result: answers.map((results) => ({ results, success: true, meta })) }
  } catch (error) {
    store.exec('ROLLBACK')
    return {
      status: 400,
      error: { code: 7500, message: String(error instanceof Error ? error.message : error) },
    }
  }
}

function failure(code: number, message: string) {
  return { success: false, errors: [{ code, message }], messages: [], result: null }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

async function textOf(part: FormDataEntryValue | null): Promise<string> {
  return typeof part === 'string' ? part : ((await part?.text()) ?? '')
}
