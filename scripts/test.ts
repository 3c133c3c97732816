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

// Types and lint, then the tests against a fresh build. The last line is what CI reads.
const reports = await mkdtemp(join(tmpdir(), 'review-dashboard-tests-'))
let passed = 0
let failed = 0
/** Said again at the end, where whoever reads the log begins. */
const faults: string[] = []

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
  faults.push(...failedTests(report))
  // A project that could not run, or that ran nothing, is a failure of its own.
  const ranNothing = report !== null && report.numPassedTests + report.numFailedTests === 0
  if ((!finished && !report?.numFailedTests) || ranNothing) {
    failed += 1
    faults.push(`${project} tests did not run to their end`)
  }
}

function failedTests(report: Report | null): string[] {
  return (report?.testResults ?? []).flatMap((file) => {
    const failures = file.assertionResults.filter((test) => test.status === 'failed')
    if (failures.length > 0) return failures.map((test) => `${file.name} > ${test.fullName}`)
    return file.status === 'failed' ? [`${file.name}: ${file.message}`] : []
  })
}

for (const [name, work] of [
  ['format, lint, types', () => import('./check.ts').then(() => undefined)],
  ['build', build],
] as const) {
  if (await step(name, work)) passed += 1
  else {
    failed += 1
    faults.push(name)
  }
}
await runTests('unit')
await runTests('edge')
process.env.CHROME_PATH = requireChromium()
await runTests('browser')
await rm(reports, { recursive: true, force: true })

for (const fault of faults) console.log(`failed: ${fault}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
