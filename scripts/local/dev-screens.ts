import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createServer, type Plugin, type UserConfig, type ViteDevServer } from 'vite'
import type worker from '#worker/index.ts'
import { announceChanges } from './dev-pages.ts'
import { ROOT } from './run.ts'

/** Build of app/ that Remix's plugin provides in development. */
const REMIX_BUILD = 'virtual:remix/server-build'
/** Vite serves the sources, but must not serve the secrets and data among them. */
const NEVER_SERVED = [
  '.dev.vars*',
  '**/.git/**',
  '**/.state/**',
  '**/.wrangler/**',
  '*.sqlite',
  '*.{crt,pem,key}',
]

/** Runs the worker in Node: with the Node versions of packages, and screens from app/ instead of a build. */
const workerInNode: Plugin = {
  name: 'worker-in-node',
  enforce: 'pre',
  config(config: UserConfig) {
    // Changed in place, because merging could only add to the configuration for workerd.
    config.ssr = {}
  },
  resolveId(source, importer) {
    return source.endsWith('/build/server/index.js') ? this.resolve(REMIX_BUILD, importer) : null
  },
}

/** Starts Vite with the project's own configuration; hot updates use the server's port. */
export function startScreens(server: Server): Promise<ViteDevServer> {
  return createServer({
    root: ROOT,
    appType: 'custom',
    plugins: [workerInNode, announceChanges],
    // All packages for the browser must be known from the start: one found later gives a page two copies of React.
    optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx'] },
    server: {
      middlewareMode: true,
      hmr: { server },
      cors: false,
      fs: { deny: NEVER_SERVED },
      watch: { ignored: ['**/.state/**', '**/.wrangler/**', '**/build/**', '**/.test-output/**'] },
    },
  })
}

/** The worker from the current sources. */
export async function currentWorker(vite: ViteDevServer): Promise<typeof worker> {
  return (await vite.ssrLoadModule('/worker/index.ts')).default
}

/** True for sources, packages and public files, which Vite serves, as opposed to the product's own addresses. */
export function isFile(address: string): boolean {
  const { pathname } = new URL(address, 'http://localhost')
  if (/^\/(@|node_modules\/)/.test(pathname)) return true
  const folder = /^\/(app|worker)\//.test(pathname) ? ROOT : join(ROOT, 'public')
  return /\.\w+$/.test(pathname) && existsSync(join(folder, pathname))
}
