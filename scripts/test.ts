import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildWhereChanged } from './local/build.ts'
import { prepareQuickChromium, requireChromium } from './local/chromium.ts'
import { ROOT, run } from './local/run.ts'

interface FileResult {
  name: string
  status: 'passed' | 'failed'
  message: string
  startTime: number
  endTime: number
  assertionResults: { fullName: string; status: string }[]
}

interface TestRun {
  name: string
  args: string[]
}

const SLOWEST_FILES = 10

// `npm test` checks types and lint and runs the tests against the build; `npm run test:all` adds the volume tests. With
// arguments (`npm test -- tests/edge/reviews -t export`) only vitest runs, with these arguments. The last line is for
// CI.
const args: string[] = process.argv.slice(2)
const isEverything = args[0] === '--all'
const named = isEverything ? args.slice(1) : args
// An explicitly named file always runs.
if (isEverything || named.some((arg) => arg.includes('.volume'))) process.env.SUITE = 'all'

const reports = await mkdtemp(join(tmpdir(), 'review-dashboard-tests-'))
let passed = 0
/** Faults, repeated at the end of the log, where people look first. */
const faults: string[] = []
const steps: { name: string; seconds: number }[] = []
const files: FileResult[] = []

async function step(name: string, work: () => Promise<unknown>): Promise<boolean> {
  console.log(`\n== ${name}`)
  const startedAt = performance.now()
  try {
    await work()
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  } finally {
    steps.push({ name, seconds: (performance.now() - startedAt) / 1000 })
  }
}

async function prepare(name: string, work: () => Promise<unknown>): Promise<void> {
  if (await step(name, work)) passed += 1
  else faults.push(name)
}

async function runTests({ name, args }: TestRun, output: 'live' | 'at the end'): Promise<void> {
  const report = join(reports, `${name.replaceAll(/\W/g, '-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const hasEnded = await step(name, () => run('vitest', ['run', ...args, ...reporters], { output }))
  const results = await readFile(report, 'utf8').then(
    (text) => (JSON.parse(text) as { testResults: FileResult[] }).testResults,
    () => [],
  )
  files.push(...results)
  const tests = results.flatMap(({ assertionResults }) => assertionResults)
  passed += tests.filter(({ status }) => status === 'passed').length
  const found = results.flatMap(faultsIn)
  faults.push(...found)
  if (tests.length === 0 || (!hasEnded && found.length === 0)) faults.push(`${name} did not run to its end`)
}

function faultsIn({ name, status, message, assertionResults }: FileResult): string[] {
  const failures = assertionResults.filter((test) => test.status === 'failed')
  if (failures.length > 0) return failures.map(({ fullName }) => `${relative(ROOT, name)} > ${fullName}`)
  return status === 'failed' ? [`${relative(ROOT, name)}: ${message}`] : []
}

function prepareBrowsers(): void {
  process.env.CHROME_PATH = requireChromium()
  prepareQuickChromium()
}

function printTimes(): void {
  console.log('\nSeconds of each step:')
  for (const { name, seconds } of steps) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`)
  const slowest = files
    .map(({ name, startTime, endTime }) => ({
      name: relative(ROOT, name),
      seconds: (endTime - startTime) / 1000,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_FILES)
  console.log('\nSeconds of the slowest files:')
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`)
}

if (named.length > 0) {
  await prepare('build', buildWhereChanged)
  prepareBrowsers()
  await runTests({ name: 'tests', args: named }, 'live')
} else {
  prepareBrowsers()
  const built = prepare('build', buildWhereChanged)
  const checked = prepare('format, lint, layers, types', () => import('./check.ts'))
  // Each half has its own simulators and uses about one core.
  const edge = (shard: string): TestRun => ({
    name: `edge ${shard}`,
    args: ['--project', 'edge', `--shard=${shard}`],
  })
  // Vitest alone leaves one core to the person at the machine.
  const unit: TestRun = { name: 'unit', args: ['--project', 'unit', '--maxWorkers=2'] }
  await Promise.all([
    built.then(() => runTests(edge('1/2'), 'at the end')),
    Promise.all([built, checked])
      .then(() => runTests(edge('2/2'), 'at the end'))
      .then(() => runTests(unit, 'at the end')),
  ])
  await runTests({ name: 'browser', args: ['--project', 'browser'] }, 'live')
}
await rm(reports, { recursive: true, force: true })

printTimes()
for (const fault of faults) console.log(`failed: ${fault}`)
console.log(`\n${passed} passed, ${faults.length} failed`)
process.exit(faults.length === 0 ? 0 : 1)
