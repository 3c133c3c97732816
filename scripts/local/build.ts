import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { apiReferenceFiles } from './api-reference.ts'
import { bundleWorker } from './bundle-worker.ts'
import { ROOT, run } from './run.ts'
import { widgetCode, writeServiceWorker } from './service-worker.ts'
import { workerFiles } from './worker-files.ts'

/** Folder of the bundled worker, as uploaded. */
export const WORKER_BUILD = `${ROOT}build/worker`

const INPUTS = [
  'app',
  'db',
  'package-lock.json',
  'public',
  'scripts/local',
  'tsconfig.json',
  'vite.config.ts',
  'worker',
  'wrangler.toml',
]

/** Records what `build/` was made from. */
const MARKER = `${ROOT}build/made-from`

/** Builds, unless `build/` was made from the same files. */
export async function buildWhereChanged(): Promise<void> {
  const made = await readFile(MARKER, 'utf8').catch(() => null)
  if (made !== (await digestOfInputs())) await build()
}

async function digestOfInputs(): Promise<string> {
  const digest = createHash('sha256')
  for (const input of INPUTS) {
    const path = `${ROOT}${input}`
    const isFolder = (await stat(path)).isDirectory()
    const entries = isFolder ? await readdir(path, { recursive: true, withFileTypes: true }) : []
    const files = isFolder
      ? entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
      : [path]
    for (const file of files.sort())
      digest
        .update(`${relative(ROOT, file)}\0`)
        .update(await readFile(file))
        .update('\0')
  }
  return digest.digest('hex')
}

/** Builds the screens (build/client, build/server) and the worker with them (build/worker), as wrangler would upload it. */
export async function build(): Promise<void> {
  const inputs = await digestOfInputs()
  await rm(`${ROOT}build`, { recursive: true, force: true })
  await run('remix', ['vite:build'], { output: 'if it fails', env: { NODE_ENV: 'production' } })
  await writeServiceWorker()
  await writeFile(`${ROOT}build/client/widget.js`, await widgetCode())
  await mkdir(`${ROOT}build/client/api-reference`)
  for (const [path, content] of [...workerFiles(), ...(await apiReferenceFiles())])
    await writeFile(`${ROOT}build/client${path}`, content)
  await bundleWorker('worker/index.ts', WORKER_BUILD)
  await run('wrangler', ['deploy', '--dry-run'], { output: 'if it fails' })
  await writeFile(MARKER, inputs)
}
