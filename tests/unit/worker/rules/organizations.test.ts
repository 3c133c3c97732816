import { expect, test } from 'vitest'
import { slugFrom } from '#worker/rules/organizations.ts'

test.each([
  ['Pizza Nova', 'pizza-nova'],
  ['Pizza  --  Nova', 'pizza-nova'],
  ["Ada's Café & Bar", 'adas-cafe-bar'],
  ['  & Sons!  ', 'sons'],
  ['Shop 24/7', 'shop-247'],
  ['-x-', 'x'],
  ['寿司', 'organization'],
  ['', 'organization'],
])('the slug of %j is %s', (name, slug) => {
  expect(slugFrom(name)).toBe(slug)
})
