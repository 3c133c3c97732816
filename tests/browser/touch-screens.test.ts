import { expect } from 'vitest'
import { TOUCH, test } from './support/demo.ts'
import { fingerFaults } from './support/page-faults.ts'
import { addressAbout, SCREENS } from './support/screens.ts'

test.override({ device: TOUCH })

const DEVICES = [
  ['phone', 390, 844],
  ['tablet', 820, 1180],
] as const

/** Every screen, for those who see the least and the most of it. */
const SHOWN = SCREENS.flatMap(({ path, query = '', visitors }) =>
  [...new Set([visitors[0], visitors.at(-1)])].flatMap((visitor) =>
    visitor ? [[`${path}${query} for ${visitor}`, path + query, visitor] as const] : [],
  ),
)

test.for(SHOWN)(
  '%s: no target is too small for a finger, and no field zooms',
  async ([_, address, visitor], { visit }) => {
    const { page, objects } = await visit(visitor)
    await page.goto(addressAbout(address, objects), { waitUntil: 'networkidle' })
    for (const [device, width, height] of DEVICES) {
      await page.setViewportSize({ width, height })
      expect([device, await fingerFaults(page)]).toEqual([device, []])
    }
  },
)
