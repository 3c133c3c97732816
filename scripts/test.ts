import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './local/build.ts'
import { requireChromium } from './local/chromium.ts'
import { run } from './local/run.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  success: boolean
}

// Types and lint, then the tests against a fresh build. The last line is what CI reads.
const reports = await mkdtemp(join(tmpdir(), 'review-dashboard-tests-'))
let passed = 0
let failed = 0

async function step(name: string, work: () => Promise<void>): Promise<boolean> {
  console.log(`\n== ${name}`)
  try {
    await work()
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

async function runTests(project: string): Promise<void> {
  const file = join(reports, `${project}.json`)
  const finished = await step(`${project} tests`, () =>
    run('vitest', [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]),
  )
  const report: Report | null = await readFile(file, 'utf8').then(JSON.parse, () => null)
  passed += report?.numPassedTests ?? 0
  failed += report?.numFailedTests ?? 0
  // A project that could not run, or that ran nothing, is a failure of its own.
  if (!finished && !report?.numFailedTests) failed += 1
  if (report && report.numPassedTests + report.numFailedTests === 0) failed += 1
}

for (const [name, work] of [
  ['format, lint, types', () => import('./check.ts').then(() => undefined)],
  ['build', build],
] as const) {
  if (await step(name, work)) passed += 1
  else failed += 1
}
await runTests('unit')
await runTests('edge')
process.env.CHROME_PATH = requireChromium()
await runTests('browser')
await rm(reports, { recursive: true, force: true })

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
