import { build } from './local/build.ts'
import { run } from './local/run.ts'

// The migrations only widen, so the worker that still runs can live with them until the new one is up.
await build()
await run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote'])
await run('wrangler', ['deploy'])
