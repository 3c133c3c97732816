import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildWhereChanged, WORKER_BUILD } from '#scripts/local/build.ts'
import { interleaved, type Sample } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'

/** Imports a file and prints the processor time of its thread, in microseconds. */
const MEASURE = `
const before = process.threadCpuUsage()
await import(process.argv[1])
const { user, system } = process.threadCpuUsage(before)
console.log(user + system)
`

/**
 * Processor time a new isolate needs before its first request: compiling the uploaded file and running it
 * once. Runs in a separate Node process, which has workerd's engine and reports a thread's own time, so other
 * load hardly counts.
 */
export async function workerStart(): Promise<Row[]> {
  await buildWhereChanged()
  const started = async (): Promise<Sample> => {
    const args = ['--input-type=module', '--eval', MEASURE, '--', `${WORKER_BUILD}/index.js`]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const cpuMs = Number(stdout) / 1000
    return { operations: 1, cpuMs, perSecond: 1000 / cpuMs }
  }
  const { ours } = await interleaved({ ours: started })
  return [
    {
      name: 'Start of the worker',
      unit: 'ms CPU',
      ours: ours.map(cost),
      floor: null,
      goal: { of: 'value', atMost: 50 },
      rounds: { ours },
    },
  ]
}
