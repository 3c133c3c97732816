import type { TestProject } from 'vitest/node'
import { requireKnownHosts } from '#tests/upstream/outbound-hosts.ts'
import { startUpstream } from '#tests/upstream/server.ts'

const OWN_UPSTREAMS = [
  'connect',
  'connectRefused',
  'link',
  'linkFacebook',
  'disconnect',
  'tokens',
  'replies',
  'automaticReplies',
  'outbox',
  'billing',
] as const
export type OwnUpstream = (typeof OWN_UPSTREAMS)[number]

declare module 'vitest' {
  interface ProvidedContext {
    upstreamOrigin: string
    /** The worker's variables for it. */
    upstreamSettings: Record<string, string>
    /** Variables for a second simulator, on which tests break identity providers while others sign in. */
    brokenUpstreamSettings: Record<string, string>
    /** Variables for simulators that a single test file uses, breaking them or revoking permissions. */
    ownUpstreamSettings: Record<OwnUpstream, Record<string, string>>
  }
}

/**
 * The simulator runs beside workerd, as a real server that the worker reaches over HTTP. At the end it reports the
 * hosts that the worker requested; an unlisted one fails the suite.
 */
export default async function startUpstreamForEdge(project: TestProject) {
  const upstream = await startUpstream()
  const broken = await startUpstream()
  project.provide('upstreamOrigin', upstream.origin)
  project.provide('upstreamSettings', upstream.settings)
  project.provide('brokenUpstreamSettings', broken.settings)
  const own = await Promise.all(
    OWN_UPSTREAMS.map(async (name) => ({ name, upstream: await startUpstream() })),
  )
  const settings = own.map(({ name, upstream: { settings } }) => [name, settings])
  // Safe: every name has an entry.
  project.provide(
    'ownUpstreamSettings',
    Object.fromEntries(settings) as Record<OwnUpstream, Record<string, string>>,
  )
  const all = [upstream, broken, ...own.map((one) => one.upstream)]
  return async () => {
    await Promise.all(all.map((one) => one.close()))
    requireKnownHosts(all.flatMap((one) => [...one.hosts()]))
  }
}
