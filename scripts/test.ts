import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './local/build.ts'
import { requireChromium } from './local/chromium.ts'
import { run } from './local/run.ts'

interface FileResult {
  name: string
  status: 'passed' | 'failed'
  message: string
  assertionResults: { fullName: string; status: string }[]
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

/** Null where the run could not be made, or ran nothing. */
async function resultsOf({ name, args }: TestRun): Promise<FileResult[] | null> {
  const file = join(reports, `${name.replaceAll(/\W/g, '-')}.json`)
  const finished = await step(`${name} tests`, () =>
    run('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], {
      output: 'at the end',
    }),
  )
  const results = await readFile(file, 'utf8').then(
    (text) => (JSON.parse(text) as { testResults: FileResult[] }).testResults,
    () => [],
  )
  const hasFailures = results.some(({ status }) => status === 'failed')
  const ranNothing = results.every(({ assertionResults }) => assertionResults.length === 0)
  return (!finished && !hasFailures) || ranNothing ? null : results
}

function count(name: string, results: FileResult[] | null): void {
  for (const { assertionResults } of results ?? []) {
    passed += assertionResults.filter(({ status }) => status === 'passed').length
  }
  const found = results?.flatMap(faultsIn) ?? [`${name} tests did not run to their end`]
  failed += found.length
  faults.push(...found)
}

async function runTests(tests: TestRun): Promise<void> {
  count(tests.name, await resultsOf(tests))
}

/**
 * Two browsers keep a small machine so busy that now and then a step comes late. Files in which one did are named, and run once
 * more with a product of their own: what the first attempt left behind would fail the second.
 */
async function runBrowserTests({ name, args }: TestRun): Promise<void> {
  const results = await resultsOf({ name, args })
  const again = results?.filter(({ status }) => status === 'failed') ?? []
  for (const fault of again.flatMap(faultsIn)) console.log(`run again: ${fault}`)
  count(name, results?.filter((result) => !again.includes(result)) ?? null)
  if (again.length === 0) return
  const paths = again.map((result) => result.name)
  await runTests({ name: `${name} again`, args: ['--project', 'browser', ...paths] })
}

/** Works off runs, two at a time: one alone keeps about one core busy. */
async function inTwoLanes(runs: TestRun[]): Promise<void> {
  const waiting = [...runs]
  async function lane() {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runTests(next)
  }
  await Promise.all([lane(), lane()])
}

function faultsIn(file: FileResult): string[] {
  const failures = file.assertionResults.filter((test) => test.status === 'failed')
  if (failures.length > 0) return failures.map((test) => `${file.name} > ${test.fullName}`)
  return file.status === 'failed' ? [`${file.name}: ${file.message}`] : []
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
await runBrowserTests({ name: 'browser', args: ['--project', 'browser', `--exclude=${KILL_TEST}`] })
await rm(reports, { recursive: true, force: true })

for (const fault of faults) console.log(`failed: ${fault}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
