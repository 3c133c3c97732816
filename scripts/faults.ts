import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { FAULTS } from '#tests/faults.ts'
import { requireChromium } from './local/chromium.ts'
import { COMMANDS, ROOT } from './local/run.ts'

// Proves that `npm test` finds small faults: plants each fault of tests/faults.ts in a copy of the project, and expects
// the named tests to fail. `node scripts/bootstrap.mjs scripts/faults.ts seat` tries those with 'seat' in their name.
const faults = FAULTS.filter(({ name }) => name.includes(process.argv[2] ?? ''))
const files = [...new Set(faults.flatMap(({ caughtBy }) => caughtBy))]
const LEFT_OUT = ['.git', '.wrangler', 'build', 'node_modules']
const env = { ...process.env, CHROME_PATH: requireChromium(), NO_COLOR: '1' }

const copy = mkdtempSync(join(tmpdir(), 'review-dashboard-faults-'))
const [built, soundBuild] = [join(copy, 'build'), join(copy, 'sound-build')]
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) })
symlinkSync(`${ROOT}node_modules`, join(copy, 'node_modules'))

function run(...args: string[]): { isDone: boolean; output: string } {
  const options = { cwd: copy, env, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options)
  return { isDone: status === 0, output: stdout + stderr }
}

function build(): void {
  const { isDone, output } = run('--disable-warning=ExperimentalWarning', 'scripts/build.ts')
  if (!isDone) throw new Error(`The build failed.\n${output}`)
}

function test(paths: readonly string[]): { isDone: boolean; output: string } {
  return run(COMMANDS.vitest, 'run', '--reporter=dot', ...paths)
}

/** True if a test failed. A run that stopped before its tests doesn't count. */
function isCaught(path: string): boolean {
  return /^\s*Tests .*\d failed/m.test(test([path]).output)
}

/** True if the test uses the build: browser tests use all of it, edge tests only the screens. */
function isBuilt(file: string, path: string): boolean {
  return path.startsWith('tests/browser/') || (path.startsWith('tests/edge/') && file.startsWith('app/'))
}

if (files.some((path) => !path.startsWith('tests/unit/'))) build()
const sound = test(files)
if (!sound.isDone) throw new Error(`These tests fail without a fault.\n${sound.output}`)

let missed = 0
console.log('| fault | caught by | seconds |\n|---|---|---|')
for (const { name, file, find, replace, caughtBy } of faults) {
  const startedAt = performance.now()
  const text = readFileSync(join(copy, file), 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${file} does not have this once: ${find}`)
  writeFileSync(
    join(copy, file),
    text.replace(find, () => replace),
  )
  const needsBuild = caughtBy.some((path) => isBuilt(file, path))
  if (needsBuild) {
    renameSync(built, soundBuild)
    build()
  }
  const caught = caughtBy.filter(isCaught)
  writeFileSync(join(copy, file), text)
  if (needsBuild) {
    rmSync(built, { recursive: true })
    renameSync(soundBuild, built)
  }
  if (caught.length < caughtBy.length) missed += 1
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`| ${name} | ${caught.join(', ') || 'nothing'} | ${seconds} |`)
}
console.log(`\n${faults.length - missed} caught, ${missed} missed`)
process.exitCode = missed === 0 ? 0 : 1
