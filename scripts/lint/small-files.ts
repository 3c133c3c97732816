import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** So that a reader need not open a file for a few lines: a helper belongs to its only caller, the rest to a neighbour. */
const MAX_SMALL_FILES = 70
const SMALL_LINES = 20

/** @throws Error naming the product's small files where there are too many */
export function checkSmallFiles(root: string): void {
  const files = execFileSync('git', ['ls-files', 'app', 'worker', 'db'], { cwd: root, encoding: 'utf8' })
  const small = files
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => readFileSync(`${root}${path}`, 'utf8').split('\n').length - 1 <= SMALL_LINES)
  if (small.length <= MAX_SMALL_FILES) return
  throw new Error(
    `${small.length} files have ${SMALL_LINES} lines or fewer, at most ${MAX_SMALL_FILES} may.\n${small.join('\n')}`,
  )
}
