import { run } from './local/run.ts'
import { foreignWrites, workerFiles } from './local/table-writers.ts'

// Format, lint, who imports whom, who writes which table, types: in seconds, without a database.
await run('biome', ['check', '--error-on-warnings', '.'])
await run('depcruise', ['--config', '.dependency-cruiser.cjs', 'app', 'worker', 'db'])
const faults = foreignWrites(workerFiles())
if (faults.length > 0) throw new Error(faults.join('\n'))
await run('tsc', ['--noEmit'])
