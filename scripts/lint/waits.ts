import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Matches waits for a fixed time, which are too long on a fast machine and too short on a busy one, and waits for an
 * idle network, which have the same fault.
 */
const WAITS = /networkidle|waitForTimeout|setTimeout\((?:resolve|done|r)\b|node:timers|(?<![\w'"])sleep\(/

/** @throws Error listing every test that waits for a fixed time, or for the network to be idle */
export function checkWaits(root: string): void {
  const files = execFileSync('git', ['ls-files', 'tests/browser', 'tests/edge', 'tests/unit'], {
    cwd: root,
    encoding: 'utf8',
  })
  const found = files
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      readFileSync(`${root}${path}`, 'utf8')
        .split('\n')
        .flatMap((line, index) => (WAITS.test(line) ? `${path}:${index + 1}: ${line.trim()}` : [])),
    )
  if (found.length > 0) throw new Error(`Wait for the thing itself, not for a time.\n${found.join('\n')}`)
}
