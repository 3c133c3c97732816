import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The port to serve on, from PORT. Ends the process at once if it can't be used, before anything is loaded or built.
 *
 * @param command the command to run again with another port
 */
export async function requireFreePort(command: string): Promise<number> {
  const asked = process.env.PORT ?? '8787'
  const probe = createServer()
  const listening = once(probe, 'listening')
  try {
    probe.listen(Number(asked))
    await listening
  } catch {
    console.error(
      `Port ${asked} can't be used. Stop what runs there, or choose another one: PORT=8788 ${command}`,
    )
    process.exit(1)
  }
  probe.close()
  await once(probe, 'close')
  return Number(asked)
}
