import type { TestProject } from 'vitest/node'
import { startUpstream } from '#tests/upstream/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    upstreamOrigin: string
    /** The worker's variables for it. */
    upstreamSettings: Record<string, string>
    /** Of a second simulator, for tests that break identity providers while others sign in. */
    brokenUpstreamSettings: Record<string, string>
  }
}

/** The simulator runs beside workerd, as a real server that the worker reaches over HTTP. */
export default async function startUpstreamForEdge(project: TestProject) {
  const upstream = await startUpstream()
  const broken = await startUpstream()
  project.provide('upstreamOrigin', upstream.origin)
  project.provide('upstreamSettings', upstream.settings)
  project.provide('brokenUpstreamSettings', broken.settings)
  return () => Promise.all([upstream.close(), broken.close()])
}
