import { writeFile } from 'node:fs/promises'
import { dictionary } from '@zxcvbn-ts/language-common'
import { foldPassword, frontCode } from '#worker/identity/passwords/blocklist-coding.ts'
import { MIN_PASSWORD_CHARS } from '#worker/rules/passwords.ts'
import { ROOT, run } from './local/run.ts'

// Writes worker/identity/passwords/common-passwords.ts: the most used passwords of the list of zxcvbn-ts (MIT), folded,
// without those that are too short to be accepted anyway; and the shorter words that people put digits and signs around.
// Run again when that package is updated.
const FILE = 'worker/identity/passwords/common-passwords.ts'
const COUNT = 12_000
const WORD_COUNT = 6_000
const MIN_WORD_CHARS = 4

const folded = dictionary['passwords-common']
  .filter((password) => [...password].length >= MIN_PASSWORD_CHARS && !/[\s\p{C}`\\$]/u.test(password))
  .map(foldPassword)
const entries = [...new Set(folded)].slice(0, COUNT)
const words = dictionary['passwords-common']
  .map((password) => password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, ''))
  .filter((word) => /^[a-z]+$/.test(word))
  .filter((word) => word.length >= MIN_WORD_CHARS && word.length < MIN_PASSWORD_CHARS)
  .map(foldPassword)
const bases = [...new Set(words)].slice(0, WORD_COUNT)
await writeFile(
  `${ROOT}${FILE}`,
  `/**
 * The ${entries.length} most used passwords of 8 characters and more, folded (blocklist-coding.ts), and the ${bases.length}
 * most used words of 4 to 7 letters among them, with digits and signs around or without, folded; in one list, written as
 * that file says. From @zxcvbn-ts/language-common, MIT, (c) 2012-2016 Dan Wheeler and Dropbox, Inc.,
 * (c) 2021 @zxcvbn-ts. Written by scripts/common-passwords.ts.
 */
export const COMMON_PASSWORDS = '${frontCode([...entries, ...bases].sort()).replaceAll("'", "\\\\'")}'
`,
)
await run('biome', ['check', '--write', FILE])
console.log(`${entries.length} passwords and ${bases.length} words in ${FILE}`)
