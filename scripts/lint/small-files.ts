import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Limit, so that readers needn't open a file for a few lines: a helper belongs to its only caller, other code to a
 * neighbour.
 */
const MAX_SMALL_FILES = 70
const SMALL_LINES = 20

/** @throws Error listing the product's small files if there are too many */
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
