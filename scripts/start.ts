import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { buildWhereChanged } from './local/build.ts'
import { migrate } from './local/migrate.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from './local/seed.ts'
import { startServer } from './local/server.ts'
import { chooseUpstream } from './local/upstream.ts'

const TICK_MS = 60_000

const port = Number(process.env.PORT ?? 8787)
await requireFreePort()
const upstream = await chooseUpstream()
// Demo businesses exist in the simulator only: the real platforms are neither asked for them, nor mixed with them.
const isSeeded = process.env.SEED !== 'none' && !upstream.isLive
const stateDir = resolve(process.env.STATE_DIR ?? (upstream.isLive ? '.state/live' : '.state'))
await mkdir(stateDir, { recursive: true })

console.log('Building …')
await buildWhereChanged()
console.log('Preparing the database …')
await migrate(stateDir)

const settings = { ...upstream.settings, APP_ORIGIN: `http://localhost:${port}` }
const server = await startServer({ port, stateDir, settings })
if (isSeeded) await seedDemo(await server.database(), settings)

// Cron fires each minute, and once now, for what an earlier stop left unfinished.
const fireTick = () => server.tick().catch((error: unknown) => console.error('cron:', error))
await fireTick()
const ticking = setInterval(fireTick, TICK_MS)

const answer = await fetch(`${server.origin}/healthz`, { headers: { host: `localhost:${port}` } })
if (!answer.ok) throw new Error(`The worker answers ${answer.status}: ${await answer.text()}`)
console.log(`Ready on http://localhost:${port}`)
console.log(`Mails stay in http://localhost:${port}/dev/mailbox`)
if (isSeeded) {
  console.log(
    `Demo accounts: ${DEMO_ACCOUNTS.map((account) => account.email).join(', ')}; passphrase ${DEMO_PASSWORD}`,
  )
}

/** Known at once, not after the build. */
async function requireFreePort(): Promise<void> {
  const probe = createServer()
  const listening = once(probe, 'listening')
  try {
    probe.listen(port)
    await listening
  } catch {
    console.error(
      `Port ${process.env.PORT ?? port} can't be used. Stop what runs there, or choose another one: PORT=8788 npm start`,
    )
    process.exit(1)
  }
  probe.close()
  await once(probe, 'close')
}

async function stop() {
  clearInterval(ticking)
  await Promise.allSettled([server.close(), upstream.close()])
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
