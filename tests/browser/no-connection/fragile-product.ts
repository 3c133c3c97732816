import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#scripts/local/migrate.ts'
import { localSettings } from '#scripts/local/settings.ts'
import { Gate } from '#tests/browser/support/gate.ts'
import { MortalServer } from '#tests/browser/support/mortal-server.ts'
import { freePort } from '#tests/free-port.ts'
import { startUpstream } from '#tests/upstream/server.ts'

export interface FragileProduct {
  origin: string
  server: MortalServer
  gate: Gate
  close(): Promise<void>
}

/** The built product behind a gate, with a server that can be killed. */
export async function startFragileProduct(): Promise<FragileProduct> {
  const stateDir = await mkdtemp(join(tmpdir(), 'review-dashboard-offline-'))
  await migrate(stateDir)
  const upstream = await startUpstream()
  const port = await freePort()
  const serverPort = await freePort()
  const origin = `http://localhost:${port}`
  const settings = {
    ...localSettings(),
    APP_ORIGIN: origin,
    SCRYPT_COST: '16',
    PUBLIC_COLLECTION: 'on',
    ...upstream.settings,
  }
  const server = new MortalServer({ port: serverPort, stateDir, settings })
  const gate = new Gate(port, serverPort)
  await server.start()
  await gate.open()
  return {
    origin,
    server,
    gate,
    async close() {
      await gate.shut()
      await server.kill()
      await upstream.close()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
