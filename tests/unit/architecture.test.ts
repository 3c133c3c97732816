import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { replacedWords } from '#scripts/lint/glossary.ts'

const ROOT = new URL('../../', import.meta.url)
const TEXT = readFileSync(new URL('docs/architecture.md', ROOT), 'utf8')
const FILES = execFileSync('git', ['ls-files'], { cwd: fileURLToPath(ROOT), encoding: 'utf8' }).split('\n')
/** One existing value for each placeholder in a path. */
const EXAMPLES = { '<source>': 'google-public', '<domain>': 'reviews', '<entity>': 'review' }
const MAX_HOPS = 14

const paths = new Set([...TEXT.matchAll(/`([\w.<>/-]+\.(?:tsx?|sql))`/g)].map(([, path = '']) => path))
const section = (title: string) => TEXT.split('\n## ').find((part) => part.startsWith(title)) ?? ''

test.each([...paths])('%s, named in the architecture document, exists', (path) => {
  const file = Object.entries(EXAMPLES).reduce(
    (text, [name, example]) => text.replaceAll(name, example),
    path,
  )
  expect(FILES.filter((name) => `/${name}`.endsWith(`/${file}`))).not.toEqual([])
})

test('each of the four flows has at most 14 hops', () => {
  const flows = section('Four flows').split('\n**').slice(1)
  expect(flows).toHaveLength(4)
  for (const flow of flows) {
    const hops = flow.match(/^\d+\. /gm) ?? []
    expect(hops.length).toBeGreaterThan(5)
    expect(hops.length).toBeLessThanOrEqual(MAX_HOPS)
  }
})

test('at least 20 questions name a file that answers them', () => {
  expect(section('Where is').match(/^\| .*\? +\| `[^`]+` +\|$/gm)?.length).toBeGreaterThanOrEqual(20)
})

test.each([
  ['a walk over the list', 'walk'],
  ['const twinIds = []', 'twin'],
  ["authority: 'told'", "'told'"],
  ['/** Under which it holds. */', 'holds'],
  ['const isNoted = true', 'sNoted'],
  ['export const finalWords = []', 'lWords'],
  ['function toldOf() {}', 'toldO'],
  ["import { reviewBlock } from './told-review.ts'", 'told-'],
])('the glossary rejects: %s', (line, word) => {
  expect(replacedWords('worker/collection/step.ts', line)[0]).toContain(`"${word}`)
})

test('the glossary accepts an ordinary line, and a listed word used in another sense', () => {
  expect(replacedWords('worker/collection/step.ts', 'const loadOptions = notice(<circle cx="1" />)')).toEqual(
    [],
  )
  expect(replacedWords('worker/rules/passwords.ts', '/** The words of a passphrase. */')).toEqual([])
})
