import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildWhereChanged, WORKER_BUILD } from '#scripts/local/build.ts'
import { interleaved, type Sample } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'

/** Imports files and prints the processor time of its thread, in microseconds. */
const MEASURE = `
const before = process.threadCpuUsage()
for (const file of process.argv.slice(1)) await import(file)
const { user, system } = process.threadCpuUsage(before)
console.log(user + system)
`

/** In the order in which a new isolate loads them for a screen. */
const PARTS = ['index.js', 'part-work.js', 'part-screens.js']

/**
 * Processor time a new isolate needs before its first request, and before its first screen: compiling the uploaded files
 * and running them once. Runs in a separate Node process, which has workerd's engine and reports a thread's own time, so
 * other load hardly counts.
 */
export async function workerStart(): Promise<Row[]> {
  await buildWhereChanged()
  const { start, screen } = await interleaved({
    start: () => loaded(PARTS.slice(0, 1)),
    screen: () => loaded(PARTS),
  })
  return [
    row('Start of the worker', start, { of: 'value', atMost: 50 }),
    row('Start of the worker, and of its first screen', screen, { of: 'value' }),
  ]
}

async function loaded(parts: string[]): Promise<Sample> {
  const files = parts.map((part) => `${WORKER_BUILD}/${part}`)
  const args = ['--input-type=module', '--eval', MEASURE, '--', ...files]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const cpuMs = Number(stdout) / 1000
  return { operations: 1, cpuMs, perSecond: 1000 / cpuMs }
}

function row(name: string, ours: Sample[], goal: Row['goal']): Row {
  return { name, unit: 'ms CPU', ours: ours.map(cost), floor: null, goal, rounds: { ours } }
}
