import { expect, test } from 'vitest'
import { readCookie } from '#app/lib/browser-state.ts'

test.each([
  [null, null],
  ['', null],
  ['theme=dark', 'dark'],
  ['a=1; theme=dark; b=2', 'dark'],
  ['mytheme=dark', null],
  ['theme=', ''],
  ['theme', null],
  ['theme=%E0%A4%A', null],
])('the theme in %j is %j', (header, value) => {
  expect(readCookie(header, 'theme')).toBe(value)
})

test('a time zone is read with its slash', () => {
  expect(readCookie('tz=Europe%2FBerlin', 'tz')).toBe('Europe/Berlin')
})
