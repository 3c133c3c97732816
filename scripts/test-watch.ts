import { run } from './local/run.ts'

await run('vitest', ['watch', '--project', 'unit', ...process.argv.slice(2)])
