import { expect } from 'vitest'
import { PAGES } from '#tests/edge/support/pages.ts'
import { expectAccessible } from './support/axe.ts'
import { test } from './support/demo.ts'
import { addressAbout, SCREENS } from './support/screens.ts'

const SHOWN = SCREENS.flatMap(({ path, query = '', visitors }) =>
  visitors.map((visitor) => [`${path}${query} for ${visitor}`, path + query, visitor] as const),
)

test('every screen has an entry', () => {
  const paths = new Set(SCREENS.map(({ path }) => path))
  expect(PAGES.filter((path) => !paths.has(path))).toEqual([])
})

test.for(SHOWN)('%s', async ([_, address, visitor], { visit }) => {
  const { page, objects } = await visit(visitor)
  await page.goto(addressAbout(address, objects), { waitUntil: 'networkidle' })
  await expectAccessible(page)
})
