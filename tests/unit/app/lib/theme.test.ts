import { expect, test } from 'vitest'
import { themeAttribute, themeOf } from '#app/lib/theme.ts'

test.each([
  ['dark', 'dark', 'dark'],
  ['light', 'light', 'light'],
  ['system', 'system', undefined],
  ['"><script>', 'system', undefined],
  [null, 'system', undefined],
])('a stored %j gives the theme %s', (stored, theme, attribute) => {
  expect(themeOf(stored)).toBe(theme)
  expect(themeAttribute(themeOf(stored))).toBe(attribute)
})
