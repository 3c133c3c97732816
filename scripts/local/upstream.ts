import { simulatedKeys, startUpstream } from '#tests/upstream/server.ts'
import { localSettings } from './settings.ts'

interface ChosenUpstream {
  /** Whether the requests go to the real platforms, where no demo business exists. */
  isLive: boolean
  /** The settings of `.dev.vars`, and where the platforms are asked with which keys. */
  settings: Record<string, string>
  close(): Promise<void>
}

/**
 * Where the product's requests to review platforms and identity providers go: to the platforms themselves with the keys of
 * `.dev.vars` (`UPSTREAM=live`), to `UPSTREAM_ORIGIN` of the environment, else to a simulator that starts here.
 *
 * @throws Error when the environment's wishes can't be read
 */
export async function chooseUpstream(environment: NodeJS.ProcessEnv = process.env): Promise<ChosenUpstream> {
  const { UPSTREAM_ORIGIN: _, ...local } = localSettings()
  const { UPSTREAM, UPSTREAM_ORIGIN } = environment
  if (UPSTREAM) {
    if (UPSTREAM !== 'live') throw new Error(`UPSTREAM can only be "live", not "${UPSTREAM}".`)
    return { isLive: true, settings: local, close: async () => {} }
  }
  if (UPSTREAM_ORIGIN) {
    const settings = { ...simulatedKeys(), ...local, UPSTREAM_ORIGIN }
    return { isLive: false, settings, close: async () => {} }
  }
  const simulator = await startUpstream({ stripeEvents: 'first' })
  return { isLive: false, settings: { ...local, ...simulator.settings }, close: simulator.close }
}
