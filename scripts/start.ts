import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { requireFreePort } from './local/port.ts'

const TICK_MS = 60_000

const port = await requireFreePort('npm start')
// Imported here because they take seconds to load.
const { buildWhereChanged } = await import('./local/build.ts')
const { migrate } = await import('./local/migrate.ts')
const { DEMO_ACCOUNTS, DEMO_PASSWORD, removeUnfinishedDemo, seedDemo } = await import('./local/seed.ts')
const { startServer } = await import('./local/server.ts')
const { chooseUpstream } = await import('./local/upstream.ts')
const upstream = await chooseUpstream()
// Demo businesses exist in the simulator only: never request them from the real platforms, nor mix the two.
const isSeeded = process.env.SEED !== 'none' && !upstream.isLive
const stateDir = resolve(process.env.STATE_DIR ?? (upstream.isLive ? '.state/live' : '.state'))
await mkdir(stateDir, { recursive: true })
await removeUnfinishedDemo(stateDir)

console.log('Building …')
await buildWhereChanged()
console.log('Preparing the database …')
await migrate(stateDir).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})

const settings = { ...upstream.settings, APP_ORIGIN: `http://localhost:${port}` }
const server = await startServer({ port, stateDir, settings })
if (isSeeded) await seedDemo(await server.database(), settings, stateDir)

// Cron fires every minute, and once now for work that an earlier stop left unfinished.
const fireTick = () => server.tick().catch((error: unknown) => console.error('cron:', error))
await fireTick()
const ticking = setInterval(fireTick, TICK_MS)

const answer = await fetch(`${server.origin}/healthz`, { headers: { host: `localhost:${port}` } })
if (!answer.ok) throw new Error(`The worker answers ${answer.status}: ${await answer.text()}`)
console.log(`Ready on http://localhost:${port}`)
console.log(`Mails stay in http://localhost:${port}/dev/mailbox`)
if (isSeeded) {
  console.log(
    `Demo accounts: ${DEMO_ACCOUNTS.map((account) => account.email).join(', ')}; password ${DEMO_PASSWORD}`,
  )
}

async function stop() {
  clearInterval(ticking)
  await Promise.allSettled([server.close(), upstream.close()])
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
