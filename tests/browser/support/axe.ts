import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fingerFaults } from './page-faults.ts'

const PHONE = 390
export const WIDTHS = [1440, PHONE]
const SCHEMES = ['light', 'dark'] as const
const LABEL_IN_NAME = 'label-content-name-mismatch'
const BAD = ['serious', 'critical']

/** What axe finds; in dark only the colours, for nothing else depends on them. */
async function findings(page: Page, isDark: boolean): Promise<string[]> {
  const violations = await page.evaluate(
    async ({ isDark, rule }) => {
      // A colour that is handed down changes one level after the other.
      // What turns while somebody waits does so for as long as its question is open.
      const isMoving = () =>
        document
          .getAnimations()
          .some(
            ({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
          )
      for (let quiet = 0; quiet < 3; quiet = isMoving() ? 0 : quiet + 1) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const options = isDark ? { runOnly: ['color-contrast'] } : { rules: { [rule]: { enabled: true } } }
      const { violations } = await axe.run(document, {
        ...options,
        resultTypes: ['violations'],
        preload: false,
      })
      return violations
    },
    { isDark, rule: LABEL_IN_NAME },
  )
  return violations
    .filter(({ id, impact }) => id === LABEL_IN_NAME || BAD.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    )
}

/** Nothing bad in any width and scheme, nor for fingers on a phone. They change without loading the page again. */
export async function expectAccessible(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  await page.evaluate(axe.source)
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      const own = await findings(page, colorScheme === 'dark')
      found.push(...own.map((finding) => `${width} ${colorScheme} ${finding}`))
    }
    if (width === PHONE) found.push(...(await fingerFaults(page)))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: widths[0] ?? 0, height: 900 })
  expect(found).toEqual([])
}
