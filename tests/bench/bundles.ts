import { parse } from 'node:path'
import type { Alias } from 'vite'
import { build } from '#scripts/local/build.ts'
import { bundleWorker } from '#scripts/local/bundle-worker.ts'
import { ROOT, run } from '#scripts/local/run.ts'

/** Files of ./workers, each the entry of a bundle. */
const WORKERS = [
  'product.ts',
  'string-screens.ts',
  'streaming-screens.ts',
  'recorded-screens.tsx',
  'empty-page.ts',
  'hydrated-page.ts',
  'plain-hono.ts',
  'doors.ts',
]

/** The floor's screens are plain components, so Remix is replaced by the minimum that works the same. */
const ALIASES: Record<string, Alias[]> = {
  'recorded-screens.tsx': [
    { find: '@remix-run/react', replacement: `${ROOT}tests/bench/workers/bare-remix.tsx` },
  ],
}

/**
 * Builds the product and everything it is compared with, all for production.
 *
 * @returns the folder of each bundle by worker name
 */
export async function buildBundles(): Promise<Record<string, string>> {
  await build()
  for (const screens of ['streaming', 'empty', 'hydrated']) {
    await run('remix', ['vite:build', '--config', `tests/bench/screens/${screens}.vite.config.ts`], {
      output: 'if it fails',
      env: { NODE_ENV: 'production' },
    })
  }
  const folders: Record<string, string> = {}
  for (const entry of WORKERS) {
    const name = parse(entry).name
    const folder = `build/bench/workers/${name}`
    await bundleWorker(`tests/bench/workers/${entry}`, ROOT + folder, ALIASES[entry])
    folders[name] = `${ROOT}${folder}`
  }
  return folders
}
