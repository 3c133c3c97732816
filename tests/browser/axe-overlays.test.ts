import { expect } from 'vitest'
import { expectAccessible, WIDTHS } from './support/axe.ts'
import { test } from './support/demo.ts'
import { OVERLAYS } from './support/overlays.ts'
import { press } from './support/press.ts'
import { addressAbout } from './support/screens.ts'

test.for(OVERLAYS)('$name, and the focus comes back', async (overlay, { visit }) => {
  const { on, widths = WIDTHS, key = 'Enter', closer = 'Escape' } = overlay
  const { page, objects } = await visit(overlay.visitor ?? 'pro')
  await page.setViewportSize({ width: widths[0] ?? 0, height: 900 })
  await page.goto(addressAbout(on, objects), { waitUntil: 'networkidle' })
  await overlay.begin?.(page)
  const outer = overlay.within?.(page)
  if (outer) await press(outer)
  const opener = overlay.opener(page)
  await press(opener, key)
  await overlay.opened(page).waitFor()
  // A message waits for whoever is in it, however long the look takes.
  if (typeof closer !== 'string') await closer(page).focus()
  await expectAccessible(page, widths)
  await page.keyboard.press(typeof closer === 'string' ? closer : 'Enter')
  await overlay.opened(page).waitFor({ state: 'detached' })
  const target = overlay.returnsTo?.(page) ?? opener
  await expect
    .poll(() => target.evaluate((element) => element === document.activeElement), { message: 'focus' })
    .toBe(true)
})
