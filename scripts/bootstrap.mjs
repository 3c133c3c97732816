// Runs a script of this project with the project's own Node, after installing what is missing. This file runs with any
// Node from version 20 on, so it must stay plain JavaScript without dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const marker = join(root, 'node_modules', '.installed-lock')
const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
if (!existsSync(pinnedNode) || !existsSync(marker) || readFileSync(marker, 'utf8') !== lock) {
  console.log('Installing packages …')
  // Drop the records of an earlier install: they are wrong if this one is interrupted, or if the folder is a copy of
  // another.
  for (const note of [marker, join(root, 'node_modules', '.package-lock.json')]) rmSync(note, { force: true })
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`, which begins by deleting every package: most changes of the lock file concern a few packages.
  const options = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const install = spawnSync(npm, options, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (install.status !== 0) process.exit(install.status ?? 1)
  writeFileSync(marker, lock)
}

const [script, ...args] = process.argv.slice(2)
const child = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${dirname(pinnedNode)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
