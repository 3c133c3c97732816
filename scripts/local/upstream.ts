import { simulatedKeys, startUpstream } from '#tests/upstream/server.ts'
import { localSettings } from './settings.ts'

interface ChosenUpstream {
  /** True if requests go to the real platforms, where no demo business exists. */
  isLive: boolean
  /** The settings of `.dev.vars`, with the platforms' addresses and keys. */
  settings: Record<string, string>
  close(): Promise<void>
}

/**
 * Chooses where requests to review platforms and identity providers go: to the platforms themselves with the keys of
 * `.dev.vars` (`UPSTREAM=live`), to the environment's `UPSTREAM_ORIGIN`, otherwise to a simulator started here.
 *
 * @throws Error if the environment's settings are invalid
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
