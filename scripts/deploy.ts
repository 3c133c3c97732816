import { build } from './local/build.ts'
import { run } from './local/run.ts'

// Migrations only widen the schema, so the running worker still works until the new one is up.
await build()
await run('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote'])
await run('wrangler', ['deploy'])
