import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#scripts/local/migrate.ts'
import { type LocalServer, startServer } from '#scripts/local/server.ts'
import { newTokenKey } from '#scripts/local/token-key.ts'
import { freePort } from '#tests/free-port.ts'
import { requireKnownHosts } from '#tests/upstream/outbound-hosts.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { LogRecord, queryOf } from './log-record.ts'

export interface Product {
  origin: string
  server: LocalServer
  upstream: Upstream
  /** The worker's variables. */
  settings: Record<string, string>
  /** Faults printed by the worker. */
  faults: readonly string[]
  /** @throws Error if the worker printed something forbidden, or requested a host that isn't on the list */
  close(): Promise<void>
}

/** Starts the built product with its own empty database and simulator, on free ports. */
export async function startProduct(): Promise<Product> {
  const stateDir = await mkdtemp(join(tmpdir(), 'review-dashboard-'))
  await migrate(stateDir)
  const upstream = await startUpstream({ stripeEvents: 'first' })
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const settings = {
    ENVIRONMENT: 'local',
    APP_ORIGIN: origin,
    SESSION_SECRET: 'secret-of-the-browser-tests-0123456789abc',
    MFA_ENCRYPTION_KEY: 'mfa-key-of-the-browser-tests-0123456789abc',
    TOKEN_PRIVATE_JWK: newTokenKey(),
    PUSH_PRIVATE_JWK: newTokenKey(),
    SCRYPT_COST: '16',
    PUBLIC_COLLECTION: 'on',
    SUPPORT_EMAIL: 'support@review-dashboard.example',
    ...upstream.settings,
  }
  const log = new LogRecord(settings)
  const server = await startServer({
    port,
    stateDir,
    settings,
    onLog: (line, level) => log.note(line, level),
  })
  return {
    origin,
    server,
    upstream,
    settings,
    faults: log.faults,
    async close() {
      try {
        await log.requireClean(queryOf(await server.database()))
      } finally {
        await Promise.allSettled([server.close(), upstream.close()])
        await rm(stateDir, { recursive: true, force: true })
      }
      requireKnownHosts(upstream.hosts())
    },
  }
}
