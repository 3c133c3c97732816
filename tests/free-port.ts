import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections, one of which could take the port before its server does. */
const FIRST_PORT = 20_000
const PORTS_OF_PROCESS = 10
const PROCESSES = 1_200

let offered = 0

/**
 * A free port of 127.0.0.1, for a server that has to know its address before it starts. Each process has a range of its
 * own, so that tests beside it are offered other ports.
 *
 * @throws Error if all of them are taken
 */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + (process.pid % PROCESSES) * PORTS_OF_PROCESS
  for (let tried = 0; tried < PORTS_OF_PROCESS; tried++) {
    const port = first + (offered % PORTS_OF_PROCESS)
    offered += 1
    if (await isFree(port)) return port
  }
  throw new Error(`Ports ${first} to ${first + PORTS_OF_PROCESS - 1} are taken.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listening = once(probe, 'listening')
  probe.listen(port, '127.0.0.1')
  try {
    await listening
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
