import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections, one of which could take the port before its server does. */
const FIRST_PORT = 20_000
const PORTS = 12_000
const MAX_TRIES = 100

/**
 * A free port of 127.0.0.1, for a server that has to know its address before it starts. Random, so that tests in other
 * processes are offered others.
 *
 * @throws Error if too many ports are taken, or the system offers none
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    if (await isFree(port)) return port
  }
  throw new Error(`${MAX_TRIES} ports from ${FIRST_PORT} on can't be used.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listening = once(probe, 'listening')
  probe.listen(port, '127.0.0.1')
  try {
    await listening
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return true
}
