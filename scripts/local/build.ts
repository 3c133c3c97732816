import { mkdir, rm, writeFile } from 'node:fs/promises'
import { apiReferenceFiles } from './api-reference.ts'
import { ROOT, run } from './run.ts'
import { writeServiceWorker } from './service-worker.ts'
import { workerFiles } from './worker-files.ts'

/** The folder with the bundled worker, as it would be uploaded. */
export const WORKER_BUILD = `${ROOT}build/worker`

/** Builds the screens (build/client, build/server) and bundles the worker with them (build/worker). */
export async function build(): Promise<void> {
  await rm(`${ROOT}build`, { recursive: true, force: true })
  await run('remix', ['vite:build'], { output: 'if it fails', env: { NODE_ENV: 'production' } })
  await writeServiceWorker()
  await mkdir(`${ROOT}build/client/api-reference`)
  for (const [path, content] of [...workerFiles(), ...(await apiReferenceFiles())])
    await writeFile(`${ROOT}build/client${path}`, content)
  await run('wrangler', ['deploy', '--dry-run', '--outdir', 'build/worker'], { output: 'if it fails' })
}
