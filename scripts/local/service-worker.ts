import { createHash } from 'node:crypto'
import { build } from 'vite'
import { ROOT } from './run.ts'

/**
 * The service worker as one script, from app/service-worker/.
 *
 * @param assets addresses of the scripts and styles that it keeps
 */
export async function serviceWorkerCode(assets: readonly string[]): Promise<string> {
  const id = createHash('sha256').update(assets.join()).digest('hex').slice(0, 16)
  const built = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    define: { BUILD: JSON.stringify({ id, assets }) },
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: {
        input: `${ROOT}app/service-worker/sw.ts`,
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
  const code = [built].flat().flatMap((part) => ('output' in part ? part.output : []))[0]
  if (code?.type !== 'chunk') throw new Error('Vite built no service worker')
  return code.code
}
