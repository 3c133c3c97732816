import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './local/run.ts'

// Builds a clone against the next major version of each framework, and reports what breaks: the first errors of the
// type check and the build. Needs the npm registry; changes nothing here.

/** Packages that are updated together, with npm's arguments. Remix 2 became React Router 7. */
const MAJORS: Record<string, readonly string[]> = {
  React: ['react@latest', 'react-dom@latest', '@types/react@latest', '@types/react-dom@latest'],
  Drizzle: ['drizzle-orm@beta'],
  Vite: ['vite@latest'],
  'React Router (in place of Remix)': [
    'react-router@latest',
    '@react-router/dev@latest',
    '@react-router/cloudflare@latest',
  ],
}
const SHOWN_LINES = 12

const asked: string[] = process.argv.slice(2)
for (const [name, packages] of Object.entries(MAJORS)) {
  if (asked.length > 0 && !asked.some((one) => name.toLowerCase().startsWith(one.toLowerCase()))) continue
  const clone = mkdtempSync(join(tmpdir(), 'review-dashboard-next-'))
  try {
    execFileSync('git', ['clone', '--quiet', ROOT, clone])
    console.log(`\n== ${name}: ${packages.join(', ')}`)
    const steps: [string, string[]][] = [
      [
        'npm',
        ['install', '--save-exact', '--force', '--no-audit', '--no-fund', '--loglevel=error', ...packages],
      ],
      ['npx', ['tsc', '--noEmit']],
      ['npm', ['run', 'build']],
    ]
    for (const [command, args] of steps) {
      forgetOverride(clone, packages)
      const { status, stdout, stderr } = spawnSync(command, args, {
        cwd: clone,
        encoding: 'utf8',
        shell: process.platform === 'win32',
      })
      const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => /error|ERR|✘|TS\d+/.test(line))
      console.log(`${status === 0 ? 'passes' : 'breaks'}: ${command} ${args.slice(0, 2).join(' ')}`)
      if (status !== 0) for (const line of lines.slice(0, SHOWN_LINES)) console.log(`  ${line.slice(0, 200)}`)
      if (status !== 0 && args[0] === 'install') break
    }
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

/** Removes pins: package.json also pins transitive versions, and npm refuses a package with a different pin. */
function forgetOverride(clone: string, packages: readonly string[]): void {
  const file = join(clone, 'package.json')
  const json = JSON.parse(readFileSync(file, 'utf8')) as { overrides: Record<string, unknown> }
  for (const one of packages) delete json.overrides[one.slice(0, one.lastIndexOf('@'))]
  if (packages.some((one) => one.startsWith('vite@'))) delete json.overrides['@remix-run/dev']
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`)
}
