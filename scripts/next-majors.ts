import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMMANDS, ROOT } from './local/run.ts'

// Builds a clone of what is committed against the next major version of each framework, and reports what breaks: the
// first errors of the types and the build. Needs the npm registry; changes nothing here. Names choose among them:
// `npm run majors -- react vite`.

interface Major {
  /** Packages that are updated together. */
  packages: readonly string[]
  /** New names of the modules that this version renames, by old name. */
  renamed?: Record<string, string>
}

const MAJORS: Record<string, Major> = {
  React: { packages: ['react@latest', 'react-dom@latest', '@types/react@latest', '@types/react-dom@latest'] },
  // Includes candidates: not every registry has the tag of Drizzle's next major.
  Drizzle: { packages: ['drizzle-orm@~1.0.0-0'] },
  Vite: { packages: ['vite@latest'] },
  'React Router (in place of Remix)': {
    packages: ['react-router@latest', '@react-router/dev@latest', '@react-router/cloudflare@latest'],
    renamed: {
      '@remix-run/react': 'react-router',
      '@remix-run/cloudflare': 'react-router',
      '@remix-run/dev': '@react-router/dev/vite',
    },
  },
}
const SHOWN_LINES = 12
/** Lines that name an error, in what npm, TypeScript and Vite print. */
const ERROR_LINE = /error TS\d+|npm error|Could not|not exported|\w*Error: (?!.*ended with)/

const asked: string[] = process.argv.slice(2)
for (const [name, major] of Object.entries(MAJORS)) {
  if (asked.length > 0 && !asked.some((one) => name.toLowerCase().startsWith(one.toLowerCase()))) continue
  const clone = mkdtempSync(join(tmpdir(), 'review-dashboard-next-'))
  try {
    execFileSync('git', ['clone', '--quiet', ROOT, clone])
    console.log(`\n== ${name}: ${major.packages.join(', ')}`)
    tryIn(clone, major)
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

function tryIn(clone: string, { packages, renamed = {} }: Major): void {
  forgetOverride(clone, packages)
  const options = ['--save-exact', '--force', '--no-audit', '--no-fund', '--loglevel=error']
  if (!passes(clone, 'install', 'npm', ['install', ...options, ...packages])) return
  renameModules(clone, renamed)
  passes(clone, 'types', process.execPath, [COMMANDS.tsc, '--noEmit'])
  // Not `npm run build`, which would install again, and refuse what --force allowed.
  passes(clone, 'build', process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'])
}

/** Runs a step in the clone, and prints whether it passes or its first errors. */
function passes(clone: string, step: string, command: string, args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: clone,
    encoding: 'utf8',
    shell: command === 'npm' && process.platform === 'win32',
  })
  if (status === 0) {
    console.log(`passes: ${step}`)
    return true
  }
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => ERROR_LINE.test(line))
  console.log(`breaks: ${step}, lines of errors: ${lines.length}`)
  for (const line of lines.slice(0, SHOWN_LINES)) console.log(`  ${line.slice(0, 200)}`)
  return false
}

/** Removes pins: package.json also pins transitive versions, and npm refuses a package with a different pin. */
function forgetOverride(clone: string, packages: readonly string[]): void {
  const file = join(clone, 'package.json')
  const json = JSON.parse(readFileSync(file, 'utf8')) as { overrides: Record<string, unknown> }
  for (const one of packages) delete json.overrides[one.slice(0, one.lastIndexOf('@'))]
  if (packages.some((one) => one.startsWith('vite@'))) delete json.overrides['@remix-run/dev']
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`)
}

/** Imports renamed modules by their new names, as an upgrade would begin. */
function renameModules(clone: string, renamed: Record<string, string>): void {
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: clone, encoding: 'utf8' })
  for (const path of tracked.trim().split('\n')) {
    const file = join(clone, path)
    const text = readFileSync(file, 'utf8')
    const changed = text.replace(/'(@remix-run\/\w+)'/g, (found, name: string) =>
      renamed[name] ? `'${renamed[name]}'` : found,
    )
    if (changed !== text) writeFileSync(file, changed.replace('vitePlugin as remix', 'reactRouter as remix'))
  }
}
