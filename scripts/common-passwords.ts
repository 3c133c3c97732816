import { writeFile } from 'node:fs/promises'
import { dictionary } from '@zxcvbn-ts/language-common'
import { foldPassword } from '#worker/identity/passwords/fold-password.ts'
import { MIN_PASSWORD_CHARS } from '#worker/rules/passwords.ts'
import { ROOT, run } from './local/run.ts'

// Writes worker/identity/passwords/common-passwords.ts: the most used passwords of the list of zxcvbn-ts (MIT), folded,
// without those that are too short to be accepted anyway. Run again when that package is updated.
const FILE = 'worker/identity/passwords/common-passwords.ts'
const COUNT = 12_000

const folded = dictionary['passwords-common']
  .filter((password) => [...password].length >= MIN_PASSWORD_CHARS && !/[\s\p{C}`\\$]/u.test(password))
  .map(foldPassword)
const entries = [...new Set(folded)].slice(0, COUNT).sort()
await writeFile(
  `${ROOT}${FILE}`,
  `/**
 * The ${entries.length} most used passwords of 8 characters and more, folded (fold-password.ts), between spaces. From
 * @zxcvbn-ts/language-common, MIT, (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 @zxcvbn-ts. Written by
 * scripts/common-passwords.ts.
 */
export const COMMON_PASSWORDS = '${entries.join(' ').replaceAll("'", "\\\\'")}'
`,
)
await run('biome', ['check', '--write', FILE])
console.log(`${entries.length} passwords in ${FILE}`)
