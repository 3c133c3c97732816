import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ROOT } from '#scripts/local/run.ts'
import { ask } from './measure/load.ts'
import type { Workerd } from './workerd.ts'

const SCRIPTS = `${ROOT}build/bench/hydrated/client`

/** Serves the hydrated page and its scripts at its own address: the browser's cost of an empty screen. */
export async function serveHydratedPage(workerd: Workerd) {
  const { body } = await ask({ workerd, worker: 'hydrated-page', path: '/' })
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === '/') return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
    // Safe path: only the page itself makes requests, for its own scripts.
    const script = await readFile(`${SCRIPTS}${url}`).catch(() => null)
    if (!script) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
