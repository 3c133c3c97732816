import { run } from './local/run.ts'

// Format, lint, who imports whom, types: in seconds, without a database.
await run('biome', ['check', '--error-on-warnings', '.'])
await run('depcruise', ['--config', '.dependency-cruiser.cjs', 'app', 'worker', 'db'])
await run('tsc', ['--noEmit'])
