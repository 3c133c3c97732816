import { checkGlossary } from './lint/glossary.ts'
import { checkWaits } from './lint/waits.ts'
import { ROOT, run } from './local/run.ts'
import { openStore, schemaFaults } from './local/store-schema.ts'
import { ownershipFaults, storedTables, workerFiles } from './local/table-writers.ts'
import { triggerWriteFaults } from './local/trigger-writes.ts'

// Checks format, lint, import rules, unused exports, database schema, table owners, glossary, fixed waits and types, in
// seconds and without a database.
await run('biome', ['check', '--error-on-warnings', '.'])
await run('depcruise', ['--config', '.dependency-cruiser.cjs', 'app', 'worker', 'db'])
const store = openStore()
const faults = [
  ...schemaFaults(store),
  ...triggerWriteFaults(store),
  ...ownershipFaults(workerFiles(), storedTables(store)),
]
if (faults.length > 0) throw new Error(faults.join('\n'))
checkGlossary(ROOT)
checkWaits(ROOT)
await run('knip', ['--no-progress', '--no-config-hints'])
await run('tsc', [
  '--noEmit',
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  'node_modules/.cache/types.json',
])
