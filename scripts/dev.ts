import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import type { ExecutionContext, ScheduledController } from '@cloudflare/workers-types'
import { apiReferenceFiles } from './local/api-reference.ts'
import { startBindings } from './local/dev-bindings.ts'
import { sendAnswer, toRequest } from './local/dev-http.ts'
import { forDevelopment } from './local/dev-pages.ts'
import { currentWorker, isFile, startScreens } from './local/dev-screens.ts'
import { migrate } from './local/migrate.ts'
import { requireFreePort } from './local/port.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, removeUnfinishedDemo, seedDemo } from './local/seed.ts'
import { serviceWorkerCode } from './local/service-worker.ts'
import { chooseUpstream } from './local/upstream.ts'

// Runs for `npm start` from the sources, re-read at each request: the worker in this process, through Vite, on the
// local D1 and queues.

const TICK_MS = 60_000

const port = await requireFreePort('npm run dev')
const origin = `http://localhost:${port}`
const upstream = await chooseUpstream()
// Demo businesses exist in the simulator only: never request them from the real platforms, nor mix the two.
const isSeeded = process.env.SEED !== 'none' && !upstream.isLive
const stateDir = resolve(process.env.STATE_DIR ?? (upstream.isLive ? '.state/live' : '.state'))
await mkdir(stateDir, { recursive: true })
await removeUnfinishedDemo(stateDir)
await migrate(stateDir)

const settings = { ...upstream.settings, APP_ORIGIN: origin }
const server = createServer()
const vite = await startScreens(server)
const bindings = await startBindings(stateDir, settings, async (batch) =>
  (await currentWorker(vite)).queue(batch, bindings.env),
)
if (isSeeded) await seedDemo(bindings.env.DB, settings, stateDir)

/** Execution context for the worker: work passed to `waitUntil` runs on in this process, and its errors are logged. */
const execution = {
  waitUntil: (promise: Promise<unknown>) => void promise.catch((error: unknown) => console.error(error)),
  passThroughOnException() {},
} as unknown as ExecutionContext

async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const worker = await currentWorker(vite)
  const answered = await worker.fetch(toRequest(message, origin), bindings.env, execution)
  await sendAnswer(await forDevelopment(answered), response)
}

function showError(error: unknown, response: ServerResponse): void {
  if (error instanceof Error) vite.ssrFixStacktrace(error)
  console.error(error)
  if (response.headersSent) response.destroy()
  else response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
}

server.on('request', (message, response) => {
  const fromWorker = () => answer(message, response).catch((error: unknown) => showError(error, response))
  if (message.url === '/sw.js') sendServiceWorker(response)
  else if (message.url?.startsWith('/api-reference/')) sendReferenceFile(message.url, response)
  else if (isFile(message.url ?? '/')) vite.middlewares(message, response, fromWorker)
  else fromWorker()
})

function sendServiceWorker(response: ServerResponse): void {
  const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }
  // No offline copies, because files change during development.
  serviceWorkerCode({ id: 'none', bundle: null, stylesheet: undefined }).then(
    (code) => response.writeHead(200, headers).end(code),
    (error: unknown) => showError(error, response),
  )
}

function sendReferenceFile(path: string, response: ServerResponse): void {
  const type = path.endsWith('.css') ? 'text/css' : 'text/javascript'
  apiReferenceFiles().then(
    (files) => response.writeHead(200, { 'content-type': type }).end(new Map(files).get(path)),
    (error: unknown) => showError(error, response),
  )
}

async function tick(): Promise<void> {
  try {
    await (await currentWorker(vite)).scheduled({} as ScheduledController, bindings.env)
  } catch (error) {
    console.error('cron:', error)
  }
}

server.listen(port, '127.0.0.1')
await once(server, 'listening')
await tick()
const ticking = setInterval(tick, TICK_MS)
console.log(`Ready on ${origin}`)
if (isSeeded) {
  console.log(
    `Demo accounts: ${DEMO_ACCOUNTS.map((account) => account.email).join(', ')}; password ${DEMO_PASSWORD}`,
  )
}

async function stop() {
  clearInterval(ticking)
  server.closeAllConnections()
  await Promise.allSettled([vite.close(), bindings.close(), upstream.close()])
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
