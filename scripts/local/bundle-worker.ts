import { readdir } from 'node:fs/promises'
import { type Alias, build, type Rollup } from 'vite'
import { minified } from './minify.ts'
import { ROOT } from './run.ts'

/** Remix's server and what it renders. */
const OF_SCREENS =
  /\/build\/server\/|\/@remix-run\/|\/turbo-stream\/|\/worker\/(http\/remix|patches\/own-routes)\./

/** Handlers of pages without a session. */
const OF_PAGES = /\/worker\/(http\/(widgets|review-page)|operation\/instance)\.ts$/

const SMALLER_MODULES: Alias[] = [
  // postal-mime decodes the entities of HTML mails with it.
  { find: './html-entities.js', replacement: `${ROOT}worker/patches/mail-entities.ts` },
  // arctic takes the SHA-256 of a verifier; its index holds seven other hashes.
  {
    find: '@oslojs/crypto/sha2',
    replacement: `${ROOT}node_modules/@oslojs/crypto/dist/sha2/sha256.js`,
  },
  // `@remix-run/cloudflare` only passes these on, and as CommonJS: with it the browser's router would be bundled, too.
  {
    find: '@remix-run/cloudflare',
    replacement: `${ROOT}node_modules/@remix-run/server-runtime/dist/esm/index.js`,
  },
]

/**
 * Bundles a worker for production, minified and with source maps, into `index.js` and what it loads on demand
 * (docs/decisions/0119-a-worker-in-parts.md).
 */
export async function bundleWorker(entry: string, folder: string, alias: Alias[] = []): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [minified],
    resolve: { mainFields: ['module', 'main'], alias: [...alias, ...SMALLER_MODULES] },
    ssr: { noExternal: true, resolve: { conditions: ['workerd', 'worker', 'browser'] } },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'es2024',
      minify: false,
      sourcemap: true,
      rollupOptions: {
        external: [/^node:/],
        treeshake: { propertyReadSideEffects: false },
        output: { entryFileNames: 'index.js', chunkFileNames: 'part-[name].js', manualChunks: parts() },
      },
    },
  })
}

/**
 * Four parts beside the entry, because a name that one part takes from another costs bytes in both: `core` is what the
 * entry imports statically, `pages` what strangers and monitors request, `screens` renders screens, `work` is the rest.
 * The entry stays alone: workerd takes each name it exports as an entry point.
 */
function parts(): Rollup.GetManualChunk {
  const partOf = new Map<string, string>()
  return (id, { getModuleIds, getModuleInfo }) => {
    const add = (module: string, part: string) => {
      if (partOf.has(module)) return
      partOf.set(module, part)
      for (const imported of getModuleInfo(module)?.importedIds ?? []) add(imported, part)
    }
    if (partOf.size === 0) {
      const modules = [...getModuleIds()]
      for (const module of modules) if (getModuleInfo(module)?.isEntry) add(module, 'core')
      for (const module of modules) if (OF_PAGES.test(module)) add(module, 'pages')
    }
    if (getModuleInfo(id)?.isEntry) return null
    return partOf.get(id) ?? (OF_SCREENS.test(id) ? 'screens' : 'work')
  }
}

/** Modules of a bundle for Miniflare, its entry first. */
export async function modulesOf(folder: string) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js'))
  return files
    .sort((a, b) => Number(b === 'index.js') - Number(a === 'index.js'))
    .map((file) => ({ type: 'ESModule' as const, path: `${folder}/${file}` }))
}
