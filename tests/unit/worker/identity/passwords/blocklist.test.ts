import { existsSync, readFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { commonPasswords } from '#scripts/local/common-passwords.ts'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { blocklistOf, foldPassword, isBlockedPassword } from '#worker/identity/passwords/blocklist.ts'
import { generatePassword, scorePassword } from '#worker/rules/passwords.ts'

const LIST = commonPasswords()
const BLOCKLIST = blocklistOf(LIST.join('\n'))
const ENTRIES = LIST.filter((entry) => entry.length >= 8)
const WORDS = LIST.filter((entry) => entry.length < 8)

test('the list has at least ten thousand entries, unique and normalised', () => {
  expect(ENTRIES.length).toBeGreaterThanOrEqual(10_000)
  expect(new Set(ENTRIES).size).toBe(ENTRIES.length)
  expect(ENTRIES.filter((entry) => foldPassword(entry) !== entry || [...entry].length < 8)).toEqual([])
})

test('the most common passwords of the source package are blocked', () => {
  const long = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 5_000)
  expect(
    long.filter((password) => !isBlockedPassword(BLOCKLIST, password)).filter((one) => !/[\s`\\$]/.test(one)),
  ).toEqual([])
})

test.each([
  'basketball',
  'Basketball',
  'B@sketb4ll',
  'BA5K3TB4LL',
  'b4$ketb@11',
  'Trustno1',
  'trustn01',
  'P@ssw0rd',
  'Ｂａｓｋｅｔｂａｌｌ',
  'Dashboard-2026!',
  '!!R3v13ws!!',
  'ReviewDashboard1!',
  'Google#1',
  'Summer2026!',
  'Summer2026',
  'summer!!',
  '2026Summer!',
  '!Summer#2026!',
  'SUMMER-19-08-2026',
  'Summ3r2026!',
  '$umm3r2026!',
  'Footba112026!',
  '!P@$$w0rd2026',
  'December#24',
  'Monday123$',
  'Charlie1!',
  'Liverpool2024*',
  'Sunsh1ne99!',
  'Ｓｕｍｍｅｒ２０２６！',
])('%s is blocked', (password) => {
  expect(isBlockedPassword(BLOCKLIST, password)).toBe(true)
})

test.each([
  'Harbor-Lantern-42',
  'Copper-Kettle-77',
  'basketball-in-the-rain',
  'My dashboard of 12 shops',
  'Googleplex-Tour-9',
  'Walnut-Ladder-58',
  'Summer-Lantern-42',
  'Monday in the rain 7!',
  '2026-Copper-Summer!',
  'Zz3!zzzz',
  'q7#Summer-Tq2!',
  '1234-5678-!',
])('%s is not blocked', (password) => {
  expect(isBlockedPassword(BLOCKLIST, password)).toBe(false)
})

/** Deterministic pseudo-random numbers. */
function randomFrom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}

test('no phrase of two to five words is blocked, with any separators, prefix and suffix', () => {
  const random = randomFrom(5)
  const from = <T>(list: readonly T[]) => list[random(list.length)] as T
  const words = dictionary['diceware-common']
  for (let round = 0; round < 20_000; round += 1) {
    const part = from(['-', ' ', '.', '_', '+', '7'])
    const phrase = Array.from({ length: 2 + random(4) }, () => from(words)).join(part)
    const typed = from([phrase, phrase.toUpperCase(), phrase.charAt(0).toUpperCase() + phrase.slice(1)])
    const password = `${from(['', '!', '42', '2026'])}${typed}${from(['', '!', '1!', '-42', '2026!'])}`
    expect([password, isBlockedPassword(BLOCKLIST, password)]).toEqual([password, false])
  }
})

test('no generated password is blocked', () => {
  const random = randomFrom(9)
  for (let round = 0; round < 20_000; round += 1) {
    const password = generatePassword(random)
    expect([password, isBlockedPassword(BLOCKLIST, password)]).toEqual([password, false])
  }
})

test('every word of the list is blocked with a year and a symbol', () => {
  expect(WORDS.length).toBeGreaterThanOrEqual(5_000)
  expect(WORDS.filter((word) => foldPassword(word) !== word)).toEqual([])
  expect(
    WORDS.filter(
      (word) => !isBlockedPassword(BLOCKLIST, `${word.charAt(0).toUpperCase()}${word.slice(1)}2026!`),
    ),
  ).toEqual([])
})

test.each(['Zaq1@wsx', 'Qwe123!@#', '1qaz@WSX3edc', 'QwertyUiop!@#$', 'asdfghjkl;'.slice(0, 9)])(
  'a keyboard pattern is blocked: %s',
  (password) => {
    expect(isBlockedPassword(BLOCKLIST, password)).toBe(true)
  },
)

test.each(['Zaq1@wsx-tulip', 'qw12er34ty', 'Rew4Plum!@#'])(
  'a keyboard pattern combined with something else is not blocked: %s',
  (password) => {
    expect(isBlockedPassword(new Set(), password)).toBe(false)
  },
)

test('a long password is checked within 50 ms', () => {
  const digits = '1'.repeat(64 * 1024)
  for (const password of [
    digits,
    'a!'.repeat(32 * 1024),
    '1234567890'.repeat(6 * 1024),
    `a${digits}a`,
    `${digits}a`,
    `a${digits}`,
  ]) {
    expect(fastestMs(() => isBlockedPassword(BLOCKLIST, password))).toBeLessThan(50)
  }
})

const VECTORS = new URL('../../../../../../shared/vectors/passwords_common.json', import.meta.url)

describe.runIf(existsSync(VECTORS))('leaked passwords of the shared vectors', () => {
  test('no leaked password is accepted', () => {
    const leaked: { payload: string }[] = JSON.parse(readFileSync(VECTORS, 'utf8'))
    const accepted = leaked.filter(
      ({ payload }) => scorePassword(payload).feedback.length === 0 && !isBlockedPassword(BLOCKLIST, payload),
    )
    expect(leaked.length).toBeGreaterThan(5_000)
    expect(accepted).toEqual([])
  })
})
