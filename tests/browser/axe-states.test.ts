import { expectAccessible } from './support/axe.ts'
import { test } from './support/demo.ts'
import { addressAbout } from './support/screens.ts'
import { STATES } from './support/states.ts'

test.for(STATES)('$name', async ({ on, visitor, reach, leave }, { visit }) => {
  const { page, objects } = await visit(visitor)
  await page.goto(addressAbout(on, objects), { waitUntil: 'networkidle' })
  await reach(page)
  await expectAccessible(page)
  await leave?.(page)
})
