import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './local/build.ts'
import { requireChromium } from './local/chromium.ts'
import { run } from './local/run.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: 'passed' | 'failed'
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

const KILL_TEST = 'tests/browser/kill.test.ts'

// Types and lint, then the tests against a fresh build. The last line is what CI reads.
const reports = await mkdtemp(join(tmpdir(), 'review-dashboard-tests-'))
let passed = 0
let failed = 0
/** Said again at the end, where whoever reads the log begins. */
const faults: string[] = []

async function step(name: string, work: () => Promise<unknown>): Promise<boolean> {
  console.log(`\n== ${name}`)
  try {
    await work()
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

interface TestRun {
  name: string
  /** What vitest is asked to run. */
  args: string[]
}

async function runTests({ name, args }: TestRun): Promise<void> {
  const file = join(reports, `${name.replaceAll(/\W/g, '-')}.json`)
  const finished = await step(`${name} tests`, () =>
    run('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], {
      output: 'at the end',
    }),
  )
  const report: Report | null = await readFile(file, 'utf8').then(JSON.parse, () => null)
  passed += report?.numPassedTests ?? 0
  failed += report?.numFailedTests ?? 0
  faults.push(...failedTests(report))
  // A run that could not be made, or that ran nothing, is a failure of its own.
  const ranNothing = report !== null && report.numPassedTests + report.numFailedTests === 0
  if ((!finished && !report?.numFailedTests) || ranNothing) {
    failed += 1
    faults.push(`${name} tests did not run to their end`)
  }
}

/** Works off runs, two at a time: one alone keeps about one core busy. */
async function inTwoLanes(runs: TestRun[]): Promise<void> {
  const waiting = [...runs]
  async function lane() {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runTests(next)
  }
  await Promise.all([lane(), lane()])
}

function failedTests(report: Report | null): string[] {
  return (report?.testResults ?? []).flatMap((file) => {
    const failures = file.assertionResults.filter((test) => test.status === 'failed')
    if (failures.length > 0) return failures.map((test) => `${file.name} > ${test.fullName}`)
    return file.status === 'failed' ? [`${file.name}: ${file.message}`] : []
  })
}

async function prepare(name: string, work: () => Promise<unknown>): Promise<void> {
  if (await step(name, work)) passed += 1
  else {
    failed += 1
    faults.push(name)
  }
}

await Promise.all([
  prepare('format, lint, layers, types', () => import('./check.ts')),
  prepare('build', build),
])
process.env.CHROME_PATH = requireChromium()
await inTwoLanes([
  // Each half has simulators of its own.
  { name: 'edge 1/2', args: ['--project', 'edge', '--shard=1/2'] },
  { name: 'edge 2/2', args: ['--project', 'edge', '--shard=2/2'] },
  { name: 'unit', args: ['--project', 'unit'] },
  // Needs no browser, and mostly waits.
  { name: 'kill', args: ['--project', 'browser', KILL_TEST] },
])
// A browser and the product take both cores.
await runTests({ name: 'browser', args: ['--project', 'browser', `--exclude=${KILL_TEST}`] })
await rm(reports, { recursive: true, force: true })

for (const fault of faults) console.log(`failed: ${fault}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
