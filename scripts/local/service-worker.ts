import { build } from 'vite'
import { ROOT } from './run.ts'

/** The service worker as one script, from app/service-worker/. */
export async function serviceWorkerCode(): Promise<string> {
  const built = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
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
