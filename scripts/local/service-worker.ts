import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { build } from 'vite'
import type { Build } from '#app/service-worker/keep-assets.ts'
import { ROOT } from './run.ts'

const CLIENT = `${ROOT}build/client`

/** Writes the service worker of a build, and the file with all scripts and styles that it caches. */
export async function writeServiceWorker(): Promise<void> {
  const names = (await readdir(`${CLIENT}/assets`)).filter((name) => /\.(js|css)$/.test(name)).sort()
  const addresses = names.map((name) => `/assets/${name}`)
  const texts = await Promise.all(addresses.map((address) => readFile(CLIENT + address, 'utf8')))
  const files = JSON.stringify(Object.fromEntries(addresses.map((address, index) => [address, texts[index]])))
  const id = createHash('sha256').update(files).digest('hex').slice(0, 16)
  const bundle = `/assets/all-${id}.json`
  await writeFile(CLIENT + bundle, files)
  const stylesheet = addresses.find((address) => /\/app-[^/]*\.css$/.test(address))
  // In the root folder, because a service worker only controls its own folder and those below.
  await writeFile(`${CLIENT}/sw.js`, await serviceWorkerCode({ id, bundle, stylesheet }))
}

/** Bundles the service worker from app/service-worker/ into one script. */
export function serviceWorkerCode(forBuild: Build): Promise<string> {
  return scriptCode('app/service-worker/sw.ts', { BUILD: JSON.stringify(forBuild) })
}

/** Bundles the script that owners put on their sites. */
export function widgetCode(): Promise<string> {
  return scriptCode('app/widget/widget.ts')
}

/** Bundles a separately loaded script with a fixed URL. */
async function scriptCode(input: string, define: Record<string, string> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: {
        input: `${ROOT}${input}`,
        output: { format: 'iife', entryFileNames: 'script.js' },
      },
    },
  })
  const code = [built].flat().flatMap((part) => ('output' in part ? part.output : []))[0]
  if (code?.type !== 'chunk') throw new Error(`Vite built nothing from ${input}`)
  return code.code
}
