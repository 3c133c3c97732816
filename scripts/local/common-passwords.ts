import { dictionary } from '@zxcvbn-ts/language-common'
import { foldPassword } from '#worker/identity/passwords/blocklist.ts'
import { MIN_PASSWORD_CHARS } from '#worker/rules/passwords.ts'

const COUNT = 12_000
const WORD_COUNT = 6_000
const MIN_WORD_CHARS = 4

/**
 * The most common passwords that are long enough to be accepted, and the most common terms of 4 to 7 letters that
 * people surround with digits and signs, all folded. From @zxcvbn-ts/language-common, MIT, (c) 2012-2016 Dan Wheeler
 * and Dropbox, Inc., (c) 2021 @zxcvbn-ts.
 */
export function commonPasswords(): string[] {
  const used = dictionary['passwords-common']
  const passwords = used
    .filter((password) => [...password].length >= MIN_PASSWORD_CHARS && !/[\s\p{C}`\\$]/u.test(password))
    .map(foldPassword)
  const words = used
    .map((password) => password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, ''))
    .filter((word) => /^[a-z]+$/.test(word))
    .filter((word) => word.length >= MIN_WORD_CHARS && word.length < MIN_PASSWORD_CHARS)
    .map(foldPassword)
  return [...[...new Set(passwords)].slice(0, COUNT), ...[...new Set(words)].slice(0, WORD_COUNT)]
}
