import { checkGlossary } from './lint/glossary.ts'
import { checkWaits } from './lint/waits.ts'
import { ROOT, run } from './local/run.ts'
import { openStore, schemaFaults } from './local/store-schema.ts'
import { ownershipFaults, storedTables, workerFiles } from './local/table-writers.ts'
import { triggerWriteFaults } from './local/trigger-writes.ts'

const fix = process.argv.includes('--fix') ? ['--write'] : []

/** Checks by description. None of them needs a database. */
const CHECKS: Record<string, () => unknown> = {
  'format and lint (npm run check -- --fix mends most of it)': () =>
    run('biome', ['check', '--error-on-warnings', ...fix, '.']),
  'who imports whom': () => run('depcruise', ['--config', '.dependency-cruiser.cjs', 'app', 'worker', 'db']),
  'one schema everywhere, and one owner for each table': checkStore,
  'terms of the glossary': () => checkGlossary(ROOT),
  'no fixed waits in tests': () => checkWaits(ROOT),
  'nothing unused': () => run('knip', ['--no-progress', '--no-config-hints']),
  types: () =>
    run('tsc', [
      '--noEmit',
      '--singleThreaded',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.json',
    ]),
}

// Runs all of them, so that a wrong format doesn't hide a wrong type.
const failed: string[] = []
for (const [name, check] of Object.entries(CHECKS)) {
  try {
    await check()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    failed.push(name)
  }
}
if (failed.length === 0) console.log('All checks pass.')
else endWith(`Not in order: ${failed.join('; ')}`)

function checkStore(): void {
  const store = openStore()
  const faults = [
    ...schemaFaults(store),
    ...triggerWriteFaults(store),
    ...ownershipFaults(workerFiles(), storedTables(store)),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** Throws if `npm test` has imported this file; on the command line, prints the message without a stack trace. */
function endWith(message: string): void {
  if (!import.meta.main) throw new Error(message)
  console.error(`\n${message}`)
  process.exitCode = 1
}
