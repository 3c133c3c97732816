import type { Server } from 'node:http'
import { createServer, type Plugin, type UserConfig, type ViteDevServer } from 'vite'
import type worker from '#worker/index.ts'
import { announceChanges } from './dev-pages.ts'
import { ROOT } from './run.ts'

/** What Remix's plugin makes of app/ in development. */
const REMIX_BUILD = 'virtual:remix/server-build'
/** Vite serves the sources. It shall not serve secrets and data that lie among them. */
const NEVER_SERVED = [
  '.dev.vars*',
  '**/.git/**',
  '**/.state/**',
  '**/.wrangler/**',
  '*.sqlite',
  '*.{crt,pem,key}',
]

/** The worker runs in Node here: packages come as they are for Node, and the screens from app/ instead of a build. */
const workerInNode: Plugin = {
  name: 'worker-in-node',
  enforce: 'pre',
  config(config: UserConfig) {
    // Changed in place: merging can only add to the configuration for workerd.
    config.ssr = {}
  },
  resolveId(source, importer) {
    return source.endsWith('/build/server/index.js') ? this.resolve(REMIX_BUILD, importer) : null
  },
}

/** Vite with the project's own configuration; its hot updates come over the server's port. */
export function startScreens(server: Server): Promise<ViteDevServer> {
  return createServer({
    root: ROOT,
    appType: 'custom',
    plugins: [workerInNode, announceChanges],
    // Every package the browser needs is known from the start: one found later gives a page two copies of React.
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

/** The worker as the sources have it at this moment. */
export async function currentWorker(vite: ViteDevServer): Promise<typeof worker> {
  return (await vite.ssrLoadModule('/worker/index.ts')).default
}

/** Sources and packages that a browser asks for, as against addresses of the product. */
export function isSource(address: string): boolean {
  const { pathname } = new URL(address, 'http://localhost')
  return /^\/(@|node_modules\/)/.test(pathname) || /^\/(app|worker)\/.*\.(tsx?|css|svg)$/.test(pathname)
}
